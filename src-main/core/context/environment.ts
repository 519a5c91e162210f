/**
 * Reads a turn's surroundings: platform, workspace and its git status, date and time zone. Never fails: leaves out each fact that it cannot
 * read.
 */
import { type ExecFileOptions, execFile } from "node:child_process";
import { promisify } from "node:util";
import { abortable } from "../abortable";
import type { Clock } from "../ports/clock";
import { isNetworkPath } from "./network-path";
import { programOnPath } from "./program-path";
import type { Environment } from "./system-prompt";

const run = promisify(execFile);

const GIT_TIMEOUT_MS = 2000;
/** Characters: a repository with ten thousand changed files must not fill the prompt. */
const GIT_STATUS_LIMIT = 2000;

/** The surroundings that no program has to be asked for. */
export const surroundings = (
  workspace_root: string | undefined,
  clock: Clock,
  platform = process.platform,
): Environment => ({
  platform,
  ...(workspace_root === undefined ? {} : { workspace_root }),
  now: clock.now(),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/**
 * Resolves at once when `signal` aborts: a repository on a slow disk must not hold Stop up (AB-1). Names a workspace on another computer
 * without looking at it. A window may have invented that path, and a look would tell the other computer who asks.
 */
export async function readEnvironment(
  workspace_root: string | undefined,
  clock: Clock,
  signal: AbortSignal,
  platform = process.platform,
): Promise<Environment> {
  const looked_at = workspace_root !== undefined && !isNetworkPath(workspace_root, platform);
  const git_status = looked_at ? await gitStatus(workspace_root, signal) : undefined;
  return {
    ...surroundings(workspace_root, clock, platform),
    ...(git_status === undefined ? {} : { git_status }),
  };
}

/**
 * Keep `git status` from running programs: a repository may come from anywhere, and its own files may name programs. `core.fsmonitor=false`
 * runs no monitor. `--ignore-submodules` stays out of submodules, which would read their own configuration without our overrides.
 * `safe.bareRepository=explicit` refuses a repository that lies inside another one as a plain folder. `--no-optional-locks` takes no lock,
 * so that the user's own `git` neither waits nor fails.
 */
const GIT_ARGUMENTS = [
  "--no-optional-locks",
  "--literal-pathspecs",
  ...["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"],
];
const STATUS = ["status", "--short", "--branch", "--ignore-submodules=all", "--"];
const FILTERS = ["config", "--name-only", "--null", "--get-regexp", "^filter\\."];

/**
 * Keeps git from fetching what a repository lacks: the repository itself names the program that would fetch. Git before 2.44 knows only the
 * second variable, which allows one kind of address that does not exist.
 */
const WITHOUT_FETCH = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };

/** Overrides every configured filter with nothing: git would run its program on a file to see whether the file has changed. */
function withoutFilters(listed: string): Record<string, string> {
  const programs = listed.split("\0").filter((name) => /\.(clean|smudge|process|required)$/.test(name));
  const all = [...new Set(programs)].map((name, at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, name.endsWith(".required") ? "false" : ""],
  ]);
  return { ...Object.fromEntries(all.flat()), GIT_CONFIG_COUNT: String(all.length) };
}

async function gitStatus(workspace_root: string, signal: AbortSignal): Promise<string | undefined> {
  // A child process gets nothing else of our environment: keys may be in there (docs/decisions/children-of-main-inherit-no-secret.md).
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...WITHOUT_FETCH };
  const options = { cwd: workspace_root, env, signal };
  try {
    // `git config` ends with 1 where no filter is configured.
    const filters = await git(FILTERS, options).catch((error) => {
      if (error.code === 1) return "";
      throw error;
    });
    // The folder is named, because the repository may say that its files lie elsewhere.
    const status = await git([...STATUS, workspace_root], {
      ...options,
      env: { ...env, ...withoutFilters(filters) },
    });
    return status.length > GIT_STATUS_LIMIT ? `${status.slice(0, GIT_STATUS_LIMIT)}\n…` : status.trimEnd();
  } catch {
    // No git, no repository, or a folder in which nothing can be started: a file, a mount that has gone.
    return undefined;
  }
}

/**
 * Returns what `git` prints. Rejects after the timeout without waiting for the process: a disk that does not answer may keep it from
 * ending.
 */
async function git(args: string[], options: ExecFileOptions & { signal: AbortSignal }): Promise<string> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), GIT_TIMEOUT_MS);
  const signal = AbortSignal.any([options.signal, late.signal]);
  try {
    const program = await abortable(programOnPath("git", options.env?.PATH), signal);
    if (program === undefined) throw new Error("There is no git.");
    const { stdout } = await run(program, [...GIT_ARGUMENTS, ...args], {
      ...options,
      signal,
      encoding: "utf8",
    });
    return stdout;
  } finally {
    clearTimeout(timer);
  }
}
