/** Compaction: a summary takes the place of earlier turns, and leaves with its timeline (CP, RW-4, RW-7). */
import { afterEach, describe, expect, test } from "vitest";
import { compactionOf } from "../../src-preload/contract/domain/compaction";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { ending, reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, textOf } from "./slice";
import { stopSoon } from "./stop-soon";

let slice: Slice;

afterEach(() => removeSlice(slice));

async function started(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice(options);
  let asked = 0;
  slice.provider.respond(() => reply(`answer ${++asked}`));
  slice.provider.summary(({ index }) => reply(`SUMMARY ${index + 1}`));
}

/** A conversation of some turns; each question is long enough to be worth summarising. */
async function conversation(turns: number): Promise<SessionId> {
  const { session_id } = slice.ask(question(1));
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, question(n));
  return session_id;
}

const question = (n: number) => `question ${n} ${"with many words ".repeat(20)}`;

async function say(session_id: SessionId, text: string): Promise<void> {
  slice.send({ session_id, text });
  await slice.rest(session_id);
}

async function compact(session_id: SessionId, focus?: string): Promise<void> {
  slice.service.compactions.start({ session_id, focus });
  await rested(session_id);
}

async function rested(session_id: SessionId): Promise<void> {
  await slice.watch(session_id).rest();
}

/** The first two words of each visible message; of a summary its text. */
const seen = (session_id: SessionId): string[] =>
  slice.messages(session_id).map((message) => {
    const compaction = compactionOf(message);
    return compaction === undefined ? textOf(message).split(" ").slice(0, 2).join(" ") : compaction.summary;
  });

const idOf = (session_id: SessionId, words: string): MessageId => {
  const found = slice.messages(session_id)[seen(session_id).indexOf(words)];
  if (found === undefined) throw new Error(`nobody said ${words}`);
  return found.id;
};

/** The messages of the last request, without the system prompt. */
function sent(): string[] {
  const messages = slice.provider.requests.at(-1)?.body.messages as { content: unknown }[];
  return messages
    .slice(1)
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
}

describe("in time", () => {
  test("[RW-4] rewinding past a summary brings back the turns it stood for and drops it; restoring brings it back", async () => {
    await started();
    const session_id = await conversation(5);
    const second = idOf(session_id, "question 2");
    await compact(session_id);
    // In the tail the summary stays.
    slice.service.timeline.rewind({
      session_id,
      message_id: idOf(session_id, "question 5"),
      text: "question five",
    });
    await rested(session_id);
    expect(seen(session_id)).toEqual(["SUMMARY 1", "question 4", "answer 4", "question five", "answer 6"]);
    const watcher = slice.watch(session_id);
    slice.service.timeline.rewind({ session_id, message_id: second, text: "question two" });
    await rested(session_id);
    expect(watcher.events.map(({ type }) => type)).toContain("reset");
    expect(seen(session_id)).toEqual(["question 1", "answer 1", "question two", "answer 7"]);
    expect(sent()).toHaveLength(3);
    const [hidden] = slice.look(session_id).hidden;
    if (hidden === undefined) throw new Error("nothing is hidden");
    slice.service.timeline.unrewind({ session_id, op_id: hidden.op_id });
    expect(seen(session_id)).toEqual(["SUMMARY 1", "question 4", "answer 4", "question five", "answer 6"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[DB-3b, RW-3] a message that a rewind and a summary hide is shown when both are undone", async () => {
    await started();
    const session_id = await conversation(4);
    const whole = seen(session_id);
    const third = idOf(session_id, "question 3");
    await compact(session_id);
    slice.service.timeline.rewind({ session_id, message_id: third, text: "question three" });
    await rested(session_id);
    slice.service.undo.last({});
    expect(seen(session_id)[0]).toBe("SUMMARY 1");
    slice.service.undo.last({});
    expect(seen(session_id)).toEqual(whole);
    expect(broken(slice)).toEqual([]);
  });
});

describe("by hand", () => {
  test("[CP-2, SE-1f, CP-3a, CP-3b, CP-3c, CP-7, TK-2f, TK-3e, DB-12e] a summary stands before the last two turns, and the model reads it first, marked as a record", async () => {
    await started();
    const session_id = await conversation(5);
    const before = slice.service.sessions.read({ session_id }).billing;
    const watcher = slice.watch(session_id);
    await compact(session_id);
    expect(seen(session_id)).toEqual(["SUMMARY 1", "question 4", "answer 4", "question 5", "answer 5"]);
    const [summary] = slice.messages(session_id);
    expect(summary?.metadata).toMatchObject({ synthetic: true, finish_reason: "stop" });
    const compaction = summary && compactionOf(summary);
    expect(compaction).toMatchObject({
      turns: 3,
      auto: false,
      tail_start_id: idOf(session_id, "question 4"),
    });
    expect(watcher.events.map(({ type }) => type)).toContain("compacted");
    const after = slice.service.sessions.read({ session_id }).billing;
    expect(after.context_estimated).toBe(true);
    expect(after.total_tokens).toBeLessThan(before.total_tokens);
    expect(broken(slice)).toEqual([]);

    await say(session_id, "question 6");
    expect(sent()[0]).toMatch(/record[\s\S]*SUMMARY 1/);
    expect(
      sent()
        .slice(1)
        .map((text) => text.split(" ").slice(0, 2).join(" ")),
    ).toEqual(["question 4", "answer 4", "question 5", "answer 5", "question 6"]);
    const behind = slice.service.compactions.turnsOf({
      session_id,
      message_id: summary?.id as MessageId,
      limit: 50,
    });
    expect(behind.messages.map((message) => textOf(message).split(" ")[1])).toEqual([
      "1",
      "1",
      "2",
      "2",
      "3",
      "3",
    ]);
  });

  test("[CP-7c, RW-7c] is undone by its own button and by the undo stack, after a restart as well, row for row", async () => {
    await started();
    const session_id = await conversation(4);
    const rows = () =>
      query(
        slice,
        "SELECT id, hidden_at IS NULL AS visible FROM chat_messages WHERE NOT (metadata_json ->> '$.synthetic' IS TRUE) ORDER BY id",
      );
    const whole = rows();
    await compact(session_id);
    slice.service.compactions.undo({ session_id, message_id: idOf(session_id, "SUMMARY 1") });
    expect(rows()).toEqual(whole);
    expect(slice.service.undo.list({ limit: 9 })[0]?.undone_at).toBeDefined();
    await compact(session_id);
    slice = await restartSlice(slice);
    expect(seen(session_id)[0]).toBe("SUMMARY 2");
    expect(slice.service.undo.last({}).kind).toBe("compact");
    expect(rows()).toEqual(whole);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-4d] a tail that had to be shorter than asked for says so, in the summary, in another of the same turns and in a branch; one that fits says nothing", async () => {
    await started({ windows: { big: { context_limit: 8000, max_output: 1000 } } });
    const session_id = await conversation(2);
    await say(session_id, question(3).repeat(12));
    await say(session_id, question(4).repeat(12));
    const warned = (id: SessionId) => slice.messages(id).map(compactionOf).find(Boolean)?.tail_warning;
    await compact(session_id);
    expect([seen(session_id), warned(session_id)]).toEqual([
      ["SUMMARY 1", "question 4", "answer 4"],
      "last-turn",
    ]);
    const [{ id: message_id } = { id: "" as MessageId }] = slice.messages(session_id);
    await slice.service.compactions.edit({ session_id, message_id, summary: "Mine" });
    expect([seen(session_id)[0], warned(session_id)]).toEqual(["Mine", "last-turn"]);
    const from_message_id = idOf(session_id, "answer 4");
    const branch = await slice.service.branches.branch({ parent_session_id: session_id, from_message_id });
    expect(warned(branch.id)).toBe("last-turn");
    await say(session_id, question(5));
    await say(session_id, question(6));
    await compact(session_id);
    expect([seen(session_id).slice(1), warned(session_id)]).toEqual([
      ["question 5", "answer 5", "question 6", "answer 6"],
      undefined,
    ]);
  });

  test("[CP-3, CP-5c] twice in a row: the second holds the first word for word, and undoing goes back step by step", async () => {
    await started();
    const session_id = await conversation(4);
    await compact(session_id);
    await say(session_id, question(5));
    await compact(session_id);
    expect(slice.provider.summaries[1]?.rawBody).toContain("SUMMARY 1");
    expect(seen(session_id)).toEqual(["SUMMARY 2", "question 4", "answer 4", "question 5", "answer 5"]);
    const [summary] = slice.messages(session_id);
    expect(summary && compactionOf(summary)?.turns).toBe(3);
    slice.service.undo.last({});
    expect(seen(session_id).slice(0, 2)).toEqual(["SUMMARY 1", "question 3"]);
    slice.service.undo.last({});
    expect(seen(session_id).slice(0, 2)).toEqual(["question 1", "answer 1"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-7c] edited by its user, and written anew with a focus; each can be taken back", async () => {
    await started();
    const session_id = await conversation(4);
    await compact(session_id);
    await slice.service.compactions.edit({
      session_id,
      message_id: idOf(session_id, "SUMMARY 1"),
      summary: "In my words.",
    });
    expect(seen(session_id)[0]).toBe("In my words.");
    slice.service.compactions.again({
      session_id,
      message_id: idOf(session_id, "In my words."),
      focus: "names",
    });
    await rested(session_id);
    expect(seen(session_id)[0]).toBe("SUMMARY 2");
    expect(slice.provider.summaries[1]?.rawBody).toMatch(/question 1[\s\S]*names/);
    expect(slice.messages(session_id).length).toBe(5);
    slice.service.undo.last({});
    expect(seen(session_id)[0]).toBe("In my words.");
    slice.service.undo.last({});
    expect(seen(session_id)[0]).toBe("SUMMARY 1");
    slice.service.undo.last({});
    expect(seen(session_id)[0]).toBe("question 1");
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-5a, TK-1e] the small model writes it, in few and sober words and without tools; its cost is accounted apart", async () => {
    await started({ models: ["small"] });
    const session_id = await conversation(4);
    const paid = slice.service.sessions.read({ session_id }).billing.cost_usd;
    slice.provider.summary(() => [{ text: "SUMMARY" }, ...ending("stop", { input: 900, output: 30 })]);
    await compact(session_id);
    const [request] = slice.provider.summaries;
    expect(request?.body).toMatchObject({ model: "small", max_tokens: 4096 });
    // Many models refuse any temperature.
    expect(request?.body).not.toHaveProperty("temperature");
    expect(request?.body.tools).toBeUndefined();
    expect(request?.rawBody).toMatch(/## Goal[\s\S]*## Progress[\s\S]*## Decisions[\s\S]*## Next steps/);
    const calls = query(slice, "SELECT model_json, usage_json FROM agent_calls WHERE agent = 'compaction'");
    expect(calls).toEqual([
      {
        model_json: '{"provider_id":"scripted","model_id":"small"}',
        usage_json: expect.stringContaining('"input":900,"output":30'),
      },
    ]);
    expect(slice.messages(session_id)[0]?.metadata.usage).toBeUndefined();
    expect(slice.service.sessions.read({ session_id }).billing.cost_usd).toBe(paid);
  });

  test("[CP-5, CP-6] a small model that refuses for good is not asked again while the app runs: the turn's own model writes", async () => {
    await started({ models: ["small"] });
    const session_id = await conversation(4);
    const small = [{ status: 404, message: "The model `small` does not exist" }];
    slice.provider.summary(({ body }) => (body.model === "small" ? small : reply("SUMMARY")));
    await compact(session_id);
    const writers = () => slice.provider.summaries.map(({ body }) => body.model);
    expect(seen(session_id)[0]).toBe("SUMMARY");
    expect(writers()).toEqual(["small", "big"]);
    slice.service.compactions.again({ session_id, message_id: idOf(session_id, "SUMMARY") });
    await rested(session_id);
    expect(writers()).toEqual(["small", "big", "big"]);
    expect(broken(slice)).toEqual([]);
  });

  test("[CP-6] a summary that ran out of tokens is asked for once more with room for thoughts, and not a third time", async () => {
    await started({
      compaction: { retry_on_transient: 2 },
      windows: { big: { context_limit: 200_000, max_output: 16_000 } },
    });
    const session_id = await conversation(4);
    slice.provider.summary(() => [{ text: "Half" }, ...ending("length")]);
    await compact(session_id);
    expect(slice.provider.summaries.map(({ body }) => body.max_tokens)).toEqual([4096, 12_288]);
    expect(slice.service.sessions.status({ session_id })).toMatchObject({ state: "error" });
  });

  test("[CP-5b] a call that falls silent is given up", async () => {
    await started({ compaction: { retry_on_transient: 0 }, run: { stall_timeout_ms: 300 }, elsewhere: true });
    const session_id = await conversation(4);
    const whole = seen(session_id);
    await begun(session_id);
    await rested(session_id);
    expect(slice.service.sessions.status({ session_id })).toMatchObject({ state: "error" });
    await slice.provider.summaries[0]?.closed;
    expect(slice.provider.summaries[0]?.aborted).toBe(true);
    expect(seen(session_id)).toEqual(whole);
  });

  test("[CP-6d] an empty summary is a failure, which leaves all as it was", async () => {
    await started();
    const session_id = await conversation(4);
    const whole = seen(session_id);
    slice.provider.summary(() => reply(""));
    await compact(session_id);
    expect(slice.service.sessions.status({ session_id })).toMatchObject({ state: "error" });
    expect(seen(session_id)).toEqual(whole);
  });

  test("[QU-1f, CP-7] what is sent meanwhile waits, and is answered also where the summary is given up", async () => {
    await started();
    const session_id = await conversation(4);
    const whole = seen(session_id);
    await begun(session_id);
    const added = slice.service.queue.send({ session_id, text: "question 5" });
    expect(added).toHaveProperty("queued");
    expect(seen(session_id)).toEqual(whole);
    slice.service.compactions.cancel({ session_id });
    await expect.poll(() => seen(session_id).slice(-2)).toEqual(["question 5", "answer 5"]);
    expect(seen(session_id).slice(0, -2)).toEqual(whole);
  });

  test("[AB-1f] Stop ends a summary and its connection; all is as it was, and what waits goes on waiting", async () => {
    await started();
    const session_id = await conversation(4);
    const whole = seen(session_id);
    await begun(session_id);
    slice.service.queue.send({ session_id, text: "question 5" });
    await stopSoon(slice, slice.watch(session_id), async () => slice.provider.summaries[0]);
    expect(seen(session_id)).toEqual(whole);
    expect(slice.look(session_id).queue.items).toHaveLength(1);
    slice.provider.summary(() => reply("SUMMARY"));
    await compact(session_id);
    expect(seen(session_id)[0]).toBe("SUMMARY");
    expect(broken(slice)).toEqual([]);
  });
});

test("[CP-5] the built-in guide summarises as well: all of this can be tried offline", async () => {
  await started();
  const model = { provider_id: "builtin", model_id: "guide" };
  const { session } = slice.service.sessions.create({ title: "Offline", model });
  // The guide speaks at the pace of a reader, and says little of what it does not know.
  for (const text of ["Who won in 1966?", "What is the capital of France?", "What is seven times eight?"]) {
    slice.send({ session_id: session.id, text, model });
    await slice.rest(session.id);
  }
  await compact(session.id);
  expect(slice.provider.summaries).toEqual([]);
  expect(slice.service.sessions.status({ session_id: session.id })).toEqual({ state: "idle" });
  const [summary] = slice.messages(session.id);
  expect(summary && compactionOf(summary)).toMatchObject({ turns: 1, model });
  expect(broken(slice)).toEqual([]);
});

/** A summary that is being written, and that never ends by itself. */
async function begun(session_id: SessionId): Promise<void> {
  slice.provider.summary(() => [{ text: "Half" }, { gate: "never" }]);
  slice.service.compactions.start({ session_id });
  await slice.provider.reached("never");
}
