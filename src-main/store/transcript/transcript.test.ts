import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BraidPart, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { PartWrite } from "../../core/ports/transcript-store";
import { ask, opened } from "../testing/stores";
import {
  append,
  beginTurn,
  endOf,
  frame,
  ids,
  MODEL,
  newSession,
  question,
  text,
  tick,
  USAGE,
  wholeTurn,
} from "../testing/talk";

/** Text as no well-meaning program makes it: lone halves of pairs, NUL, direction marks, quotes, line separators. */
const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\ud83d",
    "\ude00",
    "👩‍👩‍👧",
    "\0",
    "\u202e",
    '"',
    "\\",
    "\u2028",
    "\ufffd",
    "\r\n",
    "</script>",
    "\\u0041",
  ),
);

/** A text and where its frames cut it: anywhere, inside surrogate pairs too. */
const cutText = fc
  .array(nasty, { maxLength: 12 })
  .map((pieces) => pieces.join(""))
  .chain((whole) => fc.tuple(fc.constant(whole), fc.array(fc.nat({ max: whole.length }), { maxLength: 10 })))
  .map(([whole, cuts]) => {
    const ends = [...new Set([0, ...cuts, whole.length])].sort((a, b) => a - b);
    return { whole, pieces: ends.slice(1).map((end, n) => whole.slice(ends[n], end)) };
  });

const viewed = (file: string, message_id: string) =>
  ask(file, `SELECT data_json FROM chat_parts_view WHERE message_id = ? ORDER BY "index"`, message_id).map(
    ({ data_json }) => JSON.parse(String(data_json)),
  );

describe("a growing part", () => {
  it("[SV-2, DB-8] framed anywhere reads back the same: by the store, by the view, and once settled", () => {
    const { file, store } = opened();
    fc.assert(
      fc.property(cutText, ({ whole, pieces }) => {
        const [said = "", ...more] = pieces;
        const turn = beginTurn(store, undefined, "Hello?", said);
        for (const [seq, piece] of more.entries()) append(store, turn, seq, piece);
        const growing = text(whole, "streaming");
        expect(store.page(turn.session_id, { limit: 1 }).messages[0]?.parts).toEqual([growing]);
        expect(store.unsettledMessages(turn.session_id)[0]?.parts).toEqual([
          { id: turn.part_id, part: growing },
        ]);
        expect(viewed(file, turn.message_id)).toEqual([growing]);
        store.endTurn(endOf(turn, whole));
        const settled = text(whole, "done");
        expect(store.visibleMessages(turn.session_id)[1]?.parts).toEqual([settled]);
        expect(viewed(file, turn.message_id)).toEqual([settled]);
      }),
      { numRuns: 60 },
    );
  });

  it("grows a tool's input as well, and what the row holds comes first", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    const id = ids.part();
    const tool = {
      type: "tool-read",
      toolCallId: "call_1",
      state: "input-streaming",
      input: undefined,
    } as const;
    const [started, more] = [{ ...tool, rawInput: '{"pa' }, 'th":"\ud83d'];
    store.commitFrame(
      frame(turn.session_id, turn.message_id, [
        { kind: "insert", id, index: 1, part: started as BraidPart, settled: false },
        { kind: "append", id, seq: 0, delta: more },
      ]),
    );
    const grown = { ...JSON.parse(JSON.stringify(tool)), rawInput: started.rawInput + more };
    expect(store.visibleMessages(turn.session_id)[1]?.parts[1]).toEqual(grown);
    expect(viewed(file, turn.message_id)[1]).toEqual(grown);
  });

  it("keeps its deltas where its row is replaced but not settled", () => {
    const { store } = opened();
    const turn = beginTurn(store);
    append(store, turn, 0, "one ");
    const providerMetadata = { acme: { signature: "s" } };
    const replaced: PartWrite = {
      kind: "update",
      id: turn.part_id,
      part: { type: "text", text: "", state: "streaming", providerMetadata },
      settled: false,
    };
    store.commitFrame(frame(turn.session_id, turn.message_id, [replaced]));
    append(store, turn, 1, "two");
    const [, answer] = store.visibleMessages(turn.session_id);
    expect(answer?.parts).toEqual([{ type: "text", text: "one two", state: "streaming", providerMetadata }]);
  });
});

describe("what is stored", () => {
  const keys = fc.oneof(
    fc.string(),
    fc.constantFrom("b", "a", "10", "2", "__proto__", "signature", "\ud83d"),
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: "binary" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      tie("object"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
    object: fc
      .array(fc.tuple(keys, tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  })).object;

  it("[DB-8a] of a provider's metadata: its bytes, in their order, also where a part with it is folded", () => {
    const { file, store } = opened();
    fc.assert(
      fc.property(json, (metadata) => {
        const turn = beginTurn(store);
        const reasoning = {
          type: "reasoning",
          text: "",
          providerMetadata: { acme: metadata },
          state: "done",
        } as BraidPart;
        const insert: PartWrite = {
          kind: "insert",
          id: ids.part(),
          index: 1,
          part: reasoning,
          settled: true,
        };
        const grows: PartWrite = {
          kind: "insert",
          id: ids.part(),
          index: 2,
          part: reasoning,
          settled: false,
        };
        store.commitFrame(
          frame(turn.session_id, turn.message_id, [
            insert,
            grows,
            { kind: "append", id: grows.id, seq: 0, delta: "" },
          ]),
        );
        const end = endOf(turn, "done");
        store.endTurn(end);
        const rows = ask(
          file,
          `SELECT data_json FROM chat_parts WHERE message_id = ? AND "index" > 0`,
          turn.message_id,
        );
        expect(rows.map(({ data_json }) => data_json)).toEqual([
          JSON.stringify(reasoning),
          JSON.stringify(reasoning),
        ]);
        const [, , read] = store.visibleMessages(turn.session_id)[1]?.parts ?? [];
        expect(JSON.stringify(read)).toBe(JSON.stringify(reasoning));
      }),
      { numRuns: 60 },
    );
  });

  it("[DB-1a] of a settled session: three tables alone, in id and index order, rebuild its messages", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store, undefined, "First.");
    const turn = beginTurn(store, session_id, "And \ud83d then?");
    append(store, turn, 0, "left growing by whoever ended it");
    // Parts come into the database in any order.
    const insert = (index: number): PartWrite => ({
      kind: "insert",
      id: ids.part(),
      index,
      part: text(`part ${index}`),
      settled: true,
    });
    store.commitFrame(frame(session_id, turn.message_id, [insert(3), insert(1), insert(2)]));
    store.endTurn({ ...endOf(turn, ""), frame: frame(session_id, turn.message_id) });

    expect(ask(file, "SELECT * FROM chat_deltas")).toEqual([]);
    const rebuilt = ask(
      file,
      "SELECT id, role, metadata_json FROM chat_messages WHERE session_id = ? ORDER BY id",
      session_id,
    ).map(({ id, role, metadata_json }) => ({
      id,
      role,
      metadata: JSON.parse(String(metadata_json)),
      parts: ask(file, `SELECT data_json FROM chat_parts WHERE message_id = ? ORDER BY "index"`, id).map(
        ({ data_json }) => JSON.parse(String(data_json)),
      ),
    }));
    const stored = store
      .visibleMessages(session_id)
      .map(({ id, role, metadata, parts }) => ({ id, role, metadata, parts }));
    expect(rebuilt).toEqual(stored);
    expect(rebuilt[3]?.parts.map((part) => part.text)).toEqual([
      "left growing by whoever ended it",
      "part 1",
      "part 2",
      "part 3",
    ]);
  });

  it("[DB-4] of a tool's part: its call and state in columns of their own", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    const id = ids.part();
    const part = {
      type: "tool-read",
      toolCallId: "call_7",
      state: "input-available",
      input: { path: "a" },
    } as BraidPart;
    const columns = () =>
      ask(file, `SELECT session_id, type, tool_call_id, tool_state FROM chat_parts WHERE id = ?`, id);
    store.commitFrame(
      frame(turn.session_id, turn.message_id, [{ kind: "insert", id, index: 1, part, settled: true }]),
    );
    expect(columns()).toEqual([
      {
        session_id: turn.session_id,
        type: "tool-read",
        tool_call_id: "call_7",
        tool_state: "input-available",
      },
    ]);
    const done = { ...part, state: "output-available", output: 1 } as BraidPart;
    store.commitFrame(
      frame(turn.session_id, turn.message_id, [{ kind: "update", id, part: done, settled: true }]),
    );
    expect(columns()).toEqual([
      expect.objectContaining({ tool_call_id: "call_7", tool_state: "output-available" }),
    ]);
  });

  it("[DB-12c] of a message's metadata: every field, for user and assistant alike", () => {
    const { file, store } = opened();
    const asked: MessageMetadata = {
      model: { ...MODEL, variant: "high" },
      agent: "chat",
      snapshot_id: "snap",
      attachments: [{ sha256: "a".repeat(64), media_type: "text/plain", filename: "a", size: 1 }],
    };
    const answered: MessageMetadata = {
      model: MODEL,
      usage: USAGE,
      finish_reason: "tool-limit",
      system_prompt_digest: "d".repeat(64),
      context_tokens: 180,
      estimated: true,
      synthetic: false,
      cost_usd: 0.25,
      error: { code: "INTERNAL", message: "m", hint: "h" },
    };
    const session = newSession();
    const message = question(session.id, "Hello?", asked);
    const message_id = ids.message();
    const answer = frame(session.id, message_id, [], { start: { metadata: { model: MODEL } } });
    store.createSession(session, { message, answer });
    store.commitFrame(frame(session.id, message_id, [], { metadata: { model: MODEL, usage: USAGE } }));
    expect(store.unsettledMessages(session.id)[0]?.metadata).toEqual({ model: MODEL, usage: USAGE });
    store.endTurn({ frame: frame(session.id, message_id), metadata: answered });
    expect(store.visibleMessages(session.id).map(({ metadata }) => metadata)).toEqual([asked, answered]);
    const rows = ask(file, "SELECT metadata_json FROM chat_messages ORDER BY id");
    expect(rows.map(({ metadata_json }) => JSON.parse(String(metadata_json)))).toEqual([asked, answered]);
  });

  it("[DB-2] of a session: the model of its latest message, and when something was last said", () => {
    const { file, store } = opened();
    const turn = wholeTurn(store);
    const second = { provider_id: "other", model_id: "two", variant: "low" };
    const asked = question(turn.session_id, "And now?", { model: second });
    store.addUserMessage(asked, frame(turn.session_id, ids.message(), [], { start: { metadata: {} } }));
    const [row] = ask(file, "SELECT model_json, updated_at FROM chat_sessions");
    expect([JSON.parse(String(row?.model_json)), row?.updated_at]).toEqual([second, asked.now]);
    expect(store.session(turn.session_id)?.session).toMatchObject({ model: second, updated_at: asked.now });
  });
});

describe("a transaction", () => {
  it("[SV-2b] of a frame is all or nothing", () => {
    const { store } = opened();
    const turn = beginTurn(store);
    append(store, turn, 0, "saved");
    const before = store.visibleMessages(turn.session_id);
    const broken = frame(turn.session_id, turn.message_id, [
      { kind: "append", id: turn.part_id, seq: 1, delta: " and lost" },
      { kind: "insert", id: ids.part(), index: 1, part: text("lost"), settled: true },
      { kind: "append", id: turn.part_id, seq: 1, delta: "the same place twice" },
    ]);
    expect(() => store.commitFrame(broken)).toThrow(expect.objectContaining({ code: "INTERNAL" }));
    expect(store.visibleMessages(turn.session_id)).toEqual(before);
    append(store, turn, 1, ", and more");
  });

  it("[SV-2] of a first message is session, message and answer, or none of them", () => {
    const { store } = opened();
    const session = newSession();
    const other = beginTurn(store);
    const draft = { place: { kind: "composer", session_id: null }, writer: "a" } as const;
    store.saveDraft(draft, { text: "Hello?" }, tick());
    const answer = frame(session.id, other.message_id, [], { start: { metadata: {} } });
    expect(() => store.createSession(session, { message: question(session.id), answer, draft })).toThrow();
    expect(store.session(session.id)).toBeUndefined();
    expect(store.visibleMessages(session.id)).toEqual([]);
    expect(store.takeDrafts(null, "a", [])).toMatchObject([{ text: "Hello?" }]);
  });

  it("refuses what belongs to nothing", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    const nobody = ids.session();
    const answer = frame(nobody, ids.message(), [], { start: { metadata: {} } });
    expect(() => store.addUserMessage(question(nobody), answer)).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FOUND" }),
    );
    expect(() => store.renameSession(nobody, "x")).toThrow(
      expect.objectContaining({ code: "SESSION_NOT_FOUND" }),
    );
    const stray: PartWrite = { kind: "append", id: ids.part(), seq: 0, delta: "x" };
    expect(() => store.commitFrame(frame(session_id, ids.message(), [stray]))).toThrow(
      expect.objectContaining({ code: "INTERNAL" }),
    );
  });
});

describe("a page", () => {
  it("is the last visible messages, oldest first, and says whether there are more", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    for (let n = 0; n < 4; n++) wholeTurn(store, session_id);
    const all = store.visibleMessages(session_id);
    expect(all).toHaveLength(10);
    expect(store.page(session_id, { limit: 10 })).toEqual({ messages: all, more: false });
    expect(store.page(session_id, { limit: 3 })).toEqual({ messages: all.slice(7), more: true });
    const before = all[7]?.id ?? ids.message();
    expect(store.page(session_id, { limit: 3, before })).toEqual({ messages: all.slice(4, 7), more: true });
    expect(store.page(session_id, { limit: 8, before })).toEqual({ messages: all.slice(0, 7), more: false });
    const without = all[9]?.id ?? ids.message();
    expect(store.page(session_id, { limit: 2, without })).toEqual({ messages: all.slice(7, 9), more: true });
  });

  it("ends early where its messages are large, and the next one goes on", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store, undefined, "x".repeat(5_000_000));
    wholeTurn(store, session_id, "y".repeat(5_000_000));
    const all = store.visibleMessages(session_id);
    const last = store.page(session_id, { limit: 4 });
    expect(last.messages.map(({ id }) => id)).toEqual(
      all
        .slice(1)
        .map(({ id }) => id)
        .slice(1),
    );
    expect(last.more).toBe(true);
    const before = last.messages[0]?.id ?? ids.message();
    expect(store.page(session_id, { limit: 4, before })).toEqual({ messages: all.slice(0, 2), more: false });
  });
});

describe("an outline", () => {
  it("is a page without words: who said it, when, by which model, and how it ended", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    wholeTurn(store, session_id);
    const all = store.visibleMessages(session_id);
    const before = all[3]?.id ?? ids.message();
    const { messages, more } = store.outline(session_id, { limit: 2, before });
    expect(more).toBe(true);
    expect(messages.map(({ id }) => id)).toEqual([all[1]?.id, all[2]?.id]);
    for (const [at, message] of messages.entries()) {
      const { model, finish_reason, usage } = message.metadata;
      expect(message).toMatchObject({ role: all[at + 1]?.role, parts: [], away: true });
      expect({ model, finish_reason }).toEqual({
        model: all[at + 1]?.metadata.model,
        finish_reason: all[at + 1]?.metadata.finish_reason,
      });
      expect(usage).toBeUndefined();
    }
  });
});
