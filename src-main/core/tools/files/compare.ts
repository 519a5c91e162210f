/** Compares two contents of a file line by line, or says why that cannot be done. Both may be hostile: `compare-thread.ts` gives it a thread. */
import type { ChangeDiff } from "../../../../src-preload/contract/domain/file-changes";
import { diffOf } from "./file-diff";
import { decoded } from "./file-text";

export interface Contents {
  path: string;
  /** Undefined where there was no file. */
  before: Uint8Array | undefined;
  /** Undefined where there is no file. */
  after: Uint8Array | undefined;
}

export async function compare({ path, before, after }: Contents): Promise<ChangeDiff> {
  const [old, now] = [textOf(before), textOf(after)];
  if (old === undefined || now === undefined) return { none: "no-text" };
  if (old === now) return { none: before === undefined || after === undefined ? "empty" : "only-bytes" };
  const diff = await diffOf(path, before === undefined ? undefined : old, now);
  return diff.patch === "" ? { none: "too-large" } : { diff };
}

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? "" : decoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))?.text;
