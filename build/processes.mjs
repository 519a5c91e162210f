// Child processes that never outlive their script. Each leads a group of its own, and the groups are ended when the script is told to stop.
// On Linux the kernel ends a child whose parent was killed outright.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { Problem, say } from "./progress.mjs";

const GRACE_MS = 5_000;
const SHOWN_LINES = 20;
const posix = process.platform !== "win32";
const SETPRIV = "/usr/bin/setpriv";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, survives?: boolean, mayTidy?: boolean }} StartOptions */

/** @type {Set<ChildProcess>} */
const children = new Set();

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (posix && child.pid) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/** @param {ChildProcess} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Ends a child with everything it started: first politely, then for good.
 * @param {ChildProcess} child
 */
export async function stop(child) {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    signalGroup(child, "SIGTERM");
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS);
    await ended;
    clearTimeout(timer);
  }
  signalGroup(child, "SIGKILL");
}

/**
 * Starts a child that ends with this script.
 * @param {string} command
 * @param {string[]} args
 * @param {StartOptions} [options] `survives`: it must not be cut in the middle, and outlives the script.
 *   `mayTidy`: where the script is killed outright, it is asked to end and not killed as well
 */
export function start(command, args, { survives = false, mayTidy = false, ...options } = {}) {
  const guarded = !survives && process.platform === "linux" && existsSync(SETPRIV);
  const child = spawn(
    guarded ? SETPRIV : command,
    guarded ? ["--pdeathsig", mayTidy ? "TERM" : "KILL", "--", command, ...args] : args,
    { ...options, detached: posix, shell: !posix && command === "npm" },
  );
  if (!survives) children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code; 128 + n like a shell's where a signal ended it
 */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)),
    );
  });
}

/** Shortens a long output to its start and its end, because the reason for a failure stands at one of them. @param {string} text */
function bothEnds(text) {
  const lines = text.trim().split("\n");
  if (lines.length <= 2 * SHOWN_LINES) return lines.join("\n");
  return [...lines.slice(0, SHOWN_LINES), "…", ...lines.slice(-SHOWN_LINES)].join("\n");
}

/**
 * Runs a command silently and returns its standard output. If it fails, the error has its output.
 * @param {string} command
 * @param {string[]} args
 * @param {Omit<StartOptions, "stdio"> & { todo?: string }} [options] `todo`: what to do about a failure
 */
export async function run(
  command,
  args,
  { todo = "Read the lines above, then run this again.", ...options } = {},
) {
  const child = start(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let said = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
    said += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const code = await exitCode(child).catch((error) => {
    throw new Problem(`${command} could not be started (${error.code ?? error.message}).`, todo);
  });
  await closed;
  if (code !== 0) throw new Problem(`${bothEnds(said)}\n${command} ${args[0] ?? ""} failed (${code}).`, todo);
  return output;
}

/**
 * Runs npm: the npm that started this script, if one did.
 * @param {string[]} args
 * @param {Omit<StartOptions, "stdio"> & { todo?: string }} [options]
 */
function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith("npm-cli.js")
    ? run(process.execPath, [cli, ...args], options)
    : run("npm", args, options);
}

/**
 * Runs npm for downloads. npm repeats failed requests, but gives up if an answer breaks off in the middle. So this starts npm once more,
 * which finds the whole files in its cache.
 * @param {string[]} args
 * @param {Omit<StartOptions, "stdio"> & { todo?: string }} [options]
 */
export async function npmFetch(args, options) {
  try {
    return await npm(args, options);
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\nOnce more:`);
    return await npm(args, options);
  }
}

/** @type {NodeJS.Signals[]} */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"];
const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
for (const signal of endings) {
  process.once(signal, async () => {
    // The last child is ended first, because a display must not vanish under the app that draws on it.
    for (const child of [...children].reverse()) await stop(child);
    process.exit(128 + numbers[/** @type {keyof typeof numbers} */ (signal)]);
  });
}
process.once("exit", () => {
  for (const child of children) signalGroup(child, "SIGKILL");
});

/** Returns the ids of the process that started this script, and of the one before it. Between npm and a script there is a shell. */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}

// Ends the script with its npm, which may be killed without passing that on. Other parents are not watched: a script may start the app in
// the background and end.
if (posix && process.env.npm_lifecycle_event) {
  const before = ancestors();
  const watch = () => ancestors() === before || process.kill(process.pid, "SIGTERM");
  setInterval(watch, 1_000).unref();
}
