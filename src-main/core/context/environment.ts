/** Reads a turn's surroundings: platform, workspace and its git status, date and time zone. Never fails: what cannot be read is left out. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Clock } from "../ports/clock";
import type { Environment } from "./system-prompt";

const run = promisify(execFile);

const GIT_TIMEOUT_MS = 2000;
/** Characters: a repository with ten thousand changed files must not fill the prompt. */
const GIT_STATUS_LIMIT = 2000;

/** Resolves at once when `signal` aborts: a repository on a slow disk must not hold Stop up (AB-1). */
export async function readEnvironment(
  workspace_root: string | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<Environment> {
  const git_status = workspace_root === undefined ? undefined : await gitStatus(workspace_root, signal);
  return {
    platform: process.platform,
    ...(workspace_root === undefined ? {} : { workspace_root }),
    ...(git_status === undefined ? {} : { git_status }),
    now: clock.now(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** No optional locks: looking must not make a `git` of the user's wait or fail. No fsmonitor: a workspace's configuration could run a program. */
const GIT_ARGUMENTS = ["--no-optional-locks", "-c", "core.fsmonitor=false", "status", "--short", "--branch"];

async function gitStatus(workspace_root: string, signal: AbortSignal): Promise<string | undefined> {
  // A child gets no environment of ours: that is where keys are (architecture decision 13).
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const options = { cwd: workspace_root, timeout: GIT_TIMEOUT_MS, encoding: "utf8" as const, env, signal };
  try {
    const { stdout } = await run("git", GIT_ARGUMENTS, options);
    return stdout.length > GIT_STATUS_LIMIT ? `${stdout.slice(0, GIT_STATUS_LIMIT)}\n…` : stdout.trimEnd();
  } catch {
    // No git, no repository, or a folder in which nothing can be started: a file, a mount that has gone.
    return undefined;
  }
}
