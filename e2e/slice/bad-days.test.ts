import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inEnglish } from "../../src-main/core/english";
import type { Tool } from "../../src-main/core/ports/tools";
import type { ErrorCode } from "../../src-preload/contract/domain/errors";
import type { FinishReason } from "../../src-preload/contract/domain/messages";
import { ending, refusal, reply, type Script, type Step } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { unfolded } from "./database";
import { removeSlice, type Slice, startSlice, textOf, type WireType } from "./slice";
import { expectWellFormed } from "./well-formed";

interface Outcome {
  /** Absent: the turn ends well. */
  code?: ErrorCode;
  finish: FinishReason;
  /** How often the model was asked. */
  asked: number;
  /** The rest of the answer that is kept. */
  text?: string;
}

interface Day {
  name: string;
  script: Script;
  outcome: Outcome;
  /** Where the Anthropic adapter sees the day differently. */
  anthropic?: Outcome;
  /** The silence that is told. */
  silence?: Silence;
}

type Silence = (typeof SILENCES)[number];
const SILENCES = ["first_chunk_timeout_ms", "stall_timeout_ms"] as const;
const TOLD_MS = 200;
const USUAL_MS = 30_000;

const half: Step = { text: "Half an ans" };
const never: Step = { gate: "never" };
const failed = (code: ErrorCode, asked: number, text = ""): Outcome => ({
  code,
  finish: "error",
  asked,
  text,
});
const unreadable = (text = ""): Outcome => failed("PROVIDER_BAD_STREAM", 1, text);
const well = (text: string, asked = 1): Outcome => ({ finish: "stop", asked, text });
const cut = (text: string): Outcome => ({
  code: "PROVIDER_BAD_STREAM",
  finish: "interrupted",
  asked: 1,
  text,
});
const call = (id?: string): Step => ({
  tool: { ...(id === undefined ? {} : { id }), name: "count", input: {} },
});

/** Two retries are allowed: what is worth another try is asked for three times. */
const REFUSALS: Day[] = [
  { name: "400", script: refusal(400), outcome: failed("PROVIDER_REJECTED", 1) },
  { name: "a wrong key (401)", script: refusal(401), outcome: failed("PROVIDER_AUTH", 1) },
  { name: "402", script: refusal(402), outcome: failed("PROVIDER_REJECTED", 1) },
  { name: "403", script: refusal(403), outcome: failed("PROVIDER_AUTH", 1) },
  { name: "404", script: refusal(404), outcome: failed("PROVIDER_NOT_FOUND", 1) },
  { name: "413", script: refusal(413), outcome: failed("CONTEXT_TOO_LARGE", 1) },
  { name: "429", script: refusal(429), outcome: failed("PROVIDER_RATE_LIMITED", 3) },
  {
    name: "429, soon again",
    script: refusal(429, { "retry-after": "0.02" }),
    outcome: failed("PROVIDER_RATE_LIMITED", 3),
  },
  {
    name: "429, in an hour",
    script: refusal(429, { "retry-after": "3600" }),
    outcome: failed("PROVIDER_RATE_LIMITED", 1),
  },
  {
    name: "429, at a date",
    script: refusal(429, { "retry-after": "Fri, 31 Dec 2199 23:59:59 GMT" }),
    outcome: failed("PROVIDER_RATE_LIMITED", 1),
  },
  ...[408, 500, 502, 503, 529].map((status) => ({
    name: String(status),
    script: refusal(status),
    outcome: failed("PROVIDER_UNAVAILABLE", 3),
  })),
  { name: "a proxy's 502 page", script: [{ html: 502 }], outcome: failed("PROVIDER_UNAVAILABLE", 3) },
];

const BROKEN_OFF: Day[] = [
  {
    name: "closed before the headers",
    script: [{ hangUp: true }],
    outcome: failed("PROVIDER_UNAVAILABLE", 3),
  },
  {
    name: "closed after the headers",
    script: [{ open: "headers" }, { hangUp: true }],
    outcome: failed("PROVIDER_UNAVAILABLE", 3),
  },
  {
    name: "529 in mid-stream",
    script: [half, { error: 529 }],
    outcome: failed("PROVIDER_UNAVAILABLE", 3, "Half an ans"),
  },
  { name: "429 as the first event", script: [{ error: 429 }], outcome: failed("PROVIDER_RATE_LIMITED", 3) },
  {
    name: "529, and a proper finish after it",
    script: [half, { error: 529 }, ...ending()],
    outcome: failed("PROVIDER_UNAVAILABLE", 3, "Half an ans"),
  },
  {
    name: "reset in mid-stream",
    script: [half, { reset: true }],
    outcome: failed("PROVIDER_UNAVAILABLE", 3, "Half an ans"),
  },
  {
    name: "hung up in mid-stream",
    script: [half, { hangUp: true }],
    outcome: failed("PROVIDER_UNAVAILABLE", 3, "Half an ans"),
  },
];

/** One retry: each takes its time-out twice. */
const SILENT: Day[] = [
  {
    name: "silence from the start",
    script: [never],
    outcome: failed("PROVIDER_STALLED", 2),
    silence: "first_chunk_timeout_ms",
  },
  {
    name: "headers, then silence",
    script: [{ open: "headers" }, never],
    outcome: failed("PROVIDER_STALLED", 2),
    silence: "first_chunk_timeout_ms",
  },
  {
    name: "silence in mid-stream",
    script: [half, never],
    outcome: failed("PROVIDER_STALLED", 2, "Half an ans"),
    silence: "stall_timeout_ms",
  },
  {
    name: "pings without an end",
    script: [
      { open: "message" },
      ...Array<Step[]>(100)
        .fill([{ ping: true }, { delayMs: 20 }])
        .flat(),
    ],
    outcome: failed("PROVIDER_STALLED", 2),
    silence: "first_chunk_timeout_ms",
  },
];

const CUT: Day[] = [
  { name: "the stream ends in the text", script: [half, { end: true }], outcome: cut("Half an ans") },
  {
    name: "the stream ends in the reasoning",
    script: [{ reasoning: "Hm" }, { end: true }],
    outcome: cut(""),
  },
  {
    name: "the stream ends in a tool's input",
    script: [half, { tool: { id: "call_1", name: "count", input: '{"a' } }, { end: true }],
    outcome: cut("Half an ans"),
  },
  {
    name: "the stream ends after a whole tool call",
    script: [half, call("call_1"), { end: true }],
    outcome: cut("Half an ans"),
  },
];

const NO_SENSE: Day[] = [
  { name: "200 and nothing", script: [{ end: true }], outcome: unreadable() },
  { name: "200 with a page of HTML", script: [{ html: 200 }], outcome: unreadable() },
  {
    name: "200 with a JSON body",
    script: [{ raw: '{"error": "no such thing"}' }, { end: true }],
    outcome: unreadable(),
  },
  {
    name: "lines that are no event stream",
    script: [half, { raw: "\nwhat is this\n\n" }, ...ending()],
    outcome: unreadable("Half an ans"),
  },
  {
    name: "half a JSON object",
    script: [half, { raw: 'data: {"type": "content_block_del\n\n' }, ...ending()],
    outcome: unreadable("Half an ans"),
  },
  {
    name: "half a JSON object at once",
    script: [{ raw: 'data: {"choi\n\n' }, ...reply("x")],
    outcome: unreadable(),
  },
  { name: "an empty answer", script: ending(), outcome: unreadable() },
  {
    name: "an answer of blank texts",
    script: [{ text: "" }, { text: "" }, ...ending()],
    outcome: unreadable(),
  },
];

const UNKNOWN: Day[] = [
  {
    name: "an unknown chunk",
    script: [half, { event: { type: "surprise", novelty: true } }, ...ending()],
    outcome: unreadable("Half an ans"),
  },
  {
    name: "an unknown finish reason",
    script: [{ text: "Yes." }, ...ending("eureka")],
    outcome: well("Yes."),
  },
  {
    name: "no usage",
    script: [{ text: "Yes." }, ...ending("stop", null)],
    outcome: well("Yes."),
    anthropic: unreadable(),
  },
  {
    name: "the answer was filtered",
    script: [half, ...ending("content_filter")],
    outcome: { finish: "content-filter", asked: 1, text: "Half an ans" },
  },
];

const HALF_INPUTS: Day[] = [
  {
    name: "out of room in a tool's input",
    script: [half, { tool: { id: "call_1", name: "count", input: '{"a' } }, ...ending("length")],
    outcome: { finish: "length", asked: 1, text: "Half an ans" },
  },
];

const IDS: Day[] = [
  {
    name: "two calls, one id",
    script: reply(call("call_1"), call("call_1")),
    outcome: well("Counted.", 2),
    anthropic: unreadable(),
  },
  {
    name: "a call without an id",
    script: reply(call()),
    outcome: well("Counted.", 2),
    anthropic: unreadable(),
  },
  {
    name: "a call with an empty id",
    script: reply(call("")),
    outcome: well("Counted.", 2),
    anthropic: unreadable(),
  },
];

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  let patient: Slice;
  let impatient: Slice;
  let slice: Slice;
  let runs = 0;
  const count: Tool = {
    name: "count",
    description: "Counts.",
    input_schema: { type: "object", properties: {} },
    execute: async () => ++runs,
  };
  beforeAll(async () => {
    patient = await startSlice({ wire, tools: [count] });
    impatient = await startSlice({ wire, tools: [count], run: { max_retries: 1 }, elsewhere: true });
    slice = patient;
  });
  afterAll(async () => {
    await removeSlice(patient);
    await removeSlice(impatient);
  });

  /** From now on this silence is told soon. No other is: a pause of a busy machine may not be taken for it, on the next day neither. */
  async function tellSoon(silence?: Silence): Promise<void> {
    for (const each of SILENCES)
      await slice.app.settings.change(`run.${each}`, each === silence ? TOLD_MS : USUAL_MS);
  }

  /** The day, then another: the same session must be good for it. */
  async function live({ script, outcome, anthropic, silence }: Day): Promise<void> {
    const expected = wire === "anthropic" ? (anthropic ?? outcome) : outcome;
    const first = slice.provider.requests.length;
    slice.provider.respond((request, index) => {
      if (request.rawBody.includes("And now?")) return reply("Still here.");
      return expected.finish === "stop" && index > first ? reply("Counted.") : script;
    });
    if (silence !== undefined) await tellSoon(silence);
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.rest();
    if (silence !== undefined) await tellSoon();
    const answer = slice.messages(session_id).at(-1);
    expect(answer?.metadata.finish_reason).toBe(expected.finish);
    expect(textOf(answer)).toBe(expected.text);
    expect(slice.provider.requests.length - first).toBe(expected.asked);
    if (expected.code === undefined) expect(watcher.status).toEqual({ state: "idle" });
    else {
      const { error } = answer?.metadata ?? {};
      expect(error).toMatchObject({ code: expected.code, message: sentence, hint: sentence });
      expect(error?.hint).toEqual(saying(/\.$/));
      expect(watcher.status).toEqual({ state: "error", message: error?.message, hint: error?.hint });
    }
    for (const part of answer?.parts ?? [])
      if ("state" in part) expect(part.state).toMatch(/^(done|output-.*)$/);
    await nextDay(session_id, answer);
  }

  async function nextDay(session_id: Parameters<Slice["rest"]>[0], before: unknown): Promise<void> {
    slice.send({ session_id, text: "And now?" });
    expect(textOf(await slice.rest(session_id))).toBe("Still here.");
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    expect(slice.messages(session_id)[1]).toEqual(before);
    expectWellFormed(slice.provider.requests.slice(-1));
    expect(unfolded(slice)).toBe(0);
  }
  const sentence = saying(/^[A-Z]\S*( \S+){3,}/);

  test.each(REFUSALS)("[RN-7e, RN-10] refused: $name", live);
  test.each(BROKEN_OFF)("[RN-7e, RN-8, RN-10] broken off: $name", live);
  test.each(CUT)("[RN-8] $name: an interruption, not retried", live);
  test.each(NO_SENSE)("[RN-10a] no sense: $name", live);
  test.each(HALF_INPUTS)("[RN-10b] half an input: $name", live);
  test.each(UNKNOWN)("[RN-10c] unknown: $name", live);
  test.each(IDS)("[RN-10d] ids of calls: $name", live);

  test.each(SILENT)("[RN-8a, RN-7] $name", async (day) => {
    slice = impatient;
    await live(day);
  });

  test("[RN-8] a server on this computer loads its model, and is asked once", async () => {
    slice = patient;
    for (const silence of SILENCES) await slice.app.settings.change(`run.${silence}`, 10);
    const first = slice.provider.requests.length;
    slice.provider.respond(() => [{ delayMs: TOLD_MS }, half, { delayMs: TOLD_MS }, ...reply("wer.")]);
    const { session_id } = slice.ask();
    expect(textOf(await slice.rest(session_id))).toBe("Half an answer.");
    expect(slice.provider.requests.length - first).toBe(1);
    await tellSoon();
  });

  test.each([
    ["stop", "The model sent an empty answer."],
    ["length", "The model reached its limit before the first word of its answer."],
    ["content_filter", "The provider's content filter kept the whole answer back."],
  ] as const)("[RN-10] an answer without a word says why: %s", async (finish, sentence) => {
    slice.provider.respond(() => ending(finish));
    const { session_id } = slice.ask();
    const { error } = (await slice.rest(session_id)).metadata;
    expect(error && inEnglish(error.message)).toBe(sentence);
  });

  test("[RN-8] no tool of a stream that was cut has run", () => {
    // Two calls with one id, one without an id, one with an empty id: only the OpenAI adapter mends those.
    expect(runs).toBe(wire === "anthropic" ? 0 : 4);
  });
});
