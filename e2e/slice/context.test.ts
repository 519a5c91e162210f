/** The one context number: before a request, and after everything that changes what the next request holds (TK-3, CP-1). */
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { tokensOf } from "../../src-main/models/tokens/count";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { ContextBreakdown } from "../../src-preload/contract/domain/context";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { ending, reply, type Script, type Step } from "../fixtures/provider/script";
import { removeSlice, type Slice, type SliceOptions, startSlice } from "./slice";

let slice: Slice;
/** Answers that come before the counted ones. */
let scripted: Script[];
afterEach(() => removeSlice(slice));

const BIG = { provider_id: "scripted", model_id: "big" };
const OTHER = { provider_id: "scripted", model_id: "other" };
/** How many more tokens this provider counts than anybody else. */
const RATE = 1.3;
const ANSWER = "An answer of some words. ".repeat(40);

/** A provider that counts what it is sent. */
async function counting(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({ models: ["other"], ...options });
  scripted = [];
  slice.provider.respond(
    ({ body }) =>
      scripted.shift() ?? [
        { text: ANSWER },
        ...ending("stop", { input: countOf(body), output: Math.round(RATE * tokensOf(ANSWER)) }),
      ],
  );
  slice.provider.summary(() => reply("## Goal\n\nA summary."));
}

function countOf({ messages, tools }: Record<string, unknown>): number {
  const texts = (messages as { content: unknown }[]).map(({ content }) => JSON.stringify(content));
  return Math.round(RATE * tokensOf([...texts, JSON.stringify(tools ?? "")].join("\n")));
}

const lastInput = () => countOf(slice.provider.requests.at(-1)?.body ?? {});
const question = (n: number) => `question ${n}: ${"with a number of plain words in it ".repeat(60)}`;

async function conversation(turns: number): Promise<SessionId> {
  const { session_id } = slice.ask(question(1));
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, question(n));
  return session_id;
}

async function say(session_id: SessionId, text: string, model = BIG): Promise<void> {
  slice.send({ session_id, text, model });
  await slice.rest(session_id);
}

const billing = (session_id: SessionId) => slice.service.sessions.read({ session_id }).billing;
const read = (session_id: SessionId, model = BIG) =>
  slice.service.context.read({ session_id, model }, "main");

/** Resolves once the session's number is another one than `before`. */
async function recounted(session_id: SessionId, before: number | null): Promise<void> {
  const watcher = slice.watch(session_id);
  await watcher.until(() => billing(session_id).context_tokens !== before);
}

function sumOf({ parts }: ContextBreakdown): number {
  const { system, ...others } = parts;
  return [...system.map(({ tokens }) => tokens), ...Object.values(others)].reduce(
    (sum, part) => sum + part,
    0,
  );
}

function expectWithin(share: number, told: number, counted: number): void {
  expect(Math.abs(told - counted), `${told} told, ${counted} counted`).toBeLessThanOrEqual(share * counted);
}

describe("before a request", () => {
  test("[TK-3] the number and the draft are, within a tenth, what the provider then counts", async () => {
    await counting();
    const session_id = await conversation(3);
    const { tokens, estimated, parts, last_step } = await read(session_id);
    expect({ tokens, estimated }).toEqual({ tokens: billing(session_id).context_tokens, estimated: false });
    expect(parts.system.map(({ name }) => name)).toEqual(["manifest", "environment"]);
    expect(last_step?.input).toBe(lastInput());
    const draft = await slice.service.context.measure({ model: BIG, text: question(4) }, "main");
    await say(session_id, question(4));
    expectWithin(0.1, tokens + draft, lastInput());
  });

  test("[TK-3] the parts add up to the number: tools, results of tools, words, a summary", async () => {
    const look: Tool = {
      name: "look",
      description: "Looks at something and tells what it sees there.",
      input_schema: { type: "object", properties: { at: { type: "string" } } },
      execute: async () => "so much to see ".repeat(400),
    };
    await counting({ tools: [look] });
    const session_id = await conversation(3);
    const call: Step = { tool: { id: "call_1", name: "look", input: { at: "it" } } };
    scripted.push([call, ...ending("tool_calls", { input: 3000, output: 10 })]);
    await say(session_id, question(4));
    const full = await read(session_id);
    expect(sumOf(full)).toBe(full.tokens);
    expect(full.parts).toMatchObject({ summary: 0, attachments: 0 });
    for (const part of [full.parts.tools, full.parts.turns, full.parts.tool_results])
      expect(part).toBeGreaterThan(0);
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    const short = await read(session_id);
    expect(sumOf(short)).toBe(short.tokens);
    expect(short).toMatchObject({ estimated: true });
    expect(short.parts.summary).toBeGreaterThan(0);
    expect(short.parts.turns).toBeLessThan(full.parts.turns);
    expectWithin(0.02, billing(session_id).context_tokens ?? 0, short.tokens);
  });

  test("[TK-3, TK-5] a question without an answer counts, and makes the number an estimate", async () => {
    await counting();
    const session_id = await conversation(2);
    const before = await read(session_id);
    scripted.push([{ gate: "never" }]);
    slice.send({ session_id, text: question(3) });
    await slice.provider.received(2);
    slice.service.turns.abort({ session_id });
    await slice.rest(session_id);
    const after = await read(session_id);
    expect(after.estimated).toBe(true);
    expectWithin(0.1, after.tokens, before.tokens + RATE * tokensOf(question(3)));
  });

  test("[TK-3] a session that is still to be made holds the system prompt alone", async () => {
    await counting();
    const { tokens, estimated, parts } = await slice.service.context.read(
      { session_id: null, model: BIG },
      "main",
    );
    expect(estimated).toBe(true);
    expect(parts).toMatchObject({ turns: 0, tool_results: 0, summary: 0 });
    expect(sumOf({ tokens, estimated, parts })).toBe(tokens);
    expect(tokens).toBeGreaterThan(0);
  });

  test("[CP-1, TK-3h] the number that is shown is the one that triggers, the answer's own tokens included", async () => {
    await counting();
    const session_id = await conversation(2);
    scripted.push([{ text: "Yes." }, ...ending("stop", { input: 100_000, output: 95_000 })]);
    await say(session_id, question(3));
    expect(billing(session_id)).toMatchObject({ context_tokens: 195_000, context_estimated: false });
    await say(session_id, "And?");
    expect(slice.messages(session_id).some((message) => compactionOf(message) !== undefined)).toBe(true);
  });
});

describe("afterwards", () => {
  test("[TK-3] after a summary and its undoing the number is an estimate, and right", async () => {
    await counting();
    const session_id = await conversation(5);
    const { context_tokens: whole } = billing(session_id);
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    const { context_tokens: short, context_estimated } = billing(session_id);
    expect(context_estimated).toBe(true);
    await say(session_id, "short");
    expectWithin(0.1, short ?? 0, lastInput());
    const [summary] = slice.messages(session_id);
    if (summary === undefined) throw new Error("no summary");
    const last = billing(session_id).context_tokens;
    slice.service.compactions.undo({ session_id, message_id: summary.id });
    const stale = billing(session_id);
    expect(stale.context_estimated).toBe(true);
    await recounted(session_id, stale.context_tokens);
    expect(billing(session_id).context_estimated).toBe(true);
    await say(session_id, "again");
    expectWithin(0.1, (whole ?? 0) + (last ?? 0) - (short ?? 0), lastInput());
  });

  test("[TK-3] after a stopped answer of another model, in the place of one, the number is counted anew", async () => {
    await counting();
    const session_id = await conversation(2);
    await say(session_id, question(3), OTHER);
    const again = slice.messages(session_id)[4]?.id;
    if (again === undefined) throw new Error("no question");
    scripted.push([{ gate: "never" }]);
    slice.service.timeline.rewind({ session_id, message_id: again, text: question(9), model: OTHER });
    await slice.provider.received(3);
    expect(billing(session_id).context_estimated).toBe(true);
    const stale = billing(session_id).context_tokens;
    slice.service.turns.abort({ session_id });
    await slice.rest(session_id);
    await recounted(session_id, stale);
    const { context_tokens, context_estimated } = billing(session_id);
    expect(context_estimated).toBe(true);
    await say(session_id, "so?", OTHER);
    expectWithin(0.1, context_tokens ?? 0, lastInput());
  });

  test("[TK-3] another model's window is counted in its own tokens", async () => {
    await counting();
    const session_id = await conversation(3);
    const other = await read(session_id, OTHER);
    expect(other).toMatchObject({ estimated: true });
    expect(sumOf(other)).toBe(other.tokens);
    expect(other.tokens).toBeLessThan((await read(session_id)).tokens);
  });

  test("[TK-3] a turn that begins drops a count that is under way", async () => {
    await counting();
    const session_id = await conversation(4);
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    const [summary] = slice.messages(session_id);
    if (summary === undefined) throw new Error("no summary");
    slice.service.compactions.undo({ session_id, message_id: summary.id });
    await say(session_id, question(5));
    const { context_tokens, context_estimated } = billing(session_id);
    expect(context_estimated).toBe(false);
    expect(context_tokens).toBe(lastInput() + Math.round(RATE * tokensOf(ANSWER)));
  });
});

/** A server that reads the first 800 tokens of a prompt, and says so in its count alone. */
const CUT_AT = 800;
async function cutting(options: SliceOptions = {}): Promise<void> {
  await counting(options);
  slice.provider.respond(
    ({ body }) =>
      scripted.shift() ?? [
        { text: ANSWER },
        ...ending("stop", { input: Math.min(CUT_AT, countOf(body)), output: 250 }),
      ],
  );
}
const answers = (session_id: SessionId) =>
  slice.messages(session_id).filter(({ role }) => role === "assistant");

describe("an answer says that its server has cut the prompt", () => {
  const last = (session_id: SessionId) => answers(session_id).at(-1)?.metadata ?? {};
  const questions = (count: number) => Array.from({ length: count }, (_, n) => question(n)).join("\n");
  async function asked(text: string): Promise<SessionId> {
    const { session_id } = slice.ask(text);
    await slice.rest(session_id);
    return session_id;
  }

  test("[TK-3] from the first one on, until a prompt is counted whole", async () => {
    await cutting();
    const session_id = await asked(questions(8));
    const { prompt_cut, context_tokens, estimated } = last(session_id);
    expect(prompt_cut).toEqual({ read: CUT_AT, of: expect.any(Number) });
    expectWithin(0.2, prompt_cut?.of ?? 0, lastInput());
    expect({ estimated, context_tokens }).toEqual({
      estimated: true,
      context_tokens: (prompt_cut?.of ?? 0) + 250,
    });
    scripted.push([{ text: ANSWER }, ...ending("stop", { input: lastInput() + 900, output: 250 })]);
    await say(session_id, "Is it larger now?");
    expect(last(session_id).prompt_cut).toBeUndefined();
  });

  test("[TK-3] each of several that end at the same time", async () => {
    await cutting();
    const cut: Script = [
      { text: ANSWER },
      { gate: "end" },
      ...ending("stop", { input: CUT_AT, output: 250 }),
    ];
    scripted.push(cut, cut, cut);
    const sessions = scripted.map((_, n) => slice.ask(`${n}: ${questions(8)}`).session_id);
    await slice.provider.received(2);
    slice.provider.open("end");
    for (const session_id of sessions) await slice.rest(session_id);
    expect(sessions.map((session_id) => last(session_id).prompt_cut?.read)).toEqual([CUT_AT, CUT_AT, CUT_AT]);
  });

  test("[TK-3] also where the conversation grew slowly, and counts of a little less were believed", async () => {
    await cutting();
    const session_id = await conversation(1);
    for (let n = 2; last(session_id).prompt_cut === undefined && n < 12; n++)
      await say(session_id, question(n));
    const { prompt_cut, estimated } = last(session_id);
    expect(prompt_cut?.read).toBe(CUT_AT);
    expectWithin(0.25, prompt_cut?.of ?? 0, lastInput());
    expect(estimated).toBe(true);
  });

  test("[TK-3] not where a step was cut, and the next one was read whole", async () => {
    await cutting({
      tools: [{ name: "look", description: "Looks.", input_schema: {}, execute: async () => "Seen." }],
    });
    const call: Step = { tool: { id: "call_1", name: "look", input: {} } };
    scripted.push([call, ...ending("tool_calls", { input: CUT_AT, output: 10 })]);
    scripted.push([{ text: ANSWER }, ...ending("stop", { input: 9000, output: 250 })]);
    const session_id = await asked(questions(8));
    expect(last(session_id)).toMatchObject({ finish_reason: "stop", sent_tokens: 9000 });
    expect(last(session_id).prompt_cut).toBeUndefined();
  });

  test("[TK-3, TK-5] not where the server counts its own words alone", async () => {
    await counting();
    scripted.push([{ text: ANSWER }, ...ending("stop", { input: 0, output: 20 })]);
    const session_id = await asked(questions(8));
    expect(last(session_id).prompt_cut).toBeUndefined();
    expect(last(session_id).sent_tokens).toBeUndefined();
  });

  test("[TK-3] not where it leaves out the definitions of tools, or reads no earlier thoughts", async () => {
    const wordy: Tool = {
      name: "look",
      description: "Looks at something and tells what it sees there. ".repeat(400),
      input_schema: {},
      execute: async () => "Seen.",
    };
    await counting({ tools: [wordy] });
    const words = ({ messages }: Record<string, unknown>) => countOf({ messages });
    slice.provider.respond(({ body }) => [
      { reasoning: "a long thought ".repeat(2000) },
      { text: ANSWER },
      ...ending("stop", { input: words(body), output: 250 }),
    ]);
    const session_id = await asked(questions(3));
    await say(session_id, "And now?");
    expect(answers(session_id).map(({ metadata }) => metadata.prompt_cut)).toEqual([undefined, undefined]);
  });
});

test("[TK-3, TK-5] a server that cuts its prompts, and counts what is left, is not believed: the estimate counts, and is summarised by", async () => {
  await cutting({
    windows: { big: { context_limit: 6000, max_output: 1000 } },
    compaction: { min_turns_between: 1 },
  });
  const session_id = await conversation(5);
  await say(session_id, "And now?");
  const { tokens, estimated } = await read(session_id);
  expect(estimated).toBe(true);
  expect(tokens).toBeGreaterThan(2 * CUT_AT);
  const last = slice.messages(session_id).at(-1)?.metadata;
  expect(last).toMatchObject({ estimated: true });
  expect(last?.context_tokens).toBeGreaterThan(2 * CUT_AT);
  for (let n = 6; n <= 12; n++) await say(session_id, question(n));
  expect(slice.provider.summaries.length).toBeGreaterThan(0);
});
