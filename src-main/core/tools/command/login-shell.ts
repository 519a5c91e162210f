/** Asks the user's login shell where its programs are: an app that a dock or an icon starts inherits the bare PATH of the system. */
import type { LoginEnvironment } from "./environment";
import { KeptOutput } from "./kept-output";
import { runCommand } from "./run-command";
import { newMark } from "./run-files";

export interface LoginShellOrder {
  /** Its file. */
  shell: string;
  home: string;
  data_dir: string;
  timeout_ms?: number;
}

/** Profiles that set up several languages take seconds. */
const TIMEOUT_MS = 10_000;
/** Characters behind the profile's own words. */
const READ = 20_000;

/**
 * Runs the shell as a command of its own: with no input, without keys, and with an end to all that it has started. Empty where the shell is
 * silent or late. @throws where it cannot be started
 */
export async function askLoginShell({
  shell,
  home,
  data_dir,
  timeout_ms = TIMEOUT_MS,
}: LoginShellOrder): Promise<LoginEnvironment> {
  const mark = newMark();
  // Words that every shell has, fish and csh as well.
  const question = `echo ${mark}; printenv PATH; echo ${mark}`;
  const output = new KeptOutput(() => Promise.reject(new Error("Nobody keeps the output of a profile.")));
  await runCommand({
    command: `exec '${shell.replaceAll("'", "'\\''")}' -ilc '${question}' 2>/dev/null`,
    ...{ folder: home, home, data_dir, timeout_ms, output, login: {} },
    signal: new AbortController().signal,
    onOutput: () => undefined,
  });
  // No more than the PATH: an ssh agent that a profile has started is empty, and would take the place of the desktop's own.
  const [, path] = output.last(READ).split(mark);
  return isPath(path) ? { PATH: path.trim() } : {};
}

/** A profile that traces its commands may print between the marks. */
const isPath = (printed: string | undefined): printed is string =>
  printed !== undefined && /^\/[^\n]*$/.test(printed.trim());
