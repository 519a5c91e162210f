/** The storage page and the way back after damage (SV-8, SV-10). */
import { done, type HandlersOf, type IpcContext } from "../context";

export const storageHandlers = ({
  storage,
  settings,
  shell: { systemActions },
}: IpcContext): HandlersOf<"storage"> => ({
  "storage.report": () => storage.report(),
  "storage.free": async () => ({ freed: await storage.free() }),
  "storage.delete_event_log": async () => {
    await settings.change("recorder.event_log", false);
    await storage.deleteEventLog();
    return undefined;
  },
  "storage.clear_logs": () => ({ freed: systemActions.clearLogs() }),
  "storage.open_folder": async () => done(await systemActions.openDataFolder()),
  "storage.export_diagnostics": async () => ({ saved: await systemActions.exportDiagnostics() }),
  "storage.recover": ({ how }) => done(storage.recover(how)),
  "storage.cancel_recovery": () => done(storage.cancelRecovery()),
  "storage.start_empty": () => done(storage.startEmpty()),
});
