/**
 * The log in `logs/` of the data folder: bounded in size and number, for its user alone, without keys, and written only when something
 * happens.
 */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import logger from "electron-log/node";
import type { LogSink } from "../../core/log";
import type { Redactor } from "../../core/redact";
import { readDataFile } from "../../files/data-file";
import { fileProblem, folderProblem } from "../../files/data-folder";

const NAME = "braid.log";
/** Bytes of one file, and the number of old files beside it. */
const MOST_BYTES = 1024 * 1024;
const OLD_FILES = 4;
/** Characters of one entry: an error that quotes an answer must not put all of it into the log. */
const LONGEST = 4000;

export interface LogFile {
  sink: LogSink;
  /** The newest lines, oldest first. */
  recent(lines: number): string[];
  /** Returns the bytes that came free. */
  clear(): number;
}

export function openLogFile(folder: string, redactor: Redactor): LogFile {
  const path = join(folder, NAME);
  const { file, console: terminal } = logger.transports;
  file.resolvePathFn = () => path;
  file.maxSize = MOST_BYTES;
  file.writeOptions = { flag: "a", mode: 0o600, encoding: "utf8" };
  file.format = "{iso} {level} {text}";
  file.archiveLogFn = () => rotate(path);
  terminal.level = false;
  return {
    sink: (level, text) => {
      // Cut before redacting, so that a book does not cost the redactor time. The double length keeps a key whole that the second cut would
      // halve.
      const clean = redactor.redact(text.slice(0, 2 * LONGEST)).slice(0, LONGEST);
      console[level](clean);
      if (prepare(folder, path)) logger[level](clean);
    },
    recent: (lines) => readLines(path).slice(-lines),
    clear: () => {
      const size = files(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
      for (const name of files(folder)) rmSync(join(folder, name), { force: true });
      // The transport counts the bytes that it has written: this makes its next entry begin anew.
      if (prepare(folder, path)) {
        file.getFile().clear();
        rmSync(path, { force: true });
      }
      return size;
    },
  };
}

/**
 * Returns false where the log must not be written: a link leads to somebody else's folder, and a pipe would block its writer. The app goes
 * on without a log.
 */
function prepare(folder: string, path: string): boolean {
  try {
    if (folderProblem(folder, { own: true }) !== undefined || fileProblem(path) !== undefined) return false;
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}

/** `braid.log` becomes `braid.1.log`, that `braid.2.log`; the oldest is deleted. */
function rotate(path: string): void {
  const old = (n: number): string => path.replace(/\.log$/, `.${n}.log`);
  rmSync(old(OLD_FILES), { force: true });
  for (let n = OLD_FILES - 1; n >= 0; n--) {
    const from = n === 0 ? path : old(n);
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, old(n + 1));
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function files(folder: string): string[] {
  if (folderProblem(folder, { own: true }) !== undefined) return [];
  try {
    return readdirSync(folder).filter((name) => /^braid(\.\d)?\.log$/.test(name));
  } catch {
    return [];
  }
}

function readLines(path: string): string[] {
  // The writer checks the size before each entry, and an entry is short.
  const read = readDataFile(path, 2 * MOST_BYTES);
  return read.is === "text" ? read.text.split("\n").filter(Boolean) : [];
}
