/** What the data folder holds, how it is kept small and safe (SV-10), and the way back after damage (SV-8). */

import { z } from "zod";
import type { Backup, StorageReport } from "../../domain/storage";
import { none } from "../fields";

export interface StorageOutputs {
  "storage.report": StorageReport;
  /** Bytes given back to the disk. */
  "storage.free": { freed: number };
  "storage.back_up": Backup;
  "storage.delete_backups": { freed: number };
  "storage.clear_logs": { freed: number };
  "storage.open_folder": undefined;
  /** False where the user thought better of it. */
  "storage.export_diagnostics": { saved: boolean };
  "storage.recover": undefined;
  "storage.cancel_recovery": undefined;
  "storage.start_empty": undefined;
}

export const storageSchemas = {
  "storage.report": none,
  /** Gives what the database no longer uses back to the disk. */
  "storage.free": none,
  "storage.back_up": none,
  /** All but the newest. */
  "storage.delete_backups": none,
  "storage.clear_logs": none,
  "storage.open_folder": none,
  "storage.export_diagnostics": none,
  /** Begins; how it goes is told by `recovery-changed`. */
  "storage.recover": z.strictObject({ how: z.enum(["backup", "salvage", "put-back"]) }),
  "storage.cancel_recovery": none,
  /** Puts the offer away (`otherwise`); the damaged file stays where it is. */
  "storage.start_empty": none,
} as const;
