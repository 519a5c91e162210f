/** Has commands find the programs that the user's terminal finds, also where a dock or an icon has started the app. */
import { homedir, userInfo } from "node:os";
import { isatty } from "node:tty";
import { app } from "electron";

/** Milliseconds after the start: a profile must not take its time from the first window. */
const LATER_MS = 3_000;

/** Not for an app that is not packed: whoever works on it has started it in a terminal. */
export function askLoginShellLater(data_dir: string): void {
  // A terminal has given its own environment, which may be a chosen one.
  if (!app.isPackaged || process.platform === "win32" || isatty(0)) return;
  setTimeout(() => void ask(data_dir), LATER_MS).unref();
}

async function ask(data_dir: string): Promise<void> {
  const [{ askLoginShell }, { adoptLoginEnvironment }] = await Promise.all([
    import("../../core/tools/command/login-shell"),
    import("../../core/tools/command/environment"),
  ]);
  const { HOME: home = homedir(), SHELL: shell = userInfo().shell } = process.env;
  if (shell) adoptLoginEnvironment(askLoginShell({ shell, home, data_dir }));
}
