/** A talk in the making: the writes the core would make, with ids and times of their own. */

import type { MessageId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import { createIds } from "../../core/ids";
import type { DraftKey } from "../../core/ports/draft-store";
import type { NewSession } from "../../core/ports/session-store";
import type { Store } from "../../core/ports/store";
import type { FrameWrite, NewUserMessage, PartWrite } from "../../core/ports/transcript-store";

export const MODEL = { provider_id: "acme", model_id: "one" };
export const USAGE = { input: 100, output: 20, reasoning: 3, cache_read: 50, cache_write: 7 };

let time = 1_700_000_000_000;
export const tick = (): number => ++time;
/** From now on it is so many days later. */
export const passDays = (days: number): void => {
  time += days * 24 * 60 * 60 * 1000;
};
export const ids = createIds({ now: tick });

export const text = (words: string, state?: "streaming" | "done"): BraidPart => ({
  type: "text",
  text: words,
  ...(state === undefined ? {} : { state }),
});

export function newSession(more: Partial<NewSession> = {}): NewSession {
  return { id: ids.session(), title: "A talk", agent: "chat", model: MODEL, now: tick(), ...more };
}

export function question(
  session_id: SessionId,
  words = "Hello?",
  metadata: MessageMetadata = { model: MODEL },
): NewUserMessage {
  return {
    id: ids.message(),
    session_id,
    metadata,
    parts: [{ id: ids.part(), part: text(words) }],
    now: tick(),
  };
}

export function frame(
  session_id: SessionId,
  message_id: MessageId,
  parts: PartWrite[] = [],
  more: Partial<FrameWrite> = {},
): FrameWrite {
  return { session_id, message_id, parts, durable: false, now: tick(), ...more };
}

export interface Turn {
  session_id: SessionId;
  user_id: MessageId;
  message_id: MessageId;
  /** A text part that is still growing. */
  part_id: PartId;
}

/** A new session, or a further question in one; the answer has begun with a text part, empty so far unless said otherwise. */
export function beginTurn(
  store: Store,
  session_id?: SessionId,
  words?: string,
  said = "",
  draft?: DraftKey,
): Turn {
  const session = session_id === undefined ? newSession() : undefined;
  const where = session_id ?? session?.id ?? ids.session();
  const message = question(where, words);
  const message_id = ids.message();
  const part_id = ids.part();
  const insert: PartWrite = {
    kind: "insert",
    id: part_id,
    index: 0,
    part: text(said, "streaming"),
    settled: false,
  };
  const answer = frame(where, message_id, [insert], { start: { metadata: { model: MODEL } } });
  if (session === undefined) store.addUserMessage(message, answer, { draft });
  else store.createSession(session, { message, answer, draft });
  return { session_id: where, user_id: message.id, message_id, part_id };
}

export function append(store: Store, turn: Turn, seq: number, delta: string): void {
  store.commitFrame(
    frame(turn.session_id, turn.message_id, [{ kind: "append", id: turn.part_id, seq, delta }]),
  );
}

export function endOf(turn: Turn, words: string, metadata: MessageMetadata = {}) {
  const settle: PartWrite = { kind: "update", id: turn.part_id, part: text(words, "done"), settled: true };
  return {
    frame: frame(turn.session_id, turn.message_id, [settle]),
    metadata: { model: MODEL, finish_reason: "stop", usage: USAGE, context_tokens: 180, ...metadata },
  } as const;
}

/** Question and answer, settled. */
export function wholeTurn(
  store: Store,
  session_id?: SessionId,
  words = "An answer.",
  metadata: MessageMetadata = {},
): Turn {
  const turn = beginTurn(store, session_id);
  append(store, turn, 0, words);
  store.endTurn(endOf(turn, words, metadata));
  return turn;
}

/** The last question and its answer hidden, another in their place. */
export function rewound(store: Store, session_id: SessionId | undefined): void {
  if (session_id === undefined) throw new Error("no session");
  const [, first, last] = store.visibleMessages(session_id);
  if (first === undefined || last === undefined) throw new Error("no messages");
  const said: PartWrite = {
    kind: "insert",
    id: ids.part(),
    index: 0,
    part: text("Else", "done"),
    settled: true,
  };
  const answer = frame(session_id, ids.message(), [said], { start: { metadata: {} } });
  const message = question(session_id, "Said otherwise");
  store.rewindTurn({
    session_id,
    op_id: ids.op(),
    from: first.id,
    keep: true,
    message,
    answer,
    undo: "rewind",
    now: tick(),
  });
  store.endTurn({ frame: frame(session_id, answer.message_id), metadata: { finish_reason: "stop" } });
}
