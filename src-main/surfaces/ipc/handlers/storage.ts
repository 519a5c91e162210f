/** The storage page and the way back after damage (SV-8, SV-10). */
import { type Door, done, type HandlersOf } from "../door";

export const storageHandlers = ({ storage, shell: { desk } }: Door): HandlersOf<"storage"> => ({
  "storage.report": () => storage.report(),
  "storage.free": async () => ({ freed: await storage.free() }),
  "storage.back_up": () => storage.backUp(),
  "storage.delete_backups": () => ({ freed: storage.deleteOldBackups() }),
  "storage.clear_logs": () => ({ freed: desk.clearLogs() }),
  "storage.open_folder": async () => done(await desk.openDataFolder()),
  "storage.export_diagnostics": async () => ({ saved: await desk.exportDiagnostics() }),
  "storage.recover": ({ how }) => done(storage.recover(how)),
  "storage.cancel_recovery": () => done(storage.cancelRecovery()),
  "storage.start_empty": () => done(storage.startEmpty()),
});
