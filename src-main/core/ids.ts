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
  /** The id of a message that stands right behind another one, before all that come later. */
  messageBehind(id: MessageId): MessageId;
  /** The id of a message that stands before the first one of its session. */
  messageBefore(id: MessageId): MessageId;
  part(): PartId;
  op(): OpId;
  queued(): QueueId;
  /** Names a question of a tool or a model. */
  approval(): string;
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
    messageBehind: behind,
    messageBefore: before,
    part: () => next("prt") as PartId,
    op: () => next("top") as OpId,
    queued: () => next("que") as QueueId,
    approval: () => next("apr"),
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

/** The id of a message's copy: a time of its own, and the random end of its original. */
export const copyOf = (id: MessageId, time: bigint): MessageId =>
  `msg_${time.toString(16).padStart(TIME_DIGITS, "0")}${id.slice(-RANDOM_CHARACTERS)}` as MessageId;

/** Takes the time value before an id's own. */
function before(id: MessageId): MessageId {
  const time = BigInt(`0x${id.slice("msg_".length, -RANDOM_CHARACTERS)}`) - 1n;
  return `msg_${time.toString(16).padStart(TIME_DIGITS, "0")}${randomText()}` as MessageId;
}

/** Raises the random end of an id by a random number, so that many ids fit behind the same one. */
function behind(id: MessageId): MessageId {
  let end = 0n;
  for (const character of id.slice(-RANDOM_CHARACTERS)) end = end * 62n + BigInt(BASE62.indexOf(character));
  end += 1n + BigInt((randomByte() << 16) | (randomByte() << 8) | randomByte());
  let text = "";
  for (let n = 0; n < RANDOM_CHARACTERS; n++) {
    text = BASE62.charAt(Number(end % 62n)) + text;
    end /= 62n;
  }
  // One id of 10^13 ends so high that nothing fits behind it within its time value.
  if (end > 0n) throw new Error(`No id fits behind ${id}.`);
  return `${id.slice(0, -RANDOM_CHARACTERS)}${text}` as MessageId;
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
