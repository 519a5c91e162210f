/** The shell of a command and its environment. A command sees nothing of Braid's own environment, because keys are in there. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";

/** The variable by which a command's processes are found again, wherever they went. */
export const MARK_NAME = "BRAID_CALL";

/** All others stay here. */
const INHERITED = ["PATH", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR"];

/** Where a system without a PATH has its programs. */
const ORDINARY_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** Returns the whole environment of a command. Programs in it show no colours, no pager, and ask nobody for a password. */
export function commandEnvironment(
  home: string,
  mark: string,
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(own).filter(([name]) => INHERITED.includes(name) || name.startsWith("LC_"));
  const known = kept.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    PATH: ORDINARY_PATH,
    ...Object.fromEntries(known),
    HOME: home,
    TERM: "dumb",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    PAGER: "cat",
    [MARK_NAME]: mark,
  };
}

/** Fixed places: a folder of the PATH may belong to anybody. */
const BASH = [
  "/bin/bash",
  "/usr/bin/bash",
  "/usr/local/bin/bash",
  "/opt/homebrew/bin/bash",
  "/run/current-system/sw/bin/bash",
];

export interface Shell {
  file: string;
  /** Precede the command. */
  options: string[];
}

/** @throws where there is neither bash nor sh */
export async function findShell(platform: NodeJS.Platform = process.platform): Promise<Shell> {
  if (platform === "win32") throw noShell();
  for (const file of BASH)
    if (await isProgram(file)) return { file, options: ["--noprofile", "--norc", "-c"] };
  if (await isProgram("/bin/sh")) return { file: "/bin/sh", options: ["-c"] };
  throw noShell();
}

const noShell = (): Error =>
  new Error("Commands need bash, and this computer has none. Go on without commands, or ask the user.");

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
