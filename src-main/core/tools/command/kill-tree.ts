/** Ends all processes of a command, however they try to stay (AB-1). */
import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type Belonging, type Found, lookFor } from "./processes";

/** Milliseconds between the request to end and the end by force. */
const GRACE_MS = 500;
/** Milliseconds after the last new process. Whatever is left by then cannot be ended: a disk that does not answer holds it. */
const LIMIT_MS = 5_000;
/** Milliseconds in which a command that always begins new processes is given up. On a busy machine it takes longer to be caught. */
const LONGEST_MS = 30_000;
/** Milliseconds between two looks during the grace. */
const PAUSES_MS = [10, 20, 40, 80];
const LONGEST_PAUSE_MS = 160;
/** Processes. A command that makes more after the request is given no more time. */
const MOST_NEW = 50;
/** The looks in a row that must find nothing before they are believed where none is sure: others may start processes all the time. */
const QUIET_LOOKS = 5;
const QUIET_PAUSE_MS = 5;

/**
 * Asks all to end, and ends them by force half a second later. Resolves when none is left, to how many processes there were. A process that
 * began after the request gets none: it may be what another one runs to end well.
 */
export async function killTree(belonging: Belonging): Promise<number> {
  const begun = performance.now();
  const passed = (): number => performance.now() - begun;
  const look = lookFor(belonging);
  const seen = new Set<number>();
  let most = 0;
  let quiet = 0;
  let unknown: number[] = [];
  let isForced = false;
  let force_at = Number.POSITIVE_INFINITY;
  let limit = LIMIT_MS;
  for (let looks = 0; passed() < limit; looks += 1) {
    // The first forced look reads the whole tree: a process without a mark is known by its parent alone.
    const found = await look(isForced ? kill : undefined);
    quiet = found.pids.length === 0 ? quiet + 1 : 0;
    if (quiet > 0 && isEnd(found, quiet, unknown)) break;
    ({ unknown } = found);
    if (seen.size === 0) {
      most = ask(found) + MOST_NEW;
      // The first look takes a while among thousands of processes: the grace begins with the request.
      force_at = passed() + GRACE_MS;
    }
    if (found.pids.some((pid) => !seen.has(pid) && isWithinReach(pid)))
      limit = Math.min(passed() + LIMIT_MS, LONGEST_MS);
    for (const pid of found.pids) seen.add(pid);
    isForced ||= passed() >= force_at || found.pids.length > most;
    // Without a pause where force is used: a process that makes others must not win the race.
    if (isForced) force(belonging, found);
    else await wait(pauseOf(looks, quiet));
  }
  return seen.size;
}

/** A process that shows no environment in two looks never does; one that is always another is always new. */
const isEnd = (found: Found, quiet: number, unknown: readonly number[]): boolean =>
  found.is_sure || (quiet >= QUIET_LOOKS && found.unknown.every((pid) => unknown.includes(pid)));

const pauseOf = (looks: number, quiet: number): number =>
  quiet > 0 ? QUIET_PAUSE_MS : (PAUSES_MS[looks] ?? LONGEST_PAUSE_MS);

/** Asks the processes to end. They, and all that they still start, get the lowest priority, so that they cannot hold up their own end. */
function ask({ pids }: Found): number {
  for (const pid of pids) {
    yieldToOthers(pid);
    send(pid, "SIGTERM");
  }
  return pids.length;
}

/** The whole group at once: no process of it can make another meanwhile. */
function force({ root }: Belonging, { pids, has_group }: Found): void {
  if (has_group && root !== undefined) send(-root, "SIGKILL");
  for (const pid of pids) kill(pid);
}

const kill = (pid: number): void => send(pid, "SIGKILL");

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended by itself, or its number belongs to another user now.
  }
}

/** False for the process of another user, which more time does not end. */
function isWithinReach(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended by itself, or its number belongs to another user now.
  }
}
