/** The backups of the library (SV-8): what there is, a look into one, the way back to one, and copies elsewhere. A window names no path. */
import * as z from "zod/mini";
import type {
  BackupContent,
  BackupPage,
  BackupSearch,
  BackupsView,
  BroughtBack,
  ListedBackup,
} from "../../domain/backups";
import type { Backup } from "../../domain/storage";
import { messageId, none, sessionId } from "../fields";

export interface BackupsOutputs {
  "backups.list": BackupsView;
  /** Null where the user cancelled: none was made then. */
  "backups.make": Backup | null;
  "backups.copied": undefined;
  "backups.delete_old": { freed: number };
  "backups.delete": { freed: number };
  "backups.look": BackupContent;
  /** Null where the user cancelled. */
  "backups.search": BackupSearch | null;
  "backups.read": BackupPage;
  /** Null where the user cancelled: nothing was brought back then. */
  "backups.bring_back": BroughtBack | null;
  /** The titles of the sessions whose answers a restore would stop. */
  "backups.running": { titles: string[] };
  /** False where the user cancelled: nothing has changed then. Otherwise the app restarts. */
  "backups.restore": { restarts: boolean };
  "backups.cancel": undefined;
  /** Null where the user cancelled. */
  "backups.choose": ListedBackup | null;
  /** False where the user cancelled. */
  "backups.choose_folder": { chosen: boolean };
  "backups.stop_copying": undefined;
  "backups.open_folder": undefined;
}

const id = z.string().check(z.minLength(1), z.maxLength(100));
const backup = z.strictObject({ id });
/** The window's own name for a long work; `exchange-progress` tells how far it is. */
const work_id = z.uuid();

export const backupsSchemas = {
  "backups.list": none,
  "backups.make": z.strictObject({ work_id }),
  /** Resolves when no backup is being copied elsewhere. */
  "backups.copied": none,
  /** Deletes all but the newest, and those kept before a restore. */
  "backups.delete_old": none,
  /** Deletes one that was kept before a restore. */
  "backups.delete": backup,
  "backups.look": z.strictObject({ id, words: z.string().check(z.maxLength(200)) }),
  /** Searches the messages. `backups.cancel` ends it. */
  "backups.search": z.strictObject({ id, words: z.string().check(z.maxLength(200)), work_id }),
  "backups.read": z.strictObject({ id, session_id: sessionId, after: z.optional(messageId) }),
  /** Brings a session into the library; `again` a second copy of one that is there. `exchange.cancel` ends it. */
  "backups.bring_back": z.strictObject({ id, session_id: sessionId, again: z.boolean(), work_id }),
  "backups.running": none,
  "backups.restore": z.strictObject({ id, work_id }),
  "backups.cancel": z.strictObject({ work_id }),
  /** Lets the user choose a backup in any place. */
  "backups.choose": none,
  /** Lets the user choose the folder to which each backup is copied. */
  "backups.choose_folder": none,
  "backups.stop_copying": none,
  "backups.open_folder": none,
} as const;
