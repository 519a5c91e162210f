/** Checks for what both providers refuse with a 400. A prompt that passes here was at least well-formed. */
import { expect } from "vitest";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";

type Json = Record<string, unknown>;

export interface WireMessage extends Json {
  role: string;
  content: unknown;
}

export const messagesOf = (request: RecordedRequest | undefined): WireMessage[] =>
  (request?.body.messages ?? []) as WireMessage[];

/** All requests but the `known` bad ones. */
export function expectWellFormed(requests: readonly RecordedRequest[]): void {
  for (const request of requests) {
    const messages = messagesOf(request);
    const where = `request ${request.index}: ${JSON.stringify(messages, null, 1)}`;
    expect(messages.length, where).toBeGreaterThan(0);
    if (request.wire === "anthropic") anthropic(messages, where);
    else openai(messages, where);
  }
}

/** Every provider takes such a name of a tool. */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Roles take turns, nothing is empty, inputs are objects, and each call is answered in the very next message, once. */
function anthropic(messages: WireMessage[], where: string): void {
  let asked: unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    expect(role, where).toBe(index % 2 === 0 ? "user" : "assistant");
    const blocks = content as Json[];
    expect(blocks.length, `empty message in ${where}`).toBeGreaterThan(0);
    for (const block of blocks) {
      if (block.type === "text") expect(String(block.text).trim(), `blank text in ${where}`).not.toBe("");
      if (block.type === "tool_use")
        expect(isObject(block.input), `input is no object in ${where}`).toBe(true);
      if (block.type === "tool_use") expect(block.id, where).toMatch(/^[a-zA-Z0-9_-]+$/);
      if (block.type === "tool_use") expect(block.name, where).toMatch(NAME);
    }
    const answered = blocks
      .filter(({ type }) => type === "tool_result")
      .map(({ tool_use_id }) => tool_use_id);
    expect(answered, where).toEqual(asked);
    asked = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
    expect(new Set(asked).size, where).toBe(asked.length);
  }
  expect(messages.at(-1)?.role, where).toBe("user");
}

/** Each call is answered before anything else is said; arguments are the JSON of an object; no assistant message is empty. */
function openai(messages: WireMessage[], where: string): void {
  let open: unknown[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      expect(message.tool_call_id, where).toBe(open.shift());
      continue;
    }
    expect(open, `unanswered call in ${where}`).toEqual([]);
    const calls = (message.tool_calls ?? []) as {
      id: string;
      function: { name: string; arguments: string };
    }[];
    if (message.role === "assistant") expect(calls.length > 0 || message.content !== "", where).toBe(true);
    for (const call of calls) expect(isObject(JSON.parse(call.function.arguments)), where).toBe(true);
    for (const call of calls) expect(call.function.name, where).toMatch(NAME);
    open = calls.map(({ id }) => id);
  }
  expect(open, where).toEqual([]);
  expect(messages.at(-1)?.role, where).not.toBe("assistant");
}
