/**
 * Bounds the size of one message. No model says as much as this. A server that never ends does, and memory, database and every window would
 * keep all of it. A full message ends like one that has reached the model's own limit.
 */
import type { Chunk } from "../../../src-preload/contract/domain/messages";

/** Characters of a message, and of a part that is handled as a whole when it ends (a thought, the input of a call). */
const LONGEST_MESSAGE = 32 * 1024 * 1024;
const LONGEST_WHOLE = 2 * 1024 * 1024;
/** Texts, thoughts, calls, attachments, sources. */
const MOST_PARTS = 5000;
/** Calls of one step. The next step shows all of them to the model again, and the SDK handles them in one go. */
const MOST_CALLS = 256;
/** Characters that a chunk counts at least. */
const LEAST = 16;

export interface Room {
  /** Returns false where the message is full: the caller drops the chunk. */
  takes(chunk: Chunk): boolean;
}

/** @param said the chunks with which the message begins. */
export function createRoom(said: readonly Chunk[] = []): Room {
  let [characters, parts] = [0, 0];
  /** Sizes of the parts of the current step, by the stream's ids, which the next step may use again. */
  const whole = new Map<string, number>();
  /** Ids of the calls of the current step. */
  const calls = new Set<string>();
  const endStep = () => {
    whole.clear();
    calls.clear();
  };
  const grow = (chunk: Chunk, size: number): number => {
    const name = wholeOf(chunk);
    if (name === undefined) return 0;
    const grown = (whole.get(name) ?? 0) + size;
    whole.set(name, grown);
    return grown;
  };
  const room: Room = {
    takes(chunk) {
      const size = sizeOf(chunk);
      characters += Math.max(size, LEAST);
      if (BEGINNINGS.has(chunk.type)) parts += 1;
      if (chunk.type.startsWith("tool-input-") && "toolCallId" in chunk) calls.add(chunk.toolCallId);
      if (chunk.type === "finish-step") endStep();
      const few = parts <= MOST_PARTS && calls.size <= MOST_CALLS;
      return few && characters <= LONGEST_MESSAGE && grow(chunk, size) <= LONGEST_WHOLE;
    },
  };
  for (const chunk of said) room.takes(chunk);
  return room;
}

/** Chunks that begin a part. A call without a streamed input counts by `tool-input-available`. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  "text-start",
  "reasoning-start",
  "tool-input-start",
  "tool-input-available",
  "file",
  "source-url",
  "source-document",
]);

function sizeOf(chunk: Chunk): number {
  if ("delta" in chunk) return chunk.delta.length;
  if (chunk.type === "tool-input-delta") return chunk.inputTextDelta.length;
  return chunk.type === "file" ? chunk.url.length : 0;
}

function wholeOf(chunk: Chunk): string | undefined {
  if (chunk.type === "reasoning-delta") return `reasoning ${chunk.id}`;
  return chunk.type === "tool-input-delta" ? `call ${chunk.toolCallId}` : undefined;
}
