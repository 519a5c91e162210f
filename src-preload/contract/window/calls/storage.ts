/** The data folder: its content, its upkeep and backups (SV-10), and the way back after damage (SV-8). */

import * as z from "zod/mini";
import type { StorageReport } from "../../domain/storage";
import { none } from "../fields";

export interface StorageOutputs {
  "storage.report": StorageReport;
  /** Bytes given back to the disk. */
  "storage.free": { freed: number };
  "storage.delete_event_log": undefined;
  "storage.clear_logs": { freed: number };
  "storage.open_folder": undefined;
  /** False where the user cancelled. */
  "storage.export_diagnostics": { saved: boolean };
  "storage.recover": undefined;
  "storage.cancel_recovery": undefined;
  "storage.start_empty": undefined;
}

export const storageSchemas = {
  "storage.report": none,
  /** Gives unused space of the database back to the disk. */
  "storage.free": none,
  /** Turns the event log off (DB-13), and answers once nothing of it is left. */
  "storage.delete_event_log": none,
  "storage.clear_logs": none,
  "storage.open_folder": none,
  "storage.export_diagnostics": none,
  /** Begins a recovery; `recovery-changed` tells its progress. */
  "storage.recover": z.strictObject({ how: z.enum(["backup", "salvage", "put-back"]) }),
  "storage.cancel_recovery": none,
  /** Declines the offer of a recovery (`otherwise`); the damaged file stays where it is. */
  "storage.start_empty": none,
} as const;
