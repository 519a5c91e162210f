/** Caps what a model reads of a tool's output, and keeps the whole output in a file that it can read on (AG-1). */
import { createHash, randomBytes } from "node:crypto";
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rm,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ToolResult } from "../../../src-preload/contract/domain/tools";
import type { ToolCallContext } from "../ports/tools";
import { counted, headOf, tailOf } from "./whole-text";

/** UTF-16 units of one output that a model reads. */
export const MOST_CHARACTERS = 30_000;

type Call = Pick<ToolCallContext, "session_id" | "tool_call_id">;

const hashed = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** The folder of a session's kept outputs. An id that is not one of ours makes no path of its own. */
const folderOf = (data_dir: string, session_id: string): string =>
  join(
    data_dir,
    "tool-outputs",
    /^ses_[0-9a-zA-Z]{1,64}$/.test(session_id) ? session_id : hashed(session_id),
  );

/**
 * A file for a call's whole output. Its name is a hash: the id of a call comes from a provider and may be anything. A random part follows,
 * because some providers number the calls of each answer anew.
 */
const newKeptPath = (data_dir: string, { session_id, tool_call_id }: Call): string =>
  join(folderOf(data_dir, session_id), `${hashed(tool_call_id)}-${randomBytes(4).toString("hex")}.txt`);

const KEPT_NAME = /^[0-9a-f]{32}-[0-9a-f]{8}\.txt$/;

/**
 * Returns the file in which this session reads the kept output that `path`, a real path, names; undefined where it has none of that name.
 * A branch names the outputs of its origin as its origin did, and reads its own links to them. No link that a command has put there is
 * followed.
 */
export async function keptOutputAt(
  data_dir: string,
  session_id: string,
  path: string,
): Promise<string | undefined> {
  const name = basename(path);
  const outputs = dirname(folderOf(data_dir, session_id));
  const root = await realpath(outputs).catch(() => undefined);
  if (root === undefined || dirname(dirname(path)) !== root || !KEPT_NAME.test(name)) return undefined;
  const own = join(root, basename(folderOf(data_dir, session_id)), name);
  return (await realpath(own).catch(() => undefined)) === own ? own : undefined;
}

/**
 * Gives a branch the outputs of its origin (BR-1), which it keeps when its origin is removed (DB-10). They are links to the same files: an
 * output that still grows goes on in both.
 */
export async function shareKept(data_dir: string, from: string, to: string): Promise<void> {
  const names = await readdir(folderOf(data_dir, from)).catch((): string[] => []);
  const kept = names.filter((name) => KEPT_NAME.test(name));
  if (kept.length === 0) return;
  await mkdir(folderOf(data_dir, to), { recursive: true, mode: 0o700 });
  for (const name of kept) {
    const [origin, own] = [join(folderOf(data_dir, from), name), join(folderOf(data_dir, to), name)];
    // Some disks have no hard links. An output that cannot be shared costs nobody the branch.
    await link(origin, own)
      .catch(() => copyFile(origin, own, constants.COPYFILE_EXCL))
      .catch(() => undefined);
  }
}

/** Removes the kept outputs of a session that is removed for good (DB-10). Files that cannot be removed stay. */
export async function removeKept(data_dir: string, session_id: string): Promise<void> {
  await rm(folderOf(data_dir, session_id), { recursive: true, force: true }).catch(() => undefined);
}

/** Opens the file for a call's whole output (0600, its folder 0700), empty. For output that arrives in pieces. The caller closes it. */
export async function openKept(data_dir: string, call: Call): Promise<{ path: string; file: FileHandle }> {
  await mkdir(folderOf(data_dir, call.session_id), { recursive: true, mode: 0o700 });
  const path = newKeptPath(data_dir, call);
  return { path, file: await open(path, "w", 0o600) };
}

/**
 * Returns `text` as it is where it has at most `most` UTF-16 units. Else its head and its tail, and where the whole is kept. Where it cannot
 * be kept, on a full disk, the text says so.
 */
export async function capped(
  data_dir: string,
  call: Call,
  text: string,
  most = MOST_CHARACTERS,
): Promise<Pick<ToolResult, "text" | "kept">> {
  if (text.length <= most) return { text };
  try {
    const { path, file } = await openKept(data_dir, call);
    try {
      for (const piece of piecesOf(text)) await file.appendFile(piece);
    } finally {
      await file.close();
    }
    return { text: headAndTail(text, most, path), kept: { path, characters: text.length } };
  } catch {
    return { text: headAndTail(text, most) };
  }
}

/** Characters that are encoded at once: a text of megabytes would hold the thread. */
const PIECE = 256 * 1024;

/** Yields the text in pieces. Both halves of a surrogate pair stay in one piece. */
function* piecesOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const piece = headOf(text.slice(at, at + PIECE + 1), PIECE);
    at += piece.length;
    yield piece;
  }
}

/** Returns the first and the last half of what fits, in whole lines where they are short, with a word on what is left out between. */
export function headAndTail(text: string, most: number, path?: string): string {
  const half = Math.floor(most / 2);
  const head = untilLineEnd(headOf(text, half));
  const tail = fromLineStart(tailOf(text, half));
  const left_out = counted(text.length - head.length - tail.length, "character");
  const where = path === undefined ? "The whole output could not be kept." : `The whole output: read ${path}`;
  return `${head}\n[… ${left_out} left out here. ${where}]\n${tail}`;
}

/** Cuts behind the last line end, unless that would lose more than half. */
function untilLineEnd(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > text.length / 2 ? text.slice(0, end) : text;
}

/** Cuts before the first whole line, unless that would lose more than half. */
function fromLineStart(text: string): string {
  const start = text.indexOf("\n") + 1;
  return start > 0 && start < text.length / 2 ? text.slice(start) : text;
}
