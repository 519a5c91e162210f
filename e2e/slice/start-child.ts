/** Starts without a window, in a process that may hang, one on each folder it is sent: what each tells its user, and the CPU time it took. */
import { compose } from "../../src-main/compose";
import { toErrorInfo } from "../../src-main/core/braid-error";
import { inEnglish } from "../../src-main/core/english";

const [resources_dir = ""] = process.argv.slice(2);

async function start(data_dir: string) {
  try {
    const app = await compose({ data_dir, resources_dir, env: {} });
    const { settings_problems, store_notices, recovery } = app.info();
    const told = {
      problems: settings_problems.map(({ path, message }) => `${path}: ${inEnglish(message)}`),
      notices: [...store_notices, ...(recovery === undefined ? [] : [recovery])].map(
        ({ message, hint }) => `${inEnglish(message)} ${inEnglish(hint)}`,
      ),
      secrets_unreadable: app.providers.view().keys_unreadable,
      windows: app.memory.appState("windows"),
      sessions: app.sessions.list({ limit: 9 }).sessions.length,
    };
    await app.close();
    return told;
  } catch (error) {
    const { message, hint = "" } = toErrorInfo(error);
    return { refused: `${inEnglish(message)} ${inEnglish(hint)}` };
  }
}

process.on("message", async (folder: string) => {
  const before = process.cpuUsage();
  const told = await start(folder);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ...told, cpu_ms: (user + system) / 1000 });
});
