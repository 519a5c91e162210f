/** Reads the computer's processes, and decides which of them belong to a command. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { promisify } from "node:util";
import { createBreathing } from "../../time-slice";
import { MARK_NAME } from "./environment";

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** The process has ended, and its parent has not taken note, or it is just ending: nothing more runs in it. */
  is_ended: boolean;
  /** True where its environment holds the mark, or where it prints into the command's pipe. Undefined where the system is just exchanging its environment for another. */
  is_marked: boolean | undefined;
}

/** The marks of a command's processes. */
export interface Belonging {
  mark: string;
  /** When it began, in the system's own ticks: what is older is something else. */
  since?: number | undefined;
  /** The first process: its group and its session have the same number. */
  root?: number | undefined;
}

export interface Found {
  pids: number[];
  /** One of them is in the group of the first process. */
  has_group: boolean;
  /** Processes that may belong: only another look can tell. */
  unknown: number[];
  /** Nothing can have slipped through. */
  is_sure: boolean;
}

const run = promisify(execFile);

/** One look at the computer's processes. Several may be needed until nothing can have slipped through. */
export type Look = (
  /** Hears of each process with the mark as soon as it is seen. */
  onFound?: (pid: number) => void,
) => Promise<Found>;

/**
 * Returns the look that finds every living process of one command: by its mark, its group, its session, and its parents. On
 * Linux its first call reads all processes of the computer, a later one only those that may belong.
 */
export function lookFor(belonging: Belonging): Look {
  if (process.platform !== "linux") return () => findByList(belonging);
  const older = createOlder();
  return (onFound = () => {}) => findOnLinux(belonging, older, onFound);
}

/** Pure: chooses from a list of all processes. `self` is the process that starts commands. */
export function belongingTo(
  { root }: Belonging,
  rows: readonly ProcessRow[],
  self: number = process.pid,
): Found {
  // After the first process has ended, another may get its number: that one has another parent.
  const isRenumbered = rows.some(
    ({ pid, parent, is_marked }) => pid === root && parent !== self && !is_marked,
  );
  const first = isRenumbered ? undefined : root;
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const ours = new Map<number, ProcessRow>();
  const waiting = rows.filter(
    ({ pid, group, session, is_marked }) =>
      is_marked === true || (first !== undefined && [pid, group, session].includes(first)),
  );
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (ours.has(row.pid)) continue;
    ours.set(row.pid, row);
    waiting.push(...(children.get(row.pid) ?? []));
  }
  const alive = [...ours.values()].filter(({ is_ended }) => !is_ended);
  const unknown = rows.filter(
    ({ pid, is_marked, is_ended }) => is_marked === undefined && !is_ended && !ours.has(pid),
  );
  return {
    pids: alive.map(({ pid }) => pid),
    has_group: first !== undefined && alive.some(({ group }) => group === first),
    unknown: unknown.map(({ pid }) => pid),
    is_sure: unknown.length === 0,
  };
}

/**
 * Looks at what was born meanwhile as well. A process that lives for a moment only, and leaves another behind, slips through a list that
 * takes longer than that moment. Only a look during which nothing was born is sure: one that is just being born is not seen yet.
 */
async function findOnLinux(
  belonging: Belonging,
  older: Older,
  onFound: (pid: number) => void,
): Promise<Found> {
  const breathe = createBreathing();
  const first = newestPid();
  let newest = first;
  const known = older.at(first);
  const rows = new Map<number, ProcessRow>();
  const look = (pid: number): void => {
    if (known.has(pid)) return;
    const row = readRow(pid, belonging);
    if (row === "older") known.add(pid);
    if (row === undefined || row === "older") return;
    rows.set(pid, row);
    if (row.is_marked === true) onFound(pid);
  };
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) look(Number(name));
    await breathe();
  }
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    const before = newest;
    newest = newestPid();
    // The numbers have begun anew, or so many are new that another list is cheaper.
    if (newest === before || newest < before || newest - before > MOST_NEW) break;
    for (let pid = before + 1; pid <= newest; pid += 1) look(pid);
    // A new process of the command is told at once: it has to be killed before it makes its next child.
    if ([...rows.values()].some(({ pid, is_marked }) => pid > before && is_marked)) break;
  }
  const found = belongingTo(belonging, [...rows.values()]);
  return { ...found, is_sure: found.is_sure && newest === first };
}

interface Older {
  /** The numbers of processes that are older than the command, which a look need not read and may add to. */
  at(newest_pid: number): Set<number>;
}

/** Remembers them until the system's numbers begin anew: each may then be another process. */
function createOlder(): Older {
  const pids = new Set<number>();
  let last = 0;
  return {
    at(newest_pid) {
      if (newest_pid < last) pids.clear();
      last = newest_pid;
      return pids;
    },
  };
}

/** Each takes microseconds. */
const MOST_ROUNDS = 100;
const MOST_NEW = 200;

/** The number of the process that was made last. */
const newestPid = (): number => Number(readFileSync("/proc/loadavg", "latin1").trim().split(" ").at(-1));

/** The place of the time at which a process began, among the fields behind its name. */
const START = 19;

/** Ticks of a second, for programs on any Linux. */
const TICKS = 100;

/** Returns the time in the system's ticks, for `since`. Undefined where the system has none. */
export function ticksNow(): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return Math.floor(Number(readFileSync("/proc/uptime", "latin1").split(" ")[0]) * TICKS);
  } catch {
    return undefined;
  }
}

/** The flag of the kernel's own threads, which have no environment. */
const KERNEL_THREAD = 0x00200000;
/** The flag of a process that has ended itself: it closes what it has open before its state says so. */
const EXITING = 0x00000004;

/** Pure: reads the line of `/proc/<pid>/stat`. `started` is in the system's ticks. */
export function parseStat(stat: string) {
  // A name may hold anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group, session, , , flags] = fields;
  const has = (flag: number) => (Number(flags) & flag) !== 0;
  return {
    started: Number(fields[START]),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    is_ended: state === "Z" || state === "X" || has(EXITING),
    is_kernel: has(KERNEL_THREAD),
  };
}

/**
 * Synchronous, because a walk that waits is too slow for processes that make others. "older" for a process that began before the command,
 * undefined where it is gone.
 */
function readRow(pid: number, { mark, since = 0 }: Belonging): ProcessRow | "older" | undefined {
  try {
    const { started, is_kernel, ...row } = parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
    if (started < since) return "older";
    return { pid, ...row, is_marked: is_kernel || row.is_ended ? false : readMark(pid, mark) };
  } catch {
    return undefined;
  }
}

/** A process of another user keeps its environment to itself. */
function readMark(pid: number, mark: string): boolean | undefined {
  if (printsInto(pid, pipeName(mark))) return true;
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    if (environment === "") return undefined;
    return environment.split("\0").includes(`${MARK_NAME}=${mark}`);
  } catch {
    return false;
  }
}

/** The file name of a command's pipe. The system remembers it, even for a process that has thrown its environment away. */
export const pipeName = (mark: string): string => `${mark}.pipe`;

const OUTPUTS = [1, 2];

function printsInto(pid: number, pipe: string): boolean {
  try {
    return OUTPUTS.some((output) => readlinkSync(`/proc/${pid}/fd/${output}`).includes(`/${pipe}`));
  } catch {
    return false;
  }
}

/** Bytes. Environments are long. */
const LONGEST_LIST = 64 * 1024 * 1024;
const LIST_TIMEOUT_MS = 1_000;

async function findByList(belonging: Belonging): Promise<Found> {
  const columns = ["-A", "-E", "-ww", "-o", "pid=,ppid=,pgid=,sess=,stat=,command="];
  try {
    const options = { maxBuffer: LONGEST_LIST, timeout: LIST_TIMEOUT_MS };
    const { stdout } = await run("/bin/ps", columns, options);
    return belongingTo(belonging, parseList(stdout, belonging.mark));
  } catch {
    return { pids: [], has_group: false, unknown: [], is_sure: false };
  }
}

/** Reads what `ps -E` prints: the environment stands behind the command. */
export function parseList(printed: string, mark: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of printed.split("\n")) {
    const read = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+\S+\s+(\S+)\s(.*)$/.exec(line);
    if (read === null) continue;
    const [, pid, parent, group, state = "", words = ""] = read;
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      // This system lists an address there.
      session: Number.NaN,
      // "E" stands behind the state of a process that is just ending.
      is_ended: /^Z|E/.test(state),
      is_marked: words.split(" ").includes(`${MARK_NAME}=${mark}`),
    });
  }
  return rows;
}
