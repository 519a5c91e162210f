/**
 * Knows when an answer is complete, by the mark of its wire. Some servers leave the connection open after that. A reader that waits for its
 * end would take a complete answer for one that fell silent, and ask, and pay, again.
 */
import { utf8Of } from "./latin1";

/** The wire that a provider's stream is written in. */
export type Wire = "chat" | "responses" | "anthropic" | "google";

/** Milliseconds for the connection to end by itself, so that it can be used again. */
const AFTER_END = 100;
/** Milliseconds after the finish reason, where nothing more is due. */
const AFTER_FINISH = 200;
/** Milliseconds for the usage, which some servers send only after the finish reason, or for words after an event that has both. */
const FOR_USAGE = 2000;
/** Milliseconds for more words where words have followed a finish reason: some servers mark each event as the last. */
const FOR_WORDS = 10_000;

/** How long an answer may go on. A new object means that the time begins anew. */
export interface Patience {
  readonly ms: number;
}

export interface AnswerEnd {
  /** Looks at the data of one event, as latin1. */
  see(data: string): void;
  /** How long the answer may go on from now; undefined while it has not finished. */
  readonly patience: Patience | undefined;
  /** True once nothing further belongs to the answer. */
  readonly complete: boolean;
}

/** A first look, at bytes: inside a text the quotes would be escaped. A hit is parsed and checked again. */
const HINTS: Record<Wire, RegExp> = {
  chat: /^\s*\[DONE\]|"finish_reason"\s*:\s*"|"usage"\s*:\s*\{/,
  responses: /"response\.(?:completed|incomplete|failed)"/,
  anthropic: /"message_stop"/,
  google: /"finishReason"\s*:\s*"/,
};

export function createAnswerEnd(wire: Wire): AnswerEnd {
  let patience: Patience | undefined;
  let complete = false;
  const hint = HINTS[wire];
  const wait = (ms: number) => {
    if (patience?.ms !== ms) patience = { ms };
  };
  const end = () => {
    complete = true;
    wait(AFTER_END);
  };
  /** Words beside a finish reason, or after one: it may not be the last. */
  const goOn = () => {
    patience = { ms: patience === undefined ? FOR_USAGE : FOR_WORDS };
  };
  const see = {
    chat(event: unknown) {
      const choices = listOf(event, "choices");
      const finished = choices.some((choice) => isSaid(field(choice, "finish_reason")));
      if (!finished && patience === undefined) return;
      if (choices.some((choice) => speaks(field(choice, "delta")))) goOn();
      else if (field(event, "usage")) wait(AFTER_FINISH);
      else patience ??= { ms: FOR_USAGE };
    },
    responses(event: unknown) {
      if (/^response\.(completed|incomplete|failed)$/.test(String(field(event, "type")))) end();
    },
    anthropic(event: unknown) {
      if (field(event, "type") === "message_stop") end();
    },
    google(event: unknown) {
      const candidate = listOf(event, "candidates")[0];
      const finished = isSaid(field(candidate, "finishReason"));
      if (!finished && patience === undefined) return;
      if (listOf(field(candidate, "content"), "parts").some(speaks)) goOn();
      else wait(finished ? AFTER_FINISH : FOR_USAGE);
    },
  };
  return {
    see(data) {
      if (complete) return;
      if (patience === undefined && !hint.test(data)) return;
      if (wire === "chat" && data.trim() === "[DONE]") end();
      else see[wire](parse(data));
    },
    get patience() {
      return patience;
    },
    get complete() {
      return complete;
    },
  };
}

const isSaid = (reason: unknown): boolean => typeof reason === "string" && reason !== "";

/** Returns true for a piece of an answer that says something, in whichever field. */
const speaks = (piece: unknown): boolean =>
  typeof piece === "object" &&
  piece !== null &&
  Object.entries(piece).some(([name, value]) => name !== "role" && !isEmpty(value));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function listOf(value: unknown, name: string): unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

function parse(data: string): unknown {
  try {
    return JSON.parse(utf8Of(data));
  } catch {
    return undefined;
  }
}
