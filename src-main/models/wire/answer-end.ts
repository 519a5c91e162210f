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
/** Milliseconds for the usage, which some servers send only after the finish reason. */
const FOR_USAGE = 2000;

export interface AnswerEnd {
  /** Looks at the data of one event, as latin1. */
  see(data: string): void;
  /** Milliseconds that the answer may go on after its last event; undefined while it has not finished. */
  readonly patience_ms: number | undefined;
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
  let patience_ms: number | undefined;
  let complete = false;
  const hint = HINTS[wire];
  const end = () => {
    complete = true;
    patience_ms = AFTER_END;
  };
  const see = {
    chat(event: unknown) {
      const finished = listOf(event, "choices").some((choice) => isSaid(field(choice, "finish_reason")));
      if (finished) patience_ms ??= FOR_USAGE;
      if (patience_ms !== undefined && field(event, "usage")) patience_ms = AFTER_FINISH;
    },
    responses(event: unknown) {
      if (/^response\.(completed|incomplete|failed)$/.test(String(field(event, "type")))) end();
    },
    anthropic(event: unknown) {
      if (field(event, "type") === "message_stop") end();
    },
    google(event: unknown) {
      if (isSaid(field(listOf(event, "candidates")[0], "finishReason"))) patience_ms = AFTER_FINISH;
    },
  };
  return {
    see(data) {
      if (complete) return;
      if (!hint.test(data)) {
        // Older models of Google's say in each event that they have finished.
        if (wire === "google" && patience_ms !== undefined) patience_ms = FOR_USAGE;
        return;
      }
      if (wire === "chat" && data.trim() === "[DONE]") end();
      else see[wire](parse(data));
    },
    get patience_ms() {
      return patience_ms;
    },
    get complete() {
      return complete;
    },
  };
}

const isSaid = (reason: unknown): boolean => typeof reason === "string" && reason !== "";

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
