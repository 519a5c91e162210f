/** Pruning: the model reads outputs of tools in part, or not at all, and what is stored stays (PR, RN-9, RW-7, BR-1). */
import { afterEach, describe, expect, test } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Step } from "../fixtures/provider/script";
import { enforcing, type Seen } from "../fixtures/provider/window";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, textOf } from "./slice";
import { messagesOf } from "./well-formed";

/** Sixty thousand characters, about as many thousand tokens as the window's name says. */
const LARGE = `HEAD ${"line of an output\n".repeat(3334)} TAIL`;
const windows = (context_limit: number) => ({ big: { context_limit, max_output: 1000 } });

const TOO_LONG: Step = {
  status: 400,
  body: {
    error: { message: "This model's maximum context length is 9 tokens.", code: "context_length_exceeded" },
  },
};

let slice: Slice;
let seen: Seen;
let calls = 0;
afterEach(() => removeSlice(slice));

const bash: Tool = {
  name: "run",
  description: "Runs.",
  input_schema: { type: "object", properties: {} },
  execute: async (input) => `${LARGE} of ${JSON.stringify(input)}`,
};
const call = (): Step => ({ tool: { id: `call_${++calls}`, name: "run", input: { n: calls }, deltas: 1 } });

/** A model that calls the tool once in each turn, then answers. `steps`: calls in a turn. */
async function started(window: number, options: SliceOptions = {}, steps = 1): Promise<void> {
  calls = 0;
  seen = { sent: [], refused: 0 };
  slice = await startSlice({ windows: windows(window), tools: [bash], ...options });
  slice.provider.respond(
    enforcing(window, ({ body }) => (called(body) < steps ? [call()] : reply("Done.").slice(0, 1)), seen),
  );
  slice.provider.summary(({ index }) => reply(`SUMMARY ${index + 1}.`));
}

interface Sent {
  role: string;
  content: unknown;
  tool_call_id?: string;
}

/** The calls since the last question. */
function called(body: Record<string, unknown>): number {
  const messages = body.messages as Sent[];
  const asked = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(asked).filter(({ role }) => role === "tool").length;
}

async function turns(count: number, session_id?: SessionId): Promise<SessionId> {
  let session = session_id;
  for (let n = 0; n < count; n++) {
    if (session === undefined) session = slice.ask("Run it.").session_id;
    else slice.send({ session_id: session, text: "Run it again." });
    await slice.rest(session);
  }
  return session as SessionId;
}

/** How the model is sent each output, in order: whole, its ends, or nothing of it. */
const sent = (request = -1): string[] =>
  messagesOf(slice.provider.requests.at(request))
    .filter(({ role }) => role === "tool")
    .map(({ content }) => {
      const text = String(content);
      if (text.startsWith("<output pruned")) return "cleared";
      return text.includes("characters are left out here")
        ? "middle"
        : text.startsWith(LARGE)
          ? "whole"
          : text;
    });

const outputs = () =>
  query<{ output: string }>(
    slice,
    "SELECT data_json ->> '$.output' AS output FROM chat_parts WHERE tool_call_id IS NOT NULL",
  ).map(({ output }) => output.length);
const marks = () =>
  query<{ level: string; auto: number; undone: number }>(
    slice,
    `SELECT level, auto, undone_at IS NOT NULL AS undone FROM chat_prune_marks ORDER BY message_id, "index"`,
  ).map(({ level, auto, undone }) => `${level}${auto ? " auto" : ""}${undone ? " undone" : ""}`);

describe("by itself", () => {
  test("[PR-1a, PR-1c, PR-2, SP-3] over 30 % outputs lose their middle, from the newest back, and the last three answers nothing", async () => {
    // Each output takes about 17,000 tokens of its provider.
    await started(200_000);
    const session_id = await turns(4);
    expect(sent()).toEqual(["whole", "whole", "whole", "middle"].toSorted());
    expect(marks()).toEqual(["middle auto"]);
    expect(new Set(outputs()).size).toBe(1);
    const watcher = slice.watch(session_id);
    await turns(1, session_id);
    expect(sent()).toEqual(["middle", "middle", "whole", "whole", "whole"]);
    expect(watcher.events.some(({ type }) => type === "pruned")).toBe(true);
    // A mark is stored once: the next prompt begins with the bytes of the last one.
    await turns(1, session_id);
    const [before, after] = [-3, -2].map((at) => messagesOf(slice.provider.requests.at(at)));
    expect(JSON.stringify(after?.slice(0, before?.length)) === JSON.stringify(before)).toBe(true);
    const [, answer] = slice.messages(session_id);
    expect(answer?.pruned).toMatchObject([{ level: "middle", auto: true }]);
    expect(broken(slice)).toEqual([]);
  });

  test("[PR-1b] over 50 % they lose everything, and the rest of those that lost their middle", async () => {
    await started(200_000);
    const session_id = await turns(4);
    expect(marks()).toEqual(["middle auto"]);
    slice.send({ session_id, text: `And now? ${"word ".repeat(50_000)}` });
    await slice.rest(session_id);
    expect(sent().slice(0, 2)).toEqual(["cleared", "cleared"]);
    expect(seen.refused).toBe(0);
    expect(slice.provider.summaries).toEqual([]);
  });

  test("[PR-1e, CP-6] the steps of one answer as well, between them: it outgrows the window four times, and nothing is summarised", async () => {
    await started(100_000, {}, 20);
    const session_id = await turns(1);
    expect(seen.refused).toBe(0);
    expect(slice.provider.summaries).toEqual([]);
    expect(seen.sent).toHaveLength(21);
    expect(sent().slice(-3)).toEqual(["whole", "whole", "whole"]);
    expect(sent().filter((left) => left === "whole")).toHaveLength(3);
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
    slice = await restartSlice(slice);
    await turns(1, session_id);
    expect(sent().slice(0, 17)).not.toContain("whole");
    expect(broken(slice)).toEqual([]);
  });

  test("[RN-7] an attempt that begins anew reads the steps before it as the first one did", async () => {
    await started(100_000, {}, 9);
    const enforced = enforcing(100_000, ({ body }) => (called(body) < 9 ? [call()] : []), seen);
    let failed = 0;
    slice.provider.respond((request) => {
      if (called(request.body) < 9) return enforced(request);
      failed += 1;
      return failed === 1 ? [{ text: "Half an ans" }, { error: 503 }] : reply("Done.");
    });
    const session_id = await turns(1);
    expect(failed).toBe(2);
    expect(textOf(await slice.rest(session_id))).toBe("Done.");
    expect(sent(-1)).toEqual(sent(-2));
    const own = slice.messages(session_id).at(-1)?.pruned ?? [];
    expect(own.length).toBe(sent().filter((left) => left !== "whole").length);
    await turns(0, session_id);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-8] not with prune_tool_outputs off", async () => {
    await started(200_000, { compaction: { smart_recovery: { prune_tool_outputs: false } } });
    await turns(5);
    expect(new Set(sent())).toEqual(new Set(["whole"]));
    expect(marks()).toEqual([]);
  });

  test("[RN-9a, PR-1d] a provider that refuses is asked once more after all from 2,000 characters was pruned, and a summary", async () => {
    await started(1_000_000);
    const session_id = await turns(6);
    expect(marks()).toEqual([]);
    let refused = 0;
    slice.provider.respond((request) => {
      if (refused++ === 0) return [TOO_LONG];
      return enforcing(1_000_000, () => [{ text: "Done." }], seen)(request);
    });
    slice.send({ session_id, text: "And now?" });
    expect(textOf(await slice.rest(session_id))).toBe("Done.");
    expect(marks()).toEqual(["cleared auto", "cleared auto", "cleared auto"]);
    expect(slice.provider.summaries).toHaveLength(1);
    expect(slice.provider.summaries[0]?.rawBody).toContain("<output pruned");
    // The fourth was one of the last three answers.
    expect(slice.provider.summaries[0]?.rawBody.split("HEAD")).toHaveLength(2);
  });

  test("[MS-3, PR-2] a switch that fails brings back what was pruned for its window, and nothing else", async () => {
    const options = { windows: { ...windows(200_000), tiny: { context_limit: 10_000, max_output: 500 } } };
    await started(200_000, { models: ["tiny"], ...options });
    const session_id = await turns(4);
    await slice.service.pruning.freeUp({ session_id });
    await turns(1, session_id);
    const plain = enforcing(200_000, () => [{ text: "Nothing to run." }], seen);
    slice.provider.respond(plain);
    slice.send({ session_id, text: "And now?" });
    await slice.rest(session_id);
    // The third output is whole, and not one of the last answers'.
    expect(sent()).toEqual(["cleared", "middle", "whole", "whole", "whole"]);
    const rows = () => query(slice, 'SELECT * FROM chat_prune_marks ORDER BY message_id, "index"');
    const before = rows();
    expect(marks()).toEqual(["cleared", "middle auto"]);
    const asked = slice.provider.requests.length;
    const watcher = slice.watch(session_id);
    const model = { provider_id: "scripted", model_id: "tiny" };
    const question = slice.send({ session_id, text: `Say: ${"word ".repeat(12_000)}`, model });
    const failed = await slice.rest(session_id);
    expect(failed.metadata.switched_from).toMatchObject({ model_id: "big" });
    // The second output was cleared for it, and so was the third.
    const changes = watcher.events.flatMap((event) => (event.type === "pruned" ? [event] : []));
    const levels = changes.map(({ pruned }) => pruned.map(({ level }) => level));
    expect(levels).toEqual(expect.arrayContaining([["cleared"], ["middle"], []]));
    expect(rows()).toEqual(before);
    expect(slice.provider.requests).toHaveLength(asked);

    const short = { text: "Shorter.", model: { provider_id: "scripted", model_id: "big" } };
    slice.service.timeline.rewind({ session_id, message_id: question.id, ...short });
    await slice.rest(session_id);
    expect(sent()).toEqual(["cleared", "middle", "whole", "whole", "whole"]);
    // The third may be pruned by itself, once its turn has come.
    slice.send({ session_id, text: `Say: ${"word ".repeat(25_000)}` });
    await slice.rest(session_id);
    expect(sent()[2]).toBe("middle");
    expect(broken(slice)).toEqual([]);
  });

  test("[RN-9] where there is nothing to summarise, pruning alone is tried", async () => {
    await started(1_000_000, {}, 5);
    let refused = 0;
    const enforced = enforcing(1_000_000, ({ body }) => (called(body) < 5 ? [call()] : []), seen);
    slice.provider.respond((request) => {
      if (called(request.body) < 5) return enforced(request);
      if (refused++ === 0) return [TOO_LONG];
      return reply("Done.");
    });
    const session_id = await turns(1);
    expect(textOf(await slice.rest(session_id))).toBe("Done.");
    expect(sent()).toEqual(["cleared", "cleared", "whole", "whole", "whole"]);
  });
});

describe("by hand", () => {
  const windowOf = (session_id: SessionId) => {
    const { context_tokens, context_estimated } = slice.service.sessions.read({ session_id }).billing;
    return { tokens: context_tokens ?? Number.NaN, estimated: context_estimated };
  };

  test("[PR-3, TK-3i, SE-1f] says before what it frees, frees it, and the context is an estimate until the next answer", async () => {
    await started(1_000_000);
    const session_id = await turns(5);
    const before = windowOf(session_id);
    expect(before.estimated).toBe(false);
    const plan = await slice.service.pruning.plan({ session_id });
    expect(plan.outputs).toBe(2);
    // The provider of this test counts about 17,000 tokens for each.
    expect(plan.tokens).toBeGreaterThan(25_000);
    expect(plan.tokens).toBeLessThan(45_000);
    expect(marks()).toEqual([]);
    expect(await slice.service.pruning.freeUp({ session_id })).toEqual(plan);
    const after = windowOf(session_id);
    expect(after.estimated).toBe(true);
    expect(Math.abs(after.tokens + plan.tokens - before.tokens)).toBeLessThan(before.tokens * 0.1);
    expect(await slice.service.pruning.freeUp({ session_id })).toEqual({ outputs: 0, tokens: 0 });
    expect(slice.service.undo.list({ limit: 9 }).map(({ kind }) => kind)).toEqual(["prune"]);
    await turns(1, session_id);
    expect(sent().slice(0, 3)).toEqual(["cleared", "cleared", "whole"]);
    expect(windowOf(session_id).estimated).toBe(false);
    expect(new Set(outputs()).size).toBe(1);
    expect(broken(slice)).toEqual([]);
  });

  test("[PR-2, RW-7] one output comes back by itself, the rest by one undo, after a restart as well; then nothing is to be undone", async () => {
    await started(200_000);
    const session_id = await turns(2);
    slice.send({ session_id, text: "And now?" });
    await slice.rest(session_id);
    await turns(3, session_id);
    const before = windowOf(session_id);
    const plan = await slice.service.pruning.freeUp({ session_id });
    expect(plan.outputs).toBeGreaterThan(1);
    const message = slice.messages(session_id).find(({ pruned }) => pruned !== undefined);
    const [mark] = message?.pruned ?? [];
    if (message === undefined || mark === undefined) throw new Error("nothing is pruned");
    const place = { session_id, message_id: message.id, index: mark.index };
    const watcher = slice.watch(session_id);
    await slice.service.pruning.bringBack(place);
    expect(watcher.events).toContainEqual(
      expect.objectContaining({
        type: "pruned",
        pruned: [expect.objectContaining({ back_at: expect.any(Number) })],
      }),
    );
    await expect(slice.service.pruning.bringBack(place)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    slice = await restartSlice(slice);
    await turns(1, session_id);
    expect(sent()[0]).toBe("whole");
    expect(slice.service.undo.last({}).kind).toBe("prune");
    expect(marks().every((mark) => mark.endsWith("undone") || mark.includes("auto"))).toBe(true);
    expect(() => slice.service.undo.last({})).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(windowOf(session_id).tokens).toBeLessThanOrEqual(before.tokens + 20_000);
    expect(broken(slice)).toEqual([]);
  });

  test("[RN-1] is refused while an answer is written", async () => {
    await started(1_000_000);
    const session_id = await turns(4);
    slice.provider.respond(() => [{ gate: "go on" }, ...reply("I see.")]);
    slice.send({ session_id, text: "And?" });
    const busy = { code: "SESSION_BUSY" };
    await expect(slice.service.pruning.freeUp({ session_id })).rejects.toMatchObject(busy);
    expect((await slice.service.pruning.plan({ session_id })).outputs).toBe(1);
    slice.provider.open("go on");
    await slice.rest(session_id);
    expect(marks()).toEqual([]);
  });

  test("[BR-1] a branch reads what its parent reads, and goes its own way", async () => {
    await started(1_000_000);
    const session_id = await turns(5);
    await slice.service.pruning.freeUp({ session_id });
    const from_message_id = slice.messages(session_id).at(-1)?.id;
    if (from_message_id === undefined) throw new Error("no message");
    const branch = await slice.service.branches.branch({ parent_session_id: session_id, from_message_id });
    await turns(1, branch.id);
    expect(sent().slice(0, 3)).toEqual(["cleared", "cleared", "whole"]);
    slice.service.undo.last({});
    await turns(1, branch.id);
    expect(sent().slice(0, 3)).toEqual(["cleared", "cleared", "whole"]);
    await turns(1, session_id);
    expect(sent().slice(0, 3)).toEqual(["whole", "whole", "whole"]);
    expect(broken(slice)).toEqual([]);
  });
});
