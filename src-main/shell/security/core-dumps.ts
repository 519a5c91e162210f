/**
 * Keeps what is in memory out of the dump that Linux may write of a crashed program: keys, and the words of private sessions (SE-10). Pages
 * are in Chromium's sandbox, which the system never dumps. Windows and macOS keep no memory of a crashed program unless the machine's owner
 * has told them to.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";

/** Bits for the kinds of memory that a dump holds (see `man 5 core`): none of them. */
const NOTHING = "0";
/** Bytes. Too few for a file. A program that takes dumps instead of a file is not started for this number alone. */
const NO_DUMP = 1;

/** Called first of all: processes that start later inherit it. */
export function leaveMemoryOutOfDumps(): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync("/proc/self/coredump_filter", NOTHING);
  } catch {
    // A kernel without dumps has no such file.
  }
}

let refused: Promise<void> | undefined;

/**
 * A dump without memory still has the registers, and a word may be in one. Called before the first private window. Where the system's tool
 * is missing, the registers are all that a dump may hold.
 */
export function refuseDumps(): Promise<void> {
  if (process.platform !== "linux") return Promise.resolve();
  refused ??= new Promise((resolve) => {
    const limit = [`--core=${NO_DUMP}:${NO_DUMP}`, "--pid", String(process.pid)];
    execFile("prlimit", limit, () => resolve());
  });
  return refused;
}
