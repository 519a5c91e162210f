/**
 * A small file for each command that runs: its name is the command's mark. After a crash of Braid the next start finds by it what has to be
 * ended.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { killTree } from "./kill-tree";

const MARK = /^[0-9a-f]{32}$/;

export const runFolder = (data_dir: string): string => join(data_dir, "tool-runs");

/** The commands of this process, by their marks. */
const running = new Map<string, number>();

export const newMark = (): string => randomBytes(16).toString("hex");

/** A disk that is full does not keep the command from running. */
export async function noteStart(data_dir: string, mark: string): Promise<void> {
  running.set(mark, 0);
  const folder = runFolder(data_dir);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await writeFile(join(folder, mark), "", { flag: "wx", mode: 0o600 }).catch(() => undefined);
}

/** Commands do not outlive an ordinary end of Braid. */
export function noteProcess(mark: string, pid: number): void {
  running.set(mark, pid);
  if (process.listeners("exit").includes(killGroups)) return;
  process.on("exit", killGroups);
}

export async function noteEnd(data_dir: string, mark: string): Promise<void> {
  running.delete(mark);
  await rm(join(runFolder(data_dir), mark), { force: true }).catch(() => undefined);
}

/** Synchronous: nothing else is possible at the end of a process. */
function killGroups(): void {
  for (const pid of running.values()) {
    try {
      if (pid > 0) process.kill(-pid, "SIGKILL");
    } catch {
      // The command has ended by itself.
    }
  }
}

/** Ends what commands of an earlier run of Braid have left. Call once at start. Resolves to the number of processes. */
export async function sweepLeftovers(data_dir: string): Promise<number> {
  const folder = runFolder(data_dir);
  const names = await readdir(folder).catch(() => []);
  let ended = 0;
  for (const name of names) {
    const [mark = ""] = name.split(".");
    if (!MARK.test(mark) || running.has(mark)) continue;
    if (name === mark) ended += await killTree({ mark });
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
  return ended;
}
