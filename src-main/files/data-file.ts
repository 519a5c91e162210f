/**
 * The one way to read a file of the data folder. Under its name there may be anything: a pipe that never ends, a folder, a link to itself,
 * 60 MB of blanks. None of these may hold a start, so this reads only an ordinary file of bounded size, and changes nothing.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import { say } from "../core/say";

/** Why a file that exists cannot be read. */
export type Unusable =
  | { why: "folder" | "special" | "dangling" | "loop" | "denied" }
  | { why: "large"; most: number }
  | { why: "failed"; code: string };

export type DataFile = { is: "text"; text: string } | { is: "missing" } | ({ is: "unusable" } & Unusable);

/** The kind of file at a path; `missing` where nothing has that name, not even a link. Costs one `stat`. */
export function kindOf(path: string): "file" | "folder" | "missing" | Unusable {
  try {
    const found = statSync(path);
    if (found.isFile()) return "file";
    return found.isDirectory() ? "folder" : { why: "special" };
  } catch (error) {
    return absent(path, error);
  }
}

/**
 * Reads a whole file, as UTF-8 without a byte order mark. `most` is in bytes. Never throws and never waits: a pipe or a device is not
 * opened, and one that takes the file's place meanwhile is opened without blocking and not read.
 */
export function readDataFile(path: string, most: number): DataFile {
  const kind = kindOf(path);
  if (kind === "missing") return { is: "missing" };
  if (kind === "folder") return { is: "unusable", why: "folder" };
  if (kind !== "file") return { is: "unusable", ...kind };
  try {
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return readOrdinary(handle, fstatSync(handle), most);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const found = absent(path, error);
    return found === "missing" ? { is: "missing" } : { is: "unusable", ...found };
  }
}

/** The reason as the end of a sentence that begins with the file's name: "is a folder". */
export function wordsFor(unusable: Unusable): Sentence {
  switch (unusable.why) {
    case "large":
      return say("file.large", { most: Math.floor(unusable.most / (1024 * 1024)) });
    case "failed":
      return say("file.failed", { code: unusable.code });
    default:
      return say(`file.${unusable.why}`);
  }
}

function readOrdinary(handle: number, found: Stats, most: number): DataFile {
  if (!found.isFile()) return { is: "unusable", why: "special" };
  if (found.size > most) return { is: "unusable", why: "large", most };
  // One byte more than the file had: the reader stops there when the file grows meanwhile.
  const bytes = Buffer.alloc(found.size + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read)
    read = readSync(handle, bytes, length, bytes.length - length, length);
  return { is: "text", text: bytes.toString("utf8", 0, length).replace(/^\uFEFF/, "") };
}

function absent(path: string, error: unknown): "missing" | Unusable {
  const code = codeOf(error);
  if (code === "ENOENT")
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? "missing" : { why: "dangling" };
  if (code === "ELOOP") return { why: "loop" };
  if (code === "EACCES" || code === "EPERM") return { why: "denied" };
  return { why: "failed", code };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
