/** The prompt of an answer, told from what is stored, against what its provider was really sent (SP-2). */
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { createInProcessCounter } from "../../src-main/models/tokens/in-process";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { PromptHead, PromptMessage } from "../../src-preload/contract/domain/prompts";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { enforcing } from "../fixtures/provider/window";
import { query, tamper } from "./database";
import { removeSlice, type Slice, type SliceOptions, startSlice } from "./slice";
import { messagesOf } from "./well-formed";

let slice: Slice;
/** The request that each answer answered, by the answer's words. */
let asked: Map<string, RecordedRequest>;

afterEach(() => removeSlice(slice));

const WINDOW = 8000;

async function started(options: SliceOptions = {}, window = Infinity, words = ""): Promise<void> {
  slice = await startSlice(options);
  asked = new Map();
  const say = (request: RecordedRequest): Step[] => {
    const text = `answer ${asked.size + 1}${words}`;
    asked.set(text.trim(), request);
    return [{ text }];
  };
  slice.provider.respond(enforcing(window, say, { sent: [], refused: 0 }));
  slice.provider.summary(({ index }) => reply(`SUMMARY ${index + 1} of what was said.`));
}

async function say(session_id: SessionId, text: string, model?: string): Promise<MessageId> {
  slice.send({
    session_id,
    text,
    ...(model === undefined ? {} : { model: { provider_id: "scripted", model_id: model } }),
  });
  return (await slice.rest(session_id)).id;
}

async function talk(turns: number, words = ""): Promise<SessionId> {
  const { session_id } = slice.ask(`question 1${words}`);
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, `question ${n}${words}`);
  return session_id;
}

const read = (session_id: SessionId, message_id: MessageId, limit = 100) =>
  slice.service.prompts.read({ session_id, message_id, limit });

async function whole(
  session_id: SessionId,
  message_id: MessageId,
  limit = 100,
): Promise<{ head: PromptHead; messages: PromptMessage[] }> {
  let page = await read(session_id, message_id, limit);
  const { head } = page;
  if (head === undefined) throw new Error("the prompt has no head");
  const messages = [...page.messages];
  while (page.more) {
    const before = messages[0]?.message_id;
    if (before === undefined) throw new Error("a page is empty");
    page = await slice.service.prompts.read({ session_id, message_id, before, limit });
    expect(page.head).toBeUndefined();
    messages.unshift(...page.messages);
  }
  return { head, messages };
}

/** All texts of a request in their order, without the system prompt: as the dialog shows their beginnings. */
function textsOf(request: RecordedRequest | undefined): string[] {
  return messagesOf(request)
    .filter(({ role }) => role !== "system")
    .flatMap(({ content }) =>
      typeof content === "string"
        ? [content]
        : (content as { type: string; text: string }[])
            .filter(({ type }) => type === "text")
            .map(({ text }) => text),
    )
    .map(shown);
}

/** A summary counts as its record alone. */
const shown = (text: string): string =>
  (/SUMMARY \d+ of what was said\./.exec(text)?.[0] ?? text).slice(0, 200).replace(/\s+/g, " ").trim();

const sent = (messages: readonly PromptMessage[]): string[] =>
  messages
    .filter(({ tokens }) => tokens !== undefined)
    .map(({ preview, kind }) => (kind === "summary" ? shown(preview) : preview));

/** Compares all answers of the slice with what was sent for them, those in hidden timelines as well. */
async function expectAllAsSent(): Promise<number> {
  const rows = query<{ id: MessageId; session_id: SessionId; words: string }>(
    slice,
    `SELECT m.id, m.session_id, trim(p.data_json ->> '$.text') AS words FROM chat_messages m
     JOIN chat_parts p ON p.message_id = m.id AND p.type = 'text'
     WHERE m.role = 'assistant' AND m.metadata_json ->> '$.model' IS NOT NULL`,
  );
  let compared = 0;
  for (const { id, session_id, words } of rows) {
    const request = asked.get(words);
    if (request === undefined) throw new Error(`nobody asked for ${words}`);
    const { messages, head } = await whole(session_id, id);
    expect(sent(messages), words).toEqual(textsOf(request));
    expect(head.gaps).toEqual([]);
    const system = head.system?.sections.map(({ text }) => text).join("\n\n");
    expect(messagesOf(request)[0]?.content).toBe(system);
    compared++;
  }
  return compared;
}

describe("as it was sent", () => {
  test("[SP-2c] plain: the sections with their digest, the messages in order, each with its tokens, page by page", async () => {
    await started();
    const session_id = await talk(4);
    const last = slice.messages(session_id).at(-1);
    if (last === undefined) throw new Error("no answer came");
    const { head, messages } = await whole(session_id, last.id, 3);
    expect(head).toMatchObject({
      count: 7,
      gaps: [],
      model: { provider_id: "scripted", model_id: "big" },
      tokens: { sent: last.metadata.sent_tokens },
      system: { digest: last.metadata.system_prompt_digest },
    });
    expect(head.system?.sections.map(({ name }) => name)).toEqual(["manifest", "environment"]);
    for (const { tokens } of head.system?.sections ?? []) expect(tokens).toBeGreaterThan(10);
    expect(messages.map(({ role, kind }) => `${role} ${kind}`)).toEqual(
      Array.from({ length: 7 }, (_, at) => (at % 2 === 0 ? "user said" : "assistant said")),
    );
    expect(messages.flatMap(({ left }) => left)).toEqual([]);
    const counts = await createInProcessCounter().count(textsOf(slice.provider.requests.at(-1)));
    expect(messages.map(({ tokens }) => tokens)).toEqual(counts.map((raw) => Math.ceil((raw + 4) * 1.1)));
    expect(await expectAllAsSent()).toBe(4);
  });

  test("[SP-2c, RW-2] after rewinds and restores each answer has the prompt of its own timeline, hidden or not", async () => {
    await started();
    const session_id = await talk(4);
    const third = slice.messages(session_id)[4];
    if (third === undefined) throw new Error("no third question");
    slice.service.timeline.rewind({ session_id, message_id: third.id, text: "question three" });
    await slice.rest(session_id);
    await say(session_id, "question 5");
    const [hidden] = slice.look(session_id).hidden;
    if (hidden === undefined) throw new Error("nothing is hidden");
    slice.service.timeline.unrewind({ session_id, op_id: hidden.op_id });
    const answer = slice.messages(session_id).at(-1);
    if (answer === undefined) throw new Error("no answer");
    slice.service.timeline.retry({ session_id, message_id: answer.id });
    await slice.rest(session_id);
    expect(await expectAllAsSent()).toBe(7);
  });

  test("[SP-2c, CP-3, CP-7] before and after summaries by hand, edited, undone, and in a branch", async () => {
    await started();
    const words = ` ${"with many words ".repeat(20)}`;
    const session_id = await talk(5, words);
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    await say(session_id, "question 6");
    const summary = slice.messages(session_id)[0];
    if (summary === undefined) throw new Error("no summary");
    const edited = { session_id, message_id: summary.id, summary: "SUMMARY 9 of what was said." };
    await slice.service.compactions.edit(edited);
    const seventh = await say(session_id, "question 7");
    const { messages } = await whole(session_id, seventh);
    expect(messages[0]).toMatchObject({ kind: "summary", role: "user", turns: 3 });
    const branch = await slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: seventh,
    });
    slice.service.undo.last({});
    slice.service.undo.last({});
    await say(branch.id, "question 8");
    await say(session_id, "question 9");
    expect(await expectAllAsSent()).toBe(9 + 7);
  });

  test("[SP-2c, CP-1] a conversation that was summarised by itself again and again", async () => {
    const words = ` ${"some words of the answer ".repeat(60)}`;
    await started({ windows: { big: { context_limit: WINDOW, max_output: 1000 } } }, WINDOW, words);
    await talk(16, ` ${"with words of the question ".repeat(60)}`);
    expect(slice.provider.summaries.length).toBeGreaterThan(1);
    expect(await expectAllAsSent()).toBe(16);
  });
});

describe("what was left out, and why", () => {
  test("[SP-2c, MS-4] thoughts of another model, and those of a stopped answer that came to nothing", async () => {
    slice = await startSlice({ wire: "anthropic", models: ["other"] });
    const thoughtful = (n: number) =>
      reply({ reasoning: `thought ${n}`, signature: `sealed-${n}` }, `answer ${n}`);
    slice.provider.enqueue(thoughtful(1), [{ reasoning: "half a thou" }, { gate: "never" }]);
    const { session_id } = slice.ask("question 1");
    await slice.rest(session_id);
    slice.send({ session_id, text: "question 2" });
    const watcher = slice.watch(session_id);
    await slice.provider.reached("never");
    await watcher.until(() => JSON.stringify(watcher.events).includes("half a thou"));
    slice.service.turns.abort({ session_id });
    await slice.rest(session_id);
    slice.provider.enqueue(thoughtful(3), thoughtful(4));
    const same = await whole(session_id, await say(session_id, "question 3"));
    expect(same.messages.map(({ left }) => left)).toEqual([
      [],
      [],
      [],
      [{ what: "reasoning", why: "reasoning-only", count: 1 }],
      [],
    ]);
    expect(sent(same.messages)).toEqual(["question 1", "answer 1", "question 2", "question 3"]);
    expect(textsOf(slice.provider.requests.at(-1))).toEqual(sent(same.messages));
    expect(slice.provider.requests.at(-1)?.rawBody).toContain("thought 1");

    const other = await whole(session_id, await say(session_id, "question 4", "other"));
    const foreign = { what: "reasoning", why: "foreign", count: 1 };
    expect(other.messages.flatMap(({ left }) => left)).toEqual([foreign, foreign, foreign]);
    expect(textsOf(slice.provider.requests.at(-1))).toEqual(sent(other.messages));
    expect(slice.provider.requests.at(-1)?.rawBody).not.toContain("thought");
    expect(other.head.model).toMatchObject({ model_id: "other" });
    // With fewer thoughts the same messages take fewer tokens.
    expect(other.messages[1]?.tokens).toBeLessThan(same.messages[1]?.tokens ?? 0);
  });

  test("[SP-2c, CP-4] an answer of many steps has read its own steps, and those that a summary took are told", async () => {
    let step = 0;
    const tool: Tool = {
      name: "look",
      description: "Reads.",
      input_schema: { type: "object", properties: {} },
      execute: async () => "line of the file ".repeat(100),
    };
    slice = await startSlice({
      windows: { big: { context_limit: WINDOW, max_output: 1000 } },
      tools: [tool],
      run: { max_steps: 60 },
    });
    slice.provider.respond(
      enforcing(
        WINDOW,
        () =>
          ++step < 40
            ? [{ text: `Step ${step}.` }, { tool: { id: `call_${step}`, name: "look", input: { n: step } } }]
            : [{ text: "Done." }],
        { sent: [], refused: 0 },
      ),
    );
    slice.provider.summary(({ index }) => reply(`SUMMARY ${index + 1} of what was said.`));
    const { session_id } = slice.ask("Read all files.");
    const { id } = await slice.rest(session_id);
    const { messages } = await whole(session_id, id);
    const request = slice.provider.requests.at(-1);
    expect(messages.map(({ kind }) => kind)).toEqual(["summary", "said", "own"]);
    const own = messages.at(-1);
    const calls = messagesOf(request).filter(({ role }) => role === "tool").length;
    expect(calls).toBeGreaterThan(0);
    expect(own?.left).toEqual([
      { what: "text", why: "summarised", count: 39 - calls },
      { what: "tool", why: "summarised", count: 39 - calls },
    ]);
    expect(textsOf(request).slice(0, 3)).toEqual([
      expect.stringMatching(/^SUMMARY/),
      "Read all files.",
      own?.preview,
    ]);
  });

  test("[SP-2c] a message that cannot be read, and a prompt without a provider's count, are told as what they are", async () => {
    await started();
    const { session_id } = slice.ask("question 1");
    const { id } = await slice.rest(session_id);
    slice.provider.respond(() => [{ text: "uncounted" }, ...ending("stop", null)]);
    const second = await say(session_id, "question 2");
    tamper(
      slice,
      `DROP TRIGGER chat_parts_append_only; UPDATE chat_parts SET data_json = '{' WHERE message_id = '${id}' AND type = 'text'`,
    );
    const { head, messages } = await whole(session_id, second);
    expect(messages[1]).toMatchObject({ unreadable: true, preview: "" });
    expect(messages[1]?.tokens).toBeUndefined();
    expect(head.tokens.sent).toBeUndefined();
    const counted = [...(head.system?.sections ?? []), ...messages];
    expect(head.tokens.estimated).toBe(counted.reduce((sum, { tokens = 0 }) => sum + tokens, 0));
  });

  test("[SP-2c] refuses what is no answer of a model, and what is not in its prompt", async () => {
    await started();
    const session_id = await talk(2);
    const [question, answer, , last] = slice.messages(session_id).map(({ id }) => id);
    if (question === undefined || answer === undefined || last === undefined) throw new Error("too short");
    const notFound = expect.objectContaining({ code: "MESSAGE_NOT_FOUND" });
    await expect(read(session_id, question)).rejects.toEqual(notFound);
    const outside = { session_id, message_id: answer, before: last, limit: 5 };
    await expect(slice.service.prompts.read(outside)).rejects.toEqual(notFound);
  });
});
