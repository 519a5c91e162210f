/**
 * Joins neighbouring deltas of one part: a thousand small chunks cost a window as much as one
 * (docs/decisions/replay-is-the-joined-chunk-list.md).
 */
import type { Chunk } from "../../../src-preload/contract/domain/messages";

/** Characters. A joined delta grows no further, so that no packet does. */
export const MAX_DELTA = 64 * 1024;

/**
 * Appends `chunk` to `chunks`, or joins it to the last one where both are plain deltas of the same part. Replaces that last chunk instead
 * of changing it.
 */
export function coalesce(chunks: Chunk[], chunk: Chunk): void {
  const joined = join(chunks.at(-1), chunk);
  if (joined === undefined) chunks.push(chunk);
  else chunks[chunks.length - 1] = joined;
}

function join(last: Chunk | undefined, next: Chunk): Chunk | undefined {
  if (
    last?.type === "tool-input-delta" &&
    next.type === "tool-input-delta" &&
    last.toolCallId === next.toolCallId
  ) {
    const inputTextDelta = last.inputTextDelta + next.inputTextDelta;
    return inputTextDelta.length > MAX_DELTA ? undefined : { ...last, inputTextDelta };
  }
  if (!isPlainDelta(last) || !isPlainDelta(next) || last.type !== next.type || last.id !== next.id)
    return undefined;
  const delta = last.delta + next.delta;
  return delta.length > MAX_DELTA ? undefined : { ...last, delta };
}

type Delta = Extract<Chunk, { type: "text-delta" | "reasoning-delta" }>;

/** A delta with provider metadata (a signature) is never joined (DB-8). */
const isPlainDelta = (chunk: Chunk | undefined): chunk is Delta =>
  (chunk?.type === "text-delta" || chunk?.type === "reasoning-delta") && chunk.providerMetadata === undefined;

/** Estimates a chunk's bytes on a port: its text or JSON, and a little for its envelope. */
export function chunkBytes(chunk: Chunk): number {
  const envelope = 64;
  if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") return envelope + chunk.delta.length;
  if (chunk.type === "tool-input-delta") return envelope + chunk.inputTextDelta.length;
  if (chunk.type === "file") return envelope + chunk.url.length;
  return envelope + (JSON.stringify(chunk)?.length ?? 0);
}

/** Splits a delta longer than `MAX_DELTA`; any other chunk stays as it is. */
export function splitLong(chunk: Chunk): Chunk[] {
  if ((chunk.type !== "text-delta" && chunk.type !== "reasoning-delta") || chunk.delta.length <= MAX_DELTA)
    return [chunk];
  const pieces: Chunk[] = [];
  for (let start = 0; start < chunk.delta.length; start += MAX_DELTA) {
    const last = start + MAX_DELTA >= chunk.delta.length;
    const { providerMetadata, ...plain } = chunk;
    const metadata = last && providerMetadata !== undefined ? { providerMetadata } : {};
    pieces.push({ ...plain, ...metadata, delta: chunk.delta.slice(start, start + MAX_DELTA) });
  }
  return pieces;
}
