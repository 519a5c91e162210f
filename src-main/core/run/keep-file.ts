/** Keeps what a file is before a tool, or a restore, changes it (RW-5). */
import { createHash } from "node:crypto";
import type { Clock } from "../ports/clock";
import type { FileChange, NewFileChange } from "../ports/file-change-store";
import type { Store } from "../ports/store";
import type { AboutToChange } from "../ports/tools";
import { createBreathing } from "../time-slice";

interface KeepDeps {
  store: Pick<Store, "putBlob" | "fileChange" | "addFileChange" | "moveFileChange">;
  clock: Clock;
}

type Keeping = AboutToChange & Pick<NewFileChange, "session_id" | "message_id" | "restore_id">;

const PIECE = 256 * 1024;
/** A sweep may take the content away once, just before its row is there. */
const ATTEMPTS = 3;

/**
 * Keeps the content once per turn and file: what the turn's own earlier change left is not kept again. On the disk when the promise
 * resolves. @throws BraidError `STORE_UNAVAILABLE`: the file must stay as it is then
 */
export async function keepFile({ store, clock }: KeepDeps, keeping: Keeping): Promise<void> {
  const { path, before, after, session_id, message_id, restore_id } = keeping;
  const after_sha256 = after === undefined ? null : await sha256Of(after);
  const prior_sha256 = before?.bytes === undefined ? null : await sha256Of(before.bytes);
  const is_known = before === undefined || before.bytes !== undefined;
  if (is_known && prior_sha256 === after_sha256) return;
  const earlier = restore_id === undefined ? store.fileChange(message_id, path) : undefined;
  if (is_known && earlier !== undefined && isLeftBy(earlier, prior_sha256)) {
    store.moveFileChange({ id: earlier.id, after_sha256, prior_sha256 });
    return;
  }
  const change = { session_id, message_id, path, after_sha256, restore_id };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (before?.bytes !== undefined) await store.putBlob(piecesOf(before.bytes), clock.now());
    const kept = before && { sha256: prior_sha256, mode: before.mode };
    if (store.addFileChange({ ...change, before: kept ?? null, now: clock.now() })) return;
  }
  throw new Error("What this file was could not be kept.");
}

/** True where this content, null for no file, is what the change left, or what a crash just before the change left. */
export function isLeftBy({ before, after_sha256, prior_sha256 }: FileChange, sha256: string | null): boolean {
  if (sha256 === after_sha256) return true;
  // A null `prior_sha256` means no file only where `before` is null, too. Else the file may have been too large to keep.
  return sha256 === prior_sha256 && (sha256 !== null || before === null);
}

export async function sha256Of(bytes: Buffer): Promise<string> {
  const breathe = createBreathing();
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += PIECE) {
    hash.update(bytes.subarray(at, at + PIECE));
    await breathe();
  }
  return hash.digest("hex");
}

export async function* piecesOf(bytes: Buffer): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
