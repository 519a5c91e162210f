/** Compaction by itself: before a turn, between its steps, after a refusal, and what happens when it cannot be made (CP-1, 4, 6, MS-2, RN-9). */
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import type { Compaction } from "../../src-preload/contract/domain/compaction";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { enforcing, type Seen } from "../fixtures/provider/window";
import { query } from "./database";
import { broken } from "./invariants";
import {
  removeSlice,
  restartSlice,
  type Slice,
  type SliceOptions,
  startSlice,
  textOf,
  writeSettings,
} from "./slice";
import { stopSoon } from "./stop-soon";

const WINDOW = 8000;
const SMALL = { big: { context_limit: WINDOW, max_output: 1000 } };

let slice: Slice;
let seen: Seen;
afterEach(() => removeSlice(slice));

/** `say`: what the model answers; by default some words. */
async function started(options: SliceOptions = {}, say: () => readonly Step[] = words): Promise<void> {
  slice = await startSlice({ windows: SMALL, ...options });
  seen = { sent: [], refused: 0 };
  answered = 0;
  slice.provider.respond(enforcing(options.windows?.big?.context_limit ?? WINDOW, say, seen));
  slice.provider.summary(({ index }) => reply(`SUMMARY ${index + 1}: what was said so far.`));
}

let answered = 0;
const words = (): Step[] => [{ text: `answer ${++answered} ${"some words of the answer ".repeat(60)}` }];
const question = (n: number, length = 60) => `question ${n} ${"with words of the question ".repeat(length)}`;

async function say(session_id: SessionId, text: string): Promise<void> {
  slice.send({ session_id, text });
  await slice.rest(session_id);
}

async function talk(turns: number): Promise<SessionId> {
  const { session_id } = slice.ask(question(1));
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, question(n));
  return session_id;
}

/** The summary in force, wherever the window's page begins. */
function summaryIn(session_id: SessionId): Compaction | undefined {
  const sql = `SELECT p.data_json FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
    WHERE m.session_id = ? AND m.hidden_at IS NULL AND p.type = 'data-compaction'`;
  const [row] = query<{ data_json: string }>(slice, sql, session_id);
  return row && JSON.parse(row.data_json).data;
}
const status = (session_id: SessionId) => slice.service.sessions.status({ session_id });

describe("before a turn", () => {
  test("[CP-1a, CP-4a, MS-2] a conversation of any length goes on: nothing is refused, the last turns stay as they were said", async () => {
    await started();
    const session_id = await talk(22);
    expect(seen.refused).toBe(0);
    expect(status(session_id)).toEqual({ state: "idle" });
    expect(slice.provider.summaries.length).toBeGreaterThan(2);
    const compaction = summaryIn(session_id);
    expect(compaction).toMatchObject({ auto: true });
    const said = slice
      .messages(session_id)
      .map((message) => textOf(message).split(" ").slice(0, 2).join(" "));
    expect(said.at(-1)).toBe("answer 22");
    expect(said.filter((text) => text.startsWith("question")).length).toBeGreaterThanOrEqual(2);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-1d] not soon after the last one, as long as it fits; then the reserve is used up first", async () => {
    await started({
      windows: { big: { context_limit: WINDOW, max_output: 4000 } },
      compaction: { min_turns_between: 20 },
    });
    await talk(20);
    const sql =
      "SELECT data_json ->> '$.data.tokens_before' AS tokens FROM chat_parts WHERE type = 'data-compaction' ORDER BY id";
    const [first, second] = query<{ tokens: number }>(slice, sql);
    expect(first?.tokens).toBeLessThan(7000);
    expect(second?.tokens).toBeGreaterThan(7000);
    expect(seen.refused).toBe(0);
  });

  test("[CP-6a] a summariser that fails is asked again, then the turn goes on without it, and says so", async () => {
    await started({ compaction: { retry_on_transient: 1, retry_block_ms: 2000, reserve_tokens: 4000 } });
    slice.provider.summary(() => [{ status: 503 }]);
    const session_id = await talk(10);
    const failed = slice
      .messages(session_id)
      .findLast(({ metadata }) => metadata.compaction_failed !== undefined);
    expect(failed?.metadata.compaction_failed?.message).toMatchObject({ key: "compaction.failed.message" });
    expect(failed?.metadata.finish_reason).toBe("stop");
    expect(summaryIn(session_id)).toBeUndefined();
  });

  test("[CP-6b] no retry waits longer than a summary may hold a turn up", async () => {
    await started({ compaction: { retry_on_transient: 50, retry_block_ms: 1, reserve_tokens: 4000 } });
    slice.provider.summary(() => [{ status: 503 }]);
    const session_id = await talk(10);
    const failed = slice
      .messages(session_id)
      .filter(({ metadata }) => metadata.compaction_failed !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect(slice.provider.summaries).toHaveLength(failed.length);
    expect(status(session_id)).toEqual({ state: "idle" });
  });

  test("[CP-5e, AB-1f] Stop ends a summary together with the turn that waits for it", async () => {
    await started();
    slice.provider.summary(() => [{ text: "Half" }, { gate: "never" }]);
    const { session_id } = slice.ask(question(1));
    await slice.rest(session_id);
    for (let n = 2; slice.provider.summaries.length === 0; n++) {
      slice.send({ session_id, text: question(n) });
      await Promise.race([slice.provider.reached("never"), slice.rest(session_id)]);
    }
    await stopSoon(slice, slice.watch(session_id), async () => slice.provider.summaries[0]);
    const last = await slice.rest(session_id);
    expect(slice.provider.summaries[0]?.aborted).toBe(true);
    expect(last.metadata.finish_reason).toBe("aborted");
    expect(summaryIn(session_id)).toBeUndefined();
    slice.provider.summary(() => reply("A good one."));
    await say(session_id, "And now?");
    expect(summaryIn(session_id)?.summary).toBe("A good one.");
    expect(broken(slice)).toEqual([]);
  });

  test.each([
    ["empty", ""],
    ["longer", "word ".repeat(20_000)],
  ])(
    "[CP-6d] a summary that is %s is no summary; where nothing fits the turn ends with the ways out, and the next works",
    async (_, text) => {
      await started({ compaction: { retry_on_transient: 0 } });
      slice.provider.summary(() => reply(text));
      const session_id = await talk(14);
      expect(seen.refused).toBe(0);
      expect(status(session_id)).toMatchObject({ state: "error" });
      expect(slice.messages(session_id).at(-1)?.metadata.error?.hint).toBeDefined();
      slice.provider.summary(() => reply("A good one."));
      await say(session_id, "And now?");
      expect(status(session_id)).toEqual({ state: "idle" });
      expect(summaryIn(session_id)?.summary).toBe("A good one.");
      expect(broken(slice)).toEqual([]);
    },
  );

  test("[CP-8c] with auto off nothing is summarised by itself, and a full window says so before the provider is asked", async () => {
    await started({ compaction: { auto: false } });
    const session_id = await talk(14);
    expect(slice.provider.summaries).toEqual([]);
    expect(seen.refused).toBe(0);
    expect(slice.messages(session_id).at(-1)?.metadata.error).toMatchObject({ code: "CONTEXT_TOO_LARGE" });
  });

  test("[CP-6] a first message larger than the window ends with the ways out", async () => {
    await started();
    const { session_id } = slice.ask(question(1, 5000));
    await slice.rest(session_id);
    expect(seen.refused + seen.sent.length).toBe(0);
    expect(slice.messages(session_id).at(-1)?.metadata.error).toMatchObject({ code: "CONTEXT_TOO_LARGE" });
    expect(status(session_id)).toMatchObject({ state: "error" });
  });

  test("[CP-1] a model whose longest answer equals its window is asked for less", async () => {
    await started({ windows: { big: { context_limit: WINDOW, max_output: WINDOW } } });
    const session_id = await talk(12);
    expect(seen.refused).toBe(0);
    expect(status(session_id)).toEqual({ state: "idle" });
  });

  test("[MS-2] a switch to a smaller model summarises first, and the message waits for it", async () => {
    await started({
      models: ["tiny"],
      windows: { big: { context_limit: 200_000 }, tiny: { context_limit: 6000, max_output: 500 } },
    });
    const session_id = await talk(12);
    expect(slice.provider.summaries).toEqual([]);
    slice.provider.respond(enforcing(6000, words, seen));
    slice.send({ session_id, text: "Go on.", model: { provider_id: "scripted", model_id: "tiny" } });
    await slice.rest(session_id);
    expect(seen.refused).toBe(0);
    expect(status(session_id)).toEqual({ state: "idle" });
    expect(summaryIn(session_id)).toBeDefined();
  });
});

describe("a history that is longer than the summariser's window", () => {
  const chunked = { chunked_summarize: true, drop_middle: true };
  const middle = { chunked_summarize: false, drop_middle: true };

  async function switched(smart_recovery: Partial<typeof chunked>): Promise<SessionId> {
    await started({
      models: ["tiny"],
      windows: { big: { context_limit: 200_000 }, tiny: { context_limit: 6000, max_output: 500 } },
      compaction: { smart_recovery },
    });
    const session_id = await talk(15);
    // Neither model takes it whole: the window of the one before turns out to be no larger.
    await writeSettings(slice.data_dir, slice.provider.baseUrl, {
      models: ["tiny"],
      windows: {
        big: { context_limit: 6000, max_output: 500 },
        tiny: { context_limit: 6000, max_output: 500 },
      },
      compaction: { smart_recovery },
    });
    slice = await restartSlice(slice);
    slice.provider.respond(enforcing(6000, words, seen));
    slice.send({ session_id, text: "Go on.", model: { provider_id: "scripted", model_id: "tiny" } });
    await slice.rest(session_id);
    return session_id;
  }
  const asked = () => slice.provider.summaries.map(({ rawBody }) => rawBody);

  test("[CP-6c] is summarised piece by piece, each with the summary so far", async () => {
    const session_id = await switched(chunked);
    expect(asked().length).toBeGreaterThan(1);
    expect(asked()[1]).toContain("SUMMARY 1");
    expect(summaryIn(session_id)?.summary).toContain(`SUMMARY ${asked().length}`);
    expect(status(session_id)).toEqual({ state: "idle" });
  });

  test("[CP-6c] or without its middle, where pieces are not allowed", async () => {
    const session_id = await switched(middle);
    expect(asked()).toEqual([expect.stringContaining("of the conversation are left out here")]);
    expect(status(session_id)).toEqual({ state: "idle" });
  });

  test("[CP-6c] where neither is allowed nothing is asked, and the ways out are named", async () => {
    const session_id = await switched({ chunked_summarize: false, drop_middle: false });
    expect(asked()).toEqual([]);
    expect(slice.messages(session_id).at(-1)?.metadata.error).toMatchObject({
      code: "CONTEXT_TOO_LARGE",
      hint: expect.anything(),
    });
  });
});

describe("during a turn", () => {
  const tool: Tool = {
    name: "look",
    description: "Reads.",
    input_schema: { type: "object", properties: {} },
    execute: async () => "line of the file ".repeat(100),
  };

  test("[CP-1c, CP-4c, CP-4d, CP-5d, BR-1f] 45 steps with tools in one turn outgrow the window again and again, and the answer goes on", async () => {
    let step = 0;
    await started({ tools: [tool], run: { max_steps: 200 } }, () =>
      ++step < 45
        ? [{ text: `Step ${step}.` }, { tool: { id: `call_${step}`, name: "look", input: { n: step } } }]
        : [{ text: "Done." }],
    );
    const { session_id } = slice.ask("Read all files.");
    const last = await slice.rest(session_id);
    expect(seen.refused).toBe(0);
    expect(textOf(last)).toMatch(/Done\.$/);
    // All of the answer stays to be read.
    expect(last.parts.filter(({ type }) => type === "tool-look" || type === "dynamic-tool")).toHaveLength(44);
    const compaction = summaryIn(session_id);
    expect(compaction?.split?.message_id).toBe(last.id);
    expect(compaction?.tail_warning).toBe("steps");
    // The request stands word for word.
    expect(slice.messages(session_id)[1]).toMatchObject({ role: "user" });
    expect(seen.sent.length).toBe(45);
    // No step was left so little room that its answer would have been cut at once.
    const longest = slice.provider.requests.map(({ body }) => Number(body.max_tokens));
    expect(Math.min(...longest)).toBeGreaterThanOrEqual(WINDOW / 16);
    const asking = slice.provider.requests.every(({ rawBody }) => rawBody.includes("Read all files."));
    expect(asking).toBe(true);
    const branch = await slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: last.id,
    });
    expect(summaryIn(branch.id)?.split?.message_id).toBe(slice.messages(branch.id).at(-1)?.id);
    expect(broken(slice)).toEqual([]);
    // Tried again, the question stands alone: the summary told of the answer that left.
    step = 44;
    slice.service.timeline.retry({ session_id, message_id: last.id });
    await slice.rest(session_id);
    expect(summaryIn(session_id)).toBeUndefined();
    slice.service.undo.last({});
    expect(summaryIn(session_id)?.split?.message_id).toBe(last.id);
    expect(broken(slice)).toEqual([]);
  });

  test("[RN-7c, CP-4c, BR-1f] a step that fails after a summary in the turn is tried again, and what was summarised stays so", async () => {
    let [step, failures] = [0, 0];
    await started({ tools: [tool], run: { max_steps: 200, max_retries: 1 } }, () => {
      if (step === 39 && failures++ === 0) return [{ text: "Half a st" }, { reset: true }];
      return ++step < 40
        ? [{ text: `Step ${step}.` }, { tool: { id: `call_${step}`, name: "look", input: { n: step } } }]
        : [{ text: "Done." }];
    });
    const { session_id } = slice.ask("Read all files.");
    const last = await slice.rest(session_id);
    expect(last.metadata.retried?.attempts).toBe(1);
    expect(seen.refused).toBe(0);
    // As in a turn that nothing has interrupted, the first steps are told by the summary alone.
    const sent = () => slice.provider.requests.at(-1)?.rawBody ?? "";
    expect(sent()).not.toContain("Step 1.");
    const branch = await slice.service.branches.branch({
      parent_session_id: session_id,
      from_message_id: last.id,
    });
    expect(summaryIn(branch.id)?.split?.message_id).toBe(slice.messages(branch.id).at(-1)?.id);
    step = 39;
    const asked = slice.provider.summaries.length;
    for (const id of [session_id, branch.id]) {
      await say(id, "What next?");
      expect(sent()).not.toContain("Step 1.");
      expect(sent()).toContain("Earlier turns of this conversation are left out here");
    }
    expect(slice.provider.summaries.length).toBe(asked);
    expect(broken(slice)).toEqual([]);
  });

  test("[RN-9b] a provider that refuses a prompt as too long is asked once more, after a summary", async () => {
    await started({ windows: { big: { context_limit: 200_000, max_output: 1000 } } });
    slice.provider.respond(enforcing(4000, words, seen));
    const session_id = await talk(12);
    expect(seen.refused).toBeGreaterThan(0);
    expect(status(session_id)).toEqual({ state: "idle" });
    expect(summaryIn(session_id)).toBeDefined();
  });

  test("[RN-9b] an account that may not send so much in a minute is asked once more, not again and again", async () => {
    await started({ windows: { big: { context_limit: 200_000, max_output: 1000 } } });
    const session_id = await talk(4);
    const message =
      "Request too large for big on tokens per min (TPM): Limit 10, Requested 9000. The input or output tokens must be reduced in order to run successfully.";
    const asked = slice.provider.requests.length;
    slice.provider.respond(() => [{ status: 429, message }]);
    await say(session_id, question(5));
    expect(slice.messages(session_id).at(-1)?.metadata.error).toMatchObject({
      code: "CONTEXT_TOO_LARGE",
      mend: "room",
    });
    expect(slice.provider.requests.length - asked).toBe(2);
    expect(slice.provider.summaries.length).toBeLessThanOrEqual(1);
  });

  test("[RN-3e] a summary draws on the turn's budget: once that is spent, the turn ends after its step, without another one", async () => {
    await started({ tools: [tool], run: { token_budget: 10_000 } }, () =>
      slice.provider.summaries.length === 0
        ? words()
        : [{ tool: { id: `call_${++answered}`, name: "look", input: { n: answered } } }],
    );
    slice.provider.summary(() => [{ text: "So far." }, ...ending("stop", { input: 9990, output: 10 })]);
    const { session_id } = slice.ask(question(1));
    let last = await slice.rest(session_id);
    for (let n = 2; slice.provider.summaries.length === 0; n++) {
      expect(last.metadata.finish_reason).toBe("stop");
      await say(session_id, question(n));
      last = slice.messages(session_id).at(-1) ?? last;
    }
    expect(last.metadata.finish_reason).toBe("token-budget");
    expect(last.parts.filter(({ type }) => type === "step-start")).toHaveLength(1);
    expect(query(slice, "SELECT id FROM chat_parts WHERE type = 'data-compaction'")).toHaveLength(1);
  });

  test("[CP-1e] the first turn of a session is not summarised as long as it fits", async () => {
    let step = 0;
    await started({ windows: { big: { context_limit: WINDOW, max_output: 4000 } }, tools: [tool] }, () =>
      seen.sent.at(-1) !== undefined && (seen.sent.at(-1) ?? 0) > 6200
        ? [{ text: "Done." }]
        : [{ tool: { id: `call_${++step}`, name: "look", input: { n: step } } }],
    );
    const { session_id } = slice.ask("Read all files.");
    expect(textOf(await slice.rest(session_id))).toBe("Done.");
    expect(slice.provider.summaries).toEqual([]);
    expect(seen.refused).toBe(0);
  });
});

describe("prepared", () => {
  const wanted = { compaction: { prepare: true } };
  const stored = () => query<{ data_json: string }>(slice, "SELECT data_json FROM prepared_summaries");

  /** A talk that has filled most of its window, with the summary written beside it. */
  async function nearlyFull(): Promise<SessionId> {
    const session_id = await talk(8);
    await expect.poll(() => stored().length).toBe(1);
    return session_id;
  }

  test("[CP-9] a summary is written before it is due, and taken when it is: the turn waits for nothing", async () => {
    await started(wanted);
    const session_id = await nearlyFull();
    const asked = slice.provider.summaries.length;
    expect(summaryIn(session_id)).toBeUndefined();
    slice.provider.summary(() => [{ gate: "never" }]);
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    expect(slice.provider.summaries.length).toBe(asked);
    expect(summaryIn(session_id)?.summary).toContain("what was said so far");
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-9] is not taken when a message that it stands for has left, nor for a focus", async () => {
    await started(wanted);
    const session_id = await nearlyFull();
    const [first] = slice.messages(session_id);
    if (first === undefined) throw new Error("nothing was said");
    const asked = slice.provider.summaries.length;
    slice.provider.summary(() => reply("Anew."));
    slice.service.compactions.start({ session_id, focus: "names" });
    await slice.watch(session_id).rest();
    expect(slice.provider.summaries.length).toBeGreaterThan(asked);
    expect(summaryIn(session_id)?.summary).toBe("Anew.");
    slice.service.undo.last({});
    slice.service.timeline.rewind({ session_id, message_id: first.id, text: question(1) });
    await slice.rest(session_id);
    await say(session_id, question(2));
    await say(session_id, question(3));
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    expect(summaryIn(session_id)?.summary).toBe("Anew.");
  });

  test("[CP-9] is not taken when the summary that it goes on from was edited meanwhile", async () => {
    await started(wanted);
    const session_id = await nearlyFull();
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    const before = stored()[0]?.data_json;
    for (let n = 9; n < 14; n++) await say(session_id, question(n));
    await expect.poll(() => stored()[0]?.data_json).not.toBe(before);
    const [standing] = slice.messages(session_id);
    if (standing === undefined) throw new Error("nothing stands");
    const message_id = standing.id;
    await slice.service.compactions.edit({ session_id, message_id, summary: "What its user wrote." });
    slice.provider.summary(() => reply("Anew."));
    slice.service.compactions.start({ session_id });
    await slice.watch(session_id).rest();
    expect(summaryIn(session_id)?.summary).toBe("Anew.");
  });

  test("[CP-9] is off unless its user wants it", async () => {
    await started();
    await talk(9);
    expect(slice.provider.summaries).toEqual([]);
    expect(stored()).toEqual([]);
  });
});
