import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import type { PartWrite } from "../../core/ports/transcript-store";
import { opened, READER_FILE, stranger } from "../testing/stores";
import { append, beginTurn, endOf, frame, ids, MODEL, text, USAGE, wholeTurn } from "../testing/talk";

const withReader = () => opened(undefined, { reader_file: READER_FILE });

describe("what is looked for in a session", () => {
  it("is found in all of its messages, in order, with how often, and in no other session", async () => {
    const { store } = withReader();
    const first = wholeTurn(store, undefined, "An **Éclair** and another eclair.");
    const second = wholeTurn(store, first.session_id, "No cake.");
    const third = wholeTurn(store, first.session_id, "ÉCLAIR");
    wholeTurn(store, undefined, "eclair elsewhere");
    expect(await store.find({ session_id: first.session_id, needle: "eclair" })).toEqual({
      matches: [
        { message_id: first.message_id, count: 2 },
        { message_id: third.message_id, count: 1 },
      ],
      through: third.message_id,
      more: false,
    });
    const asked = await store.find({ session_id: first.session_id, needle: "hello" });
    expect(asked.matches.map(({ message_id }) => message_id)).toEqual([
      first.user_id,
      second.user_id,
      third.user_id,
    ]);
  });

  it("leaves out the live message, and reads what an unsettled one has so far", async () => {
    const { store } = withReader();
    const turn = beginTurn(store, undefined, "Cake?");
    append(store, turn, 0, "Half a ca");
    append(store, turn, 1, "ke.");
    const { session_id, message_id } = turn;
    const needle = "a cake";
    expect((await store.find({ session_id, needle })).matches).toEqual([{ message_id, count: 1 }]);
    expect((await store.find({ session_id, needle, without: message_id })).matches).toEqual([]);
  });

  it("is found in the questions of models and their answers, too", async () => {
    const { store } = withReader();
    const turn = beginTurn(store, undefined, "Where to?");
    const data = {
      tool_call_id: "call_1",
      questions: [{ question: "Which harbour?", options: [] }],
      answer: { answers: [["Valparaíso"]], at: 1 },
    };
    const part = { type: "data-question" as const, id: "apr_1", data };
    const insert: PartWrite = { kind: "insert", id: ids.part(), index: 7, part, settled: true };
    store.commitFrame(frame(turn.session_id, turn.message_id, [insert]));
    const { session_id, message_id } = turn;
    for (const needle of ["harbour", "valparaiso"])
      expect((await store.find({ session_id, needle })).matches).toEqual([{ message_id, count: 1 }]);
  });

  it("is found in thoughts, in calls and in the names of files, too", async () => {
    const { store } = withReader();
    const turn = beginTurn(store, undefined, "Look.");
    const parts: BraidPart[] = [
      { type: "reasoning", text: "A harbour, perhaps.", state: "done" },
      {
        type: "tool-read",
        toolCallId: "call_1",
        state: "output-available",
        input: { path: "harbour.txt" },
        output: { text: "Harbour: Valparaíso" },
      },
      { type: "file", url: "data:,", mediaType: "text/plain", filename: "harbour.txt" },
    ];
    for (const [at, part] of parts.entries()) {
      const insert: PartWrite = { kind: "insert", id: ids.part(), index: 7 + at, part, settled: true };
      store.commitFrame(frame(turn.session_id, turn.message_id, [insert]));
    }
    const { session_id, message_id } = turn;
    const { matches } = await store.find({ session_id, needle: "harbour" });
    expect(matches).toEqual([{ message_id, count: 4 }]);
  });

  it("is answered by another thread after the first, and said where it cannot be", async () => {
    const { store, close } = withReader();
    const { session_id } = wholeTurn(store);
    expect((await store.find({ session_id, needle: "answer" })).matches).toHaveLength(1);
    expect((await store.find({ session_id, needle: "answer" })).matches).toHaveLength(1);
    await close();
    const broken = opened(undefined, { reader_file: new URL("./no-such-file.mjs", import.meta.url) });
    const elsewhere = wholeTurn(broken.store);
    await expect(broken.store.find({ session_id: elsewhere.session_id, needle: "a" })).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });
});

describe("[BR-3] what two sessions have in common", () => {
  it("is answered there too: nothing, where they are no relatives", async () => {
    const { store } = withReader();
    const [one, other] = [wholeTurn(store).session_id, wholeTurn(store).session_id];
    expect(await store.sharedBeginning(one, other)).toEqual({ count: 0 });
    expect(await store.sharedBeginning(one, one)).toMatchObject({ count: 2 });
  });
});

describe("[TK-4] what a session used", () => {
  it("is summed by model, whatever its thinking level, with what the provider named and what is left to price", async () => {
    const { store } = withReader();
    const two = { provider_id: "acme", model_id: "two" };
    const { session_id } = wholeTurn(store, undefined, "One.", { cost_usd: 0.5 });
    wholeTurn(store, session_id, "Two.", { model: { ...MODEL, variant: "high" }, estimated: true });
    wholeTurn(store, session_id, "Three.", { model: two, usage: null });
    const once = USAGE;
    const twice = { input: 200, output: 40, reasoning: 6, cache_read: 100, cache_write: 14 };
    const nothing = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };
    const answers = { purpose: "answers", unknown: 0, estimated: false };
    const { used, sums_estimated } = await store.usage(session_id);
    expect(sums_estimated).toBe(true);
    expect(used).toEqual([
      { ...answers, model: MODEL, calls: 2, usage: twice, unpriced: once, estimated: true, cost_usd: 0.5 },
      { ...answers, model: two, calls: 1, unknown: 1, usage: nothing, unpriced: nothing },
    ]);
  });

  it("counts the attempts that a retry hid, and what it carries over once", async () => {
    const { store } = withReader();
    const turn = beginTurn(store);
    const next = ids.message();
    const start = { metadata: { model: MODEL, usage: USAGE, carried_usage: USAGE } };
    store.retryTurn({
      end: endOf(turn, "Half", { finish_reason: "error" }),
      op_id: ids.op(),
      next: frame(turn.session_id, next, [], { start }),
    });
    const twice = { input: 200, output: 40, reasoning: 6, cache_read: 100, cache_write: 14 };
    store.endTurn({
      frame: frame(turn.session_id, next),
      metadata: { model: MODEL, finish_reason: "stop", usage: twice, carried_usage: USAGE },
    });
    expect(await store.usage(turn.session_id)).toMatchObject({
      used: [{ calls: 2, usage: twice, unpriced: twice }],
      sums_estimated: false,
    });
  });
});

describe("a message whose rows are damaged", () => {
  const damage = (file: string, sql: string, id: string) =>
    stranger(file, { readonly: false }).prepare(`DROP TRIGGER chat_parts_append_only`).run() &&
    stranger(file, { readonly: false }).prepare(sql).run(id);

  it("says so in its place, and the rest of its session is there", async () => {
    const { file, store } = withReader();
    const first = wholeTurn(store, undefined, "The first answer.");
    const { session_id } = first;
    const second = wholeTurn(store, session_id, "The second answer.");
    damage(file, `UPDATE chat_parts SET data_json = '{"type":"te' WHERE message_id = ?`, first.message_id);
    const { messages } = store.page(session_id as SessionId, { limit: 10 });
    expect(messages).toHaveLength(4);
    expect(messages[1]).toEqual({
      id: first.message_id,
      session_id,
      role: "assistant",
      metadata: {},
      parts: [],
      created_at: expect.any(Number),
      unreadable: true,
    });
    expect(messages[3]).toMatchObject({ id: second.message_id, parts: [{ text: "The second answer." }] });
    expect(store.visibleMessages(session_id)).toHaveLength(4);
    expect((await store.find({ session_id, needle: "answer" })).matches).toHaveLength(1);
  });
});

describe("the text of a session", () => {
  const names = { user: "You", assistant: "Assistant" };

  it("is all that was said, in order, each under its speaker", async () => {
    const { store } = withReader();
    const first = wholeTurn(store, undefined, "An *answer*.");
    wholeTurn(store, first.session_id, "Another.");
    wholeTurn(store, undefined, "elsewhere");
    expect(await store.transcriptText({ session_id: first.session_id, names })).toBe(
      "**You**\n\nHello?\n\n**Assistant**\n\nAn *answer*.\n\n**You**\n\nHello?\n\n**Assistant**\n\nAnother.",
    );
  });

  it("has a long text as one, although it goes on in another part; what follows other parts stands apart", async () => {
    const { store } = withReader();
    const turn = beginTurn(store);
    const long = `${"word ".repeat(300_000)}wo`;
    const { frame: settled, metadata } = endOf(turn, long);
    const further = ["rd\n", "  more", "Afterwards."].map((words, at): PartWrite => {
      // A call stands before the last.
      const index = at === 2 ? 4 : at + 1;
      return { kind: "insert", id: ids.part(), index, part: text(words, "done"), settled: true };
    });
    const step: PartWrite = {
      kind: "insert",
      id: ids.part(),
      index: 3,
      part: { type: "step-start" },
      settled: true,
    };
    store.endTurn({ frame: { ...settled, parts: [...settled.parts, ...further, step] }, metadata });
    expect(await store.transcriptText({ session_id: turn.session_id, names })).toBe(
      `**You**\n\nHello?\n\n**Assistant**\n\n${long}rd\n\nmore\n\nAfterwards.`,
    );
  });

  it("is that from one message to another, both included", async () => {
    const { store } = withReader();
    const first = wholeTurn(store, undefined, "One.");
    const second = wholeTurn(store, first.session_id, "Two.");
    wholeTurn(store, first.session_id, "Three.");
    const range = { from: first.message_id, to: second.message_id };
    const text = await store.transcriptText({ session_id: first.session_id, ...range, names });
    expect(text).toMatch(/^\*\*Assistant\*\*\n\nOne\.[\s\S]*Two\.$/);
  });

  it("is refused where it is more than a clipboard should hold", async () => {
    const { file, store } = withReader();
    const { session_id } = wholeTurn(store);
    wholeTurn(store, session_id);
    // By hand: an answer of that length takes seconds to be stored.
    stranger(file, { readonly: false }).exec(
      `DROP TRIGGER chat_parts_append_only; UPDATE chat_parts SET data_json = json_set(data_json, '$.text', printf('%.*c', 17000000, 'x'))`,
    );
    expect(await store.transcriptText({ session_id, names })).toBeUndefined();
  });
});
