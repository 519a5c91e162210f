/** Makes ids whose text order is the order in which they were made (DB-5). */
import { randomFillSync } from "node:crypto";
import type { MessageId, OpId, PartId, QueueId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Clock } from "./ports/clock";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 12;
const COUNTER_PER_MS = 4096n;
const TIME_DIGITS = 14;

export interface Ids {
  session(): SessionId;
  message(): MessageId;
  part(): PartId;
  op(): OpId;
  queued(): QueueId;
  /** Reserves `count` time values in a row, which no other id has or will have. Returns the first. */
  block(count: number): bigint;
  /** Raises the floor of new ids: the store now holds other, newer ones. */
  raise(floor: bigint): void;
}

/**
 * `floor` is the newest time value already stored. New ids stay above it, even when the clock was set back between two starts. The 4097th
 * id of a millisecond takes a value of the next one. A clock that steps back is not followed: values go on from the last one until the
 * clock has caught up.
 */
export function createIds(clock: Clock, floor = 0n): Ids {
  let last = floor;
  const later = (): bigint => {
    const now = BigInt(clock.now()) * COUNTER_PER_MS;
    return now > last ? now : last + 1n;
  };
  const next = (prefix: string): string => {
    last = later();
    return `${prefix}_${last.toString(16).padStart(TIME_DIGITS, "0")}${randomText()}`;
  };
  return {
    session: () => next("ses") as SessionId,
    message: () => next("msg") as MessageId,
    part: () => next("prt") as PartId,
    op: () => next("top") as OpId,
    queued: () => next("que") as QueueId,
    block: (count) => {
      const first = later();
      last = first + BigInt(count);
      return first;
    },
    raise: (other) => {
      if (other > last) last = other;
    },
  };
}

/** Random bytes in stock: to ask the system for the bytes of each id takes longer than everything else about the id. */
const pool = new Uint8Array(4096);
let taken = pool.length;

function randomByte(): number {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  return pool[taken++] ?? 0;
}

/**
 * Returns 12 base62 characters. 248 is the largest multiple of 62 in a byte: larger bytes are drawn again, so that no character is
 * likelier.
 */
function randomText(): string {
  let text = "";
  while (text.length < RANDOM_CHARACTERS) {
    const byte = randomByte();
    if (byte < 248) text += BASE62.charAt(byte % 62);
  }
  return text;
}
