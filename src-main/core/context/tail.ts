/** The tail of a conversation that a compaction keeps as it was said (CP-4). Pure. */

import {
  type Compaction,
  compactionOf,
  type TailWarning,
} from "../../../src-preload/contract/domain/compaction";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import { firstRead } from "./compaction";
import { partText } from "./part-text";
import { MESSAGE_TOKENS } from "./raw-tokens";

export type Split = NonNullable<Compaction["split"]>;
type SizeOf = (text: string) => number;

/** One turn: a user's message and its answers. Sizes in tokens, as a model reads it. */
export interface TurnSize {
  /** Absent for answers at the very beginning that no question precedes. */
  user_id?: MessageId;
  answer_ids: readonly MessageId[];
  tokens: number;
  /** The turn without its way: the user's message, and the last answer from the step with its last text on. */
  short: { tokens: number; split?: Split };
}

export interface Tail {
  /** The index of the first turn that is kept; the number of turns where none is. */
  from: number;
  /** The tail begins with these parts of the last answer. It leaves out the turn's earlier answers. */
  split?: Split;
  warning?: TailWarning;
}

/** @param budget tokens that the tail may take */
export function tailOf(
  turns: readonly TurnSize[],
  { tail_turns, budget }: { tail_turns: number; budget: number },
): Tail {
  const asked = Math.max(0, turns.length - tail_turns);
  const wanted = turns.slice(asked);
  const last = wanted.at(-1);
  if (last === undefined || sum(wanted) <= budget) return { from: asked };
  const from = turns.length - 1;
  if (wanted.length > 1 && last.tokens <= budget) return { from, warning: "last-turn" };
  const { split, tokens } = last.short;
  if (split !== undefined && tokens <= budget) return { from, split, warning: "final-text" };
  return { from: turns.length, warning: "nothing" };
}

const sum = (turns: readonly TurnSize[]) => turns.reduce((all, { tokens }) => all + tokens, 0);

/** The id of a turn's first message. */
export const firstOf = (turn: TurnSize | undefined): MessageId | undefined =>
  turn?.user_id ?? turn?.answer_ids[0];

/**
 * Weighs the turns one by one, as a caller takes them: weighing many at once would hold a key up.
 * @param last so many of the last turns
 * @param split of the compaction in force: what it leaves out has no size
 */
export function* turnsOf(
  messages: readonly StoredMessage[],
  sizeOf: SizeOf,
  { last = Infinity, split }: { last?: number; split?: Split | undefined } = {},
): Generator<TurnSize, undefined> {
  const turns = grouped(messages);
  for (const turn of turns.slice(Math.max(0, turns.length - last))) {
    const [first] = turn;
    const question = first?.role === "user" ? first : undefined;
    const answers = question === undefined ? turn : turn.slice(1);
    const shorter = shortest(answers);
    const sizeWith = (at: Split | undefined) =>
      turn.reduce((all, message) => all + sizeOfParts(message, firstRead(message, at), sizeOf), 0);
    const tokens = sizeWith(split);
    yield {
      ...(question === undefined ? {} : { user_id: question.id }),
      answer_ids: answers.map(({ id }) => id),
      tokens,
      short: shorter === undefined ? { tokens } : { tokens: sizeWith(shorter), split: shorter },
    };
  }
}

function grouped(messages: readonly StoredMessage[]): StoredMessage[][] {
  const turns: StoredMessage[][] = [];
  for (const message of messages) {
    if (compactionOf(message) !== undefined) continue;
    const turn = turns.at(-1);
    if (turn === undefined || message.role === "user") turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

function sizeOfParts({ parts }: StoredMessage, from: number, sizeOf: SizeOf): number {
  if (from > 0 && from >= parts.length) return 0;
  const read = parts.slice(from);
  const files = read.filter(({ type }) => type === "file").length;
  return MESSAGE_TOKENS + files * FILE_TOKENS + sizeOf(read.map(partText).join("\n"));
}

/** A step is never cut: providers refuse a text or a call without the reasoning that led to it. An answer without words is left out. */
function shortest(answers: readonly StoredMessage[]): Split | undefined {
  const answer = answers.findLast(({ parts }) => parts.some(isWords)) ?? answers.at(-1);
  if (answer === undefined) return undefined;
  const { id, parts } = answer;
  const text = parts.findLastIndex(isWords);
  if (text === -1) return { message_id: id, from_part: parts.length };
  const step = parts.slice(0, text).findLastIndex(({ type }) => type === "step-start");
  return { message_id: id, from_part: Math.max(0, step) };
}

const isWords = (part: BraidPart): boolean => part.type === "text" && part.text.trim() !== "";

/**
 * The messages in two: what the summary stands for, and what is kept. An answer that is split stands in both, with the parts of each. The
 * order of the messages and parts is theirs; `earlier` is the split of the compaction in force, whose own message is in neither.
 */
export function cutAt(
  messages: readonly StoredMessage[],
  { tail_start_id, split }: { tail_start_id: MessageId | undefined; split?: Split | undefined },
  earlier?: Split,
): { hidden: StoredMessage[]; kept: StoredMessage[] } {
  const hidden: StoredMessage[] = [];
  const kept: StoredMessage[] = [];
  const add = (to: StoredMessage[], message: StoredMessage, from: number, end: number) => {
    if (from === 0 && end === message.parts.length) to.push(message);
    else if (from < end) to.push({ ...message, parts: message.parts.slice(from, end) });
  };
  let inTail = false;
  for (const message of messages) {
    if (compactionOf(message) !== undefined) continue;
    inTail ||= message.id === tail_start_id;
    const { length } = message.parts;
    const begin = firstRead(message, earlier);
    const cut = inTail ? Math.max(begin, firstRead(message, split)) : length;
    if (begin < cut || !inTail) add(hidden, message, begin, cut);
    if (cut < length || (inTail && length === 0)) add(kept, message, cut, length);
  }
  return { hidden, kept };
}
