/** The shell of a command and its environment. A command sees nothing of Braid's own environment, because keys are in there. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** The variable by which a command's processes are found again, wherever they went. */
export const MARK_NAME = "BRAID_CALL";

const INHERITED = ["PATH", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "SSH_AUTH_SOCK"];

/** In capitals or small letters. All other variables stay here. */
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

/** Where a system without a PATH has its programs. */
const ORDINARY_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** The variables that commands take from the user's login shell. */
export interface LoginEnvironment {
  PATH?: string;
}

/**
 * Returns the whole environment of a command; what the login shell has said counts before Braid's own. Programs in it show no colours, no
 * pager, and ask nobody for a password.
 */
export function commandEnvironment(
  home: string,
  mark: string,
  login: LoginEnvironment = {},
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return {
    PATH: ORDINARY_PATH,
    ...Object.fromEntries(Object.entries(own).flatMap(inherited)),
    ...login,
    HOME: home,
    TERM: "dumb",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    PAGER: "cat",
    [MARK_NAME]: mark,
  };
}

function inherited([name, value]: [string, string | undefined]): [string, string][] {
  if (value === undefined) return [];
  if (INHERITED.includes(name) || name.startsWith("LC_")) return [[name, value]];
  return PROXIES.includes(name.toUpperCase()) ? [[name, withoutLogin(value)]] : [];
}

/** An address without its user and password: a password may hold any character. */
const withoutLogin = (address: string): string => address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1");

/** Milliseconds that a command waits for the login shell. */
const LONGEST_WAIT_MS = 3_000;

let asked: Promise<LoginEnvironment> = Promise.resolve({});

/** Commands wait for this answer of the login shell for a moment, and use it once it is there. */
export function adoptLoginEnvironment(answer: Promise<LoginEnvironment>): void {
  asked = answer.catch(() => ({}));
}

/** Empty where the login shell is not asked, has not answered yet, or has failed. */
export async function loginEnvironment(longest_ms = LONGEST_WAIT_MS): Promise<LoginEnvironment> {
  const enough = new AbortController();
  const late = wait(longest_ms, {}, enough).catch(() => ({}));
  try {
    return await Promise.race([asked, late]);
  } finally {
    enough.abort();
  }
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

/** Undefined where there is neither bash nor sh, and on Windows, where a command could not be ended with all that it has started. */
export async function findShell(platform: NodeJS.Platform = process.platform): Promise<Shell | undefined> {
  if (platform === "win32") return undefined;
  for (const file of BASH)
    if (await isProgram(file)) return { file, options: ["--noprofile", "--norc", "-c"] };
  return (await isProgram("/bin/sh")) ? { file: "/bin/sh", options: ["-c"] } : undefined;
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
