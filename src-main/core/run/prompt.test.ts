import { APICallError, type LanguageModelV3, type LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { type ModelMessage, streamText } from "ai";
import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { COMPACTION } from "../../../e2e/fixtures/compaction";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { createInProcessCounter } from "../../models/tokens/in-process";
import { createRecorder } from "../../recorder/recorder";
import { opened } from "../../store/testing/stores";
import { beginTurn, MODEL, wholeTurn } from "../../store/testing/talk";
import { sessionOf } from "../../store/verbs";
import { toModelMessages } from "../context/model-messages";
import { Emitter } from "../emitter";
import { createIds } from "../ids";
import { systemClock } from "../ports/clock";
import type { Store } from "../ports/store";
import type { Tool } from "../ports/tools";
import { createSessionService } from "../session/session-service";
import { REPEATED } from "./loop-guard";
import { settledPrompt } from "./prompt";
import type { TurnContext } from "./turn-context";

type Part = LanguageModelV3StreamPart;
/** One stream of a model; `fails`: it ends in a failure that passes. */
interface Said {
  parts: Part[];
  calls: boolean;
  fails: boolean;
}

const SIGNED = { acme: { signature: "c2lnbmVk" } };
const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const text = (id: string, words: string): Part[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: words },
  { type: "text-end", id },
];
const thought = (id: string, words: string): Part[] => [
  { type: "reasoning-start", id },
  { type: "reasoning-delta", id, delta: words },
  { type: "reasoning-delta", id, delta: "", providerMetadata: SIGNED },
  { type: "reasoning-end", id },
];
const toolCall = (toolCallId: string, toolName: string, input: string): Part[] => [
  { type: "tool-input-start", id: toolCallId, toolName },
  { type: "tool-input-delta", id: toolCallId, delta: input },
  { type: "tool-input-end", id: toolCallId },
  { type: "tool-call", toolCallId, toolName, input, providerMetadata: SIGNED },
];
const providersOwn = (toolCallId: string): Part[] => [
  { type: "tool-call", toolCallId, toolName: "search", input: "{}", providerExecuted: true, dynamic: true },
  { type: "tool-result", toolCallId, toolName: "search", result: { found: 1 }, dynamic: true },
];

const words = fc.oneof(fc.constantFrom("", " \n", "…𝄞"), fc.string({ maxLength: 8 }));
const input = fc.constantFrom('{"n":1}', "{}", '{"n":', "[]");
const calls = fc
  .array(fc.tuple(fc.constantFrom("works", "throws", "nobody"), input), { minLength: 1, maxLength: 3 })
  .map((some) => some.flatMap(([name, json], at) => toolCall(`call_${at}`, name, json)));
const content = fc
  .array(
    fc.oneof(
      words.map((said) => (id: string) => text(id, said)),
      words.map((said) => (id: string) => thought(id, said)),
      fc.constant((id: string) => providersOwn(id)),
      fc.constant((): Part[] => [{ type: "file", mediaType: "image/png", data: "AAAA" }]),
    ),
    { maxLength: 4 },
  )
  .map((some) => some.flatMap((make, at) => make(`id_${at}`)));
const failure = content.map((parts): Said => ({ parts, calls: false, fails: true }));
const step = fc
  .tuple(content, calls)
  .map(([said, called]): Said => ({ parts: [...said, ...called], calls: true, fails: false }));
const attempts = (last: fc.Arbitrary<Said>) =>
  fc.tuple(fc.array(failure, { maxLength: 2 }), last).map(([failed, said]) => [...failed, said]);
/** A turn that ends by itself, or by more failures than are tried again. */
const end = fc.oneof(
  content.map((parts): Said[] => [
    { parts: [...parts, ...text("end", "Done.")], calls: false, fails: false },
  ]),
  fc.array(failure, { minLength: 4, maxLength: 4 }),
);
const turn = fc
  .tuple(fc.array(attempts(step), { maxLength: 3 }), end)
  .map(([steps, last]) => [...steps.flat(), ...last]);

/** A turn whose answer is cut in mid-text, and one that goes on from there in three steps. */
const CUT_THEN_CONTINUED: Said[][] = [
  Array.from({ length: 4 }, () => ({ parts: text("half", "Half an ans"), calls: false, fails: true })),
  [
    { parts: toolCall("call_0", "works", "{}"), calls: true, fails: false },
    { parts: toolCall("call_0", "throws", "{}"), calls: true, fails: false },
    { parts: text("end", "wer."), calls: false, fails: false },
  ],
];

const tools: Tool[] = ["works", "throws"].map((name) => ({
  name,
  description: name,
  input_schema: { type: "object", properties: {} },
  execute: async () => {
    if (name === "throws") throw new Error("no");
    return { done: [1, "𝄞"] };
  },
}));

/** A model that says what `next` tells, after `asked` has looked at its prompt. */
function scripted(next: () => Said | undefined, asked: (prompt: unknown) => Promise<void>): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: MODEL.provider_id,
    modelId: MODEL.model_id,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not asked for")),
    async doStream({ prompt }) {
      await asked(prompt);
      const said = next();
      const closing: Part[] =
        said === undefined || said.fails
          ? [
              {
                type: "error",
                error: new APICallError({ message: "", url: "", requestBodyValues: {}, statusCode: 503 }),
              },
            ]
          : [
              {
                type: "finish",
                usage,
                finishReason: { unified: said.calls ? "tool-calls" : "stop", raw: "end" },
              },
            ];
      const parts = [...(said?.parts ?? []), ...closing];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

/** A core with one model, whose calls of the store are noted. */
function composed(next: () => Said | undefined, asked: (prompt: unknown) => Promise<void>) {
  const used: string[] = [];
  const { store: real } = opened();
  const store = new Proxy(real, {
    get(target, verb: keyof Store) {
      const call = target[verb] as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        const about = sessionOf(given);
        // The window of an earlier session may still be counted, beside the turn.
        if (about === undefined || real.unsettledMessages(about).length > 0) used.push(verb);
        return call(...given);
      };
    },
  });
  const clock = systemClock;
  const ids = createIds(clock, store.newestIdTime());
  const language_model = scripted(next, asked);
  const { service, state } = createSessionService({
    store,
    recorder: createRecorder({ store, ids, clock }),
    ids,
    clock,
    counter: createInProcessCounter(),
    summariser: { name: "compaction", manifest: "", limits: {} },
    precompactor: { name: "precompact", manifest: "", limits: {} },
    models: {
      choices: () => [],
      default_model: () => MODEL,
      with_default_level: (ref) => ref,
      side_models: () => [MODEL],
      note_refusal: () => {},
      resolve: () => ({ ref: MODEL, language_model }),
    },
    settings: {
      run: () => ({
        max_steps: 50,
        token_budget: null,
        max_retries: 3,
        max_retry_wait_ms: 1,
        first_chunk_timeout_ms: 60_000,
        stall_timeout_ms: 60_000,
        precompact_tokens: 0,
      }),
      recorder: () => ({ save_on: "chunk", save_buffer_ms: 16, save_buffer_size: 65_536 }),
      compaction: () => COMPACTION,
    },
    agents: {
      list: async () => ({
        agents: [{ name: "chat", manifest: "Be brief.", limits: {}, origin: "braid" as const }],
        problems: [],
      }),
      helpers: async () => [],
      save: async () => {},
      remove: async () => {},
    },
    tools: async () => new Map(tools.map((tool) => [tool.name, tool])),
    events: new Emitter(),
    titling: { agent: { name: "title", manifest: "" }, onFailure: () => {} },
    isSeen: () => true,
  });
  return { ...service, real, state, used };
}

interface SentMessage {
  role: string;
  content: unknown;
}
const withoutSystem = (prompt: unknown) => (prompt as SentMessage[]).filter(({ role }) => role !== "system");

/** The messages without the warning of the loop guard. It stays where the model was told it for the rest of the turn, and no transcript has it (RN-4). */
const withoutWarning = (sent: SentMessage[]): SentMessage[] =>
  sent.filter((message) => !JSON.stringify(message).includes(REPEATED));

/** These messages as the SDK hands them to a model. */
async function asSent(messages: ModelMessage[]): Promise<SentMessage[]> {
  if (messages.length === 0) return [];
  let sent: unknown;
  const model = scripted(
    () => ({ parts: [], calls: false, fails: false }),
    async (prompt) => {
      sent = prompt;
    },
  );
  await streamText({ model, messages }).consumeStream();
  return withoutSystem(sent);
}

/** Finds the reminder of an answer that was cut off: the model is told it, and no transcript has it. */
const reminderIn = (sent: readonly SentMessage[]): string | undefined =>
  /"text":"(Your last answer was cut off[^"]*)"/.exec(JSON.stringify(sent))?.[1];

/** The message without what failed attempts of its next step have said: that stays in view until one succeeds, and is not sent. */
function firstSteps(message: StoredMessage, count: number): StoredMessage {
  const begins = message.parts.flatMap(({ type }, at) => (type === "step-start" ? [at] : []));
  return { ...message, parts: message.parts.slice(0, begins[count]) };
}

test("[SP-3b, SP-3c, RN-5a] each prompt is the one made anew from the store, begins with the last, and reads nothing that has settled", async () => {
  let session_id: SessionId | undefined;
  let queue: Said[] = [];
  let before: SentMessage[] | undefined;
  let failures: unknown[] = [];
  let finished = 0;
  const next = () => {
    const said = queue.shift();
    if (said?.fails === false) finished += 1;
    return said;
  };
  const seen = { further: 0, reminded: 0 };
  const core = composed(next, (prompt) =>
    look(withoutWarning(withoutSystem(prompt))).catch((error: unknown) => void failures.push(error)),
  );
  const look = async (sent: SentMessage[]) => {
    if (session_id === undefined) throw new Error("There is no session.");
    const visible = core.real.visibleMessages(session_id);
    const reminder = reminderIn(sent);
    const answer = visible.slice(-1).map((message) => firstSteps(message, finished));
    const anew = await asSent([
      ...(await toModelMessages(visible.slice(0, -1), MODEL)),
      ...(reminder === undefined ? [] : [{ role: "user" as const, content: reminder }]),
      ...(await toModelMessages(answer, MODEL)),
    ]);
    expect(JSON.stringify(sent)).toBe(JSON.stringify(anew));
    if (before !== undefined) {
      expect(JSON.stringify(sent.slice(0, before.length))).toBe(JSON.stringify(before));
      expect(core.used.filter((verb) => !["commitFrame", "retryTurn"].includes(verb))).toEqual([]);
      seen.further += 1;
      if (reminder !== undefined) seen.reminded += 1;
    }
    before = sent;
    core.used.length = 0;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 2 }), async (script) => {
      failures = [];
      session_id = undefined;
      for (const said of script) {
        queue = [...said];
        before = undefined;
        finished = 0;
        session_id = begin(core, session_id);
        await core.state.ended(session_id);
        if (failures.length > 0) throw failures[0];
      }
    }),
    { numRuns: fuzzRuns(4), examples: [[CUT_THEN_CONTINUED]] },
  );
  // The example alone makes two further prompts, with a reminder in them.
  expect(seen.further).toBeGreaterThan(1);
  expect(seen.reminded).toBeGreaterThan(1);
});

test("a long transcript is read in pieces, each message once, and others have their turn in between", async () => {
  const core = composed(
    () => undefined,
    () => Promise.resolve(),
  );
  const { session_id } = wholeTurn(core.real);
  for (let turn = 1; turn < 100; turn++) wholeTurn(core.real, session_id);
  const { message_id } = beginTurn(core.real, session_id);
  const pieces: number[] = [];
  const visibleMessages: Store["visibleMessages"] = (id, query) => {
    const read = core.real.visibleMessages(id, query);
    pieces.push(read.length);
    return read;
  };
  // Each piece takes longer than one may work without a break.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 20));
  onTestFinished(() => clock.mockRestore());
  let immediates = 0;
  const count = () => {
    immediates += 1;
    if (pieces.at(-1) !== 0) setImmediate(count);
  };
  setImmediate(count);
  const { messages } = await settledPrompt(
    { store: { ...core.real, visibleMessages } },
    {
      claim: { session_id, signal: new AbortController().signal, started_at: 0 },
      writer: { recording: { fold: { id: message_id } } } as TurnContext["writer"],
      model: MODEL,
      signal: new AbortController().signal,
    },
    {
      language_model: scripted(
        () => undefined,
        () => Promise.resolve(),
      ),
    },
  );
  expect(messages).toHaveLength(201);
  expect(pieces).toEqual([64, 64, 64, 10, 0]);
  expect(immediates).toBeGreaterThanOrEqual(4);
});

/** Another turn, or the first of a new session; one that did not end by itself is continued. */
function begin(
  { sessions, queue, turns, real }: ReturnType<typeof composed>,
  session_id: SessionId | undefined,
): SessionId {
  if (session_id === undefined) return sessions.create({ text: "Question?", title: "Given" }).session.id;
  const last = real.page(session_id, { limit: 1 }).messages[0];
  if (last?.metadata.finish_reason === "stop") queue.send({ session_id, text: "Another?" });
  else turns.resume({ session_id });
  return session_id;
}
