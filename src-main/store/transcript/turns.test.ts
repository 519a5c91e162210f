import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import type { Store } from "../../core/ports/store";
import type { PartWrite } from "../../core/ports/transcript-store";
import { ask, opened, stranger } from "../testing/stores";
import { append, beginTurn, endOf, frame, ids, MODEL, text, wholeTurn } from "../testing/talk";

const billingOf = (store: Store, id: SessionId) => store.session(id)?.billing;

/** All rows of the tables that a turn touches, to see that nothing changed. */
const everything = (file: string) =>
  [
    "chat_sessions",
    "chat_messages",
    "chat_parts",
    "chat_deltas",
    "chat_timeline_ops",
    "chat_message_hides",
  ].map((table) => ask(file, `SELECT * FROM ${table} ORDER BY 1`));

describe("the end of a turn", () => {
  it("[SV-6, Z-4a, Z-8] is one transaction: parts, metadata with the checkpoint, rollups", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    append(store, turn, 0, "An ans");
    const end = endOf(turn, "An answer.", { cost_usd: 0.5 });
    store.endTurn(end);
    const [message] = ask(
      file,
      "SELECT metadata_json, updated_at FROM chat_messages WHERE id = ?",
      turn.message_id,
    );
    expect(JSON.parse(String(message?.metadata_json))).toEqual(end.metadata);
    expect(ask(file, "SELECT * FROM chat_deltas")).toEqual([]);
    expect(store.session(turn.session_id)).toMatchObject({
      session: { updated_at: end.frame.now },
      billing: {
        prompt_tokens: 100,
        completion_tokens: 20,
        reasoning_tokens: 3,
        cache_read: 50,
        cache_write: 7,
        total_tokens: 180,
        context_tokens: 180,
        context_estimated: false,
        cost_usd: 0.5,
      },
    });
    expect(store.unsettledSessions()).toEqual([]);
  });

  it.each(["the last part", "the metadata", "the rollups"])(
    "[SV-6] that fails at %s leaves all as it was",
    (place) => {
      const { file, store } = opened();
      const turn = beginTurn(store);
      append(store, turn, 0, "An ans");
      const before = everything(file);
      const table = {
        "the last part": "chat_parts",
        "the metadata": "chat_messages",
        "the rollups": "chat_sessions",
      }[place];
      const db = stranger(file, { readonly: false });
      db.exec(`CREATE TRIGGER fails BEFORE UPDATE ON ${table} BEGIN SELECT raise(ABORT, 'no'); END`);
      expect(() => store.endTurn(endOf(turn, "An answer."))).toThrow(
        expect.objectContaining({ code: "INTERNAL" }),
      );
      db.exec("DROP TRIGGER fails");
      expect(everything(file)).toEqual(before);
      store.endTurn(endOf(turn, "An answer."));
      expect(billingOf(store, turn.session_id)?.total_tokens).toBe(180);
    },
  );

  it("[SV-6, TK-2] told twice counts once and changes nothing", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    store.endTurn(endOf(turn, "An answer."));
    const before = everything(file);
    store.endTurn(endOf(turn, "Another answer.", { finish_reason: "aborted" }));
    expect(everything(file)).toEqual(before);
  });

  it("of a message nobody began is an error", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    const end = { frame: frame(session_id, ids.message()), metadata: { finish_reason: "stop" } as const };
    expect(() => store.endTurn(end)).toThrow(expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }));
  });

  it("[TK-5] without usage or a measured window adds nothing, and is null, not zero, where nothing was known", () => {
    const { store } = opened();
    const turn = beginTurn(store);
    store.endTurn({
      frame: frame(turn.session_id, turn.message_id),
      metadata: { finish_reason: "error", usage: null },
    });
    expect(billingOf(store, turn.session_id)).toMatchObject({
      total_tokens: 0,
      context_tokens: null,
      cost_usd: null,
    });
    wholeTurn(store, turn.session_id, "An answer.", { context_tokens: 500, estimated: true });
    const after = { total_tokens: 180, context_tokens: 500, context_estimated: true, cost_usd: null };
    expect(billingOf(store, turn.session_id)).toMatchObject(after);
    const third = beginTurn(store, turn.session_id);
    store.endTurn({
      frame: frame(turn.session_id, third.message_id),
      metadata: { finish_reason: "aborted" },
    });
    expect(billingOf(store, turn.session_id)).toMatchObject(after);
  });
});

describe("rollups", () => {
  const count = fc.nat({ max: 100_000 });
  const usage: fc.Arbitrary<Usage> = fc.record({
    input: count,
    output: count,
    reasoning: count,
    cache_read: count,
    cache_write: count,
  });
  const ending: fc.Arbitrary<MessageMetadata> = fc.record(
    {
      usage: fc.option(usage),
      carried_usage: usage,
      context_tokens: count,
      estimated: fc.boolean(),
      cost_usd: fc.integer({ min: 0, max: 64 }).map((n) => n / 64),
    },
    { requiredKeys: [] },
  );

  it("[TK-2a, TK-3, TK-4] are sums over the visible messages after any turns and retries; cost counts the hidden ones too", () => {
    const { store } = opened();
    const attempt = fc.record({ metadata: ending, retried: fc.boolean() });
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 6 }), (attempts) => {
        const { session_id, ...first } = beginTurn(store);
        let turn = { session_id, ...first };
        const visible: MessageMetadata[] = [];
        for (const { metadata, retried } of attempts) {
          const end = endOf(turn, "said", {});
          const whole: MessageMetadata = { model: MODEL, finish_reason: "error", ...metadata };
          if (retried) turn = retry(store, turn, { ...end, metadata: whole });
          else {
            store.endTurn({ ...end, metadata: whole });
            visible.push(metadata);
            turn = beginTurn(store, session_id);
          }
        }
        const sum = (name: keyof Usage) =>
          visible.reduce((total, { usage }) => total + (usage?.[name] ?? 0), 0);
        const measured = visible.findLast((metadata) => metadata.context_tokens !== undefined);
        const costs = attempts.flatMap(({ metadata }) => metadata.cost_usd ?? []);
        expect(billingOf(store, session_id)).toEqual({
          prompt_tokens: sum("input"),
          completion_tokens: sum("output"),
          reasoning_tokens: sum("reasoning"),
          cache_read: sum("cache_read"),
          cache_write: sum("cache_write"),
          total_tokens:
            sum("input") + sum("output") + sum("reasoning") + sum("cache_read") + sum("cache_write"),
          context_tokens: measured?.context_tokens ?? null,
          context_estimated: measured?.estimated ?? false,
          cost_usd: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe("a retry", () => {
  it("[DB-3, RN-7] hides the attempt by an op of its own, keeps all of it, and the next attempt stands in its place", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    append(store, turn, 0, "Half an ans");
    const end = endOf(turn, "Half an ans", { finish_reason: "error" });
    const next = retry(store, turn, end);
    expect(store.visibleMessages(turn.session_id).map(({ id }) => id)).toEqual([
      turn.user_id,
      next.message_id,
    ]);
    expect(store.page(turn.session_id, { limit: 9 }).messages.map(({ id }) => id)).toEqual([
      turn.user_id,
      next.message_id,
    ]);
    const [op] = ask(file, "SELECT id, session_id, cause, undone_at FROM chat_timeline_ops");
    expect(op).toMatchObject({ session_id: turn.session_id, cause: "retry", undone_at: null });
    expect(ask(file, "SELECT * FROM chat_message_hides")).toEqual([
      { message_id: turn.message_id, op_id: op?.id },
    ]);
    const [hidden] = ask(
      file,
      "SELECT hidden_at, metadata_json FROM chat_messages WHERE id = ?",
      turn.message_id,
    );
    expect(hidden?.hidden_at).toEqual(expect.any(Number));
    expect(JSON.parse(String(hidden?.metadata_json)).finish_reason).toBe("error");
    expect(ask(file, "SELECT data_json FROM chat_parts WHERE message_id = ?", turn.message_id)).toEqual([
      { data_json: JSON.stringify(text("Half an ans", "done")) },
    ]);
  });

  it("[RN-7] is one transaction", () => {
    const { file, store } = opened();
    const turn = beginTurn(store);
    append(store, turn, 0, "Half an ans");
    const before = everything(file);
    const next = frame(turn.session_id, turn.user_id, [], { start: { metadata: {} } });
    expect(() => store.retryTurn({ end: endOf(turn, "Half"), op_id: ids.op(), next })).toThrow();
    expect(everything(file)).toEqual(before);
  });
});

describe("a settled turn", () => {
  const changes: [string, (turn: { message_id: string; part_id: string }) => string][] = [
    [
      "its message's metadata",
      ({ message_id }) => `UPDATE chat_messages SET metadata_json = '{}' WHERE id = '${message_id}'`,
    ],
    [
      "its message's role",
      ({ message_id }) => `UPDATE chat_messages SET role = 'user' WHERE id = '${message_id}'`,
    ],
    [
      "its message's time",
      ({ message_id }) => `UPDATE chat_messages SET created_at = 1 WHERE id = '${message_id}'`,
    ],
    ["its part's data", ({ part_id }) => `UPDATE chat_parts SET data_json = '{}' WHERE id = '${part_id}'`],
    ["its part's place", ({ part_id }) => `UPDATE chat_parts SET "index" = 9 WHERE id = '${part_id}'`],
    ["its part's state", ({ part_id }) => `UPDATE chat_parts SET tool_state = 'x' WHERE id = '${part_id}'`],
    [
      "its text, which would grow",
      ({ part_id }) => `INSERT INTO chat_deltas VALUES ('${part_id}', 9, '"x"')`,
    ],
    ["the question", () => "UPDATE chat_messages SET metadata_json = '{}' WHERE role = 'user'"],
    [
      "the question's part",
      () =>
        "UPDATE chat_parts SET data_json = '{}' WHERE message_id IN (SELECT id FROM chat_messages WHERE role = 'user')",
    ],
  ];

  it.each(changes)("[DB-11] never changes: %s", (_what, change) => {
    const { file, store } = opened();
    const turn = wholeTurn(store);
    const db = stranger(file, { readonly: false });
    expect(() => db.exec(change(turn))).toThrow(/settled message/);
  });

  it("[DB-11] can be hidden and shown", () => {
    const { file, store } = opened();
    const turn = wholeTurn(store);
    const db = stranger(file, { readonly: false });
    db.exec(`UPDATE chat_messages SET hidden_at = 5, updated_at = 5`);
    expect(store.visibleMessages(turn.session_id)).toEqual([]);
    db.exec(`UPDATE chat_messages SET hidden_at = NULL, updated_at = 6`);
    expect(store.visibleMessages(turn.session_id)).toHaveLength(2);
  });

  it("[DB-11] takes nothing of a run that comes late", () => {
    const { file, store } = opened();
    const turn = wholeTurn(store);
    const before = everything(file);
    const late: PartWrite[] = [
      { kind: "append", id: turn.part_id, seq: 7, delta: "late" },
      { kind: "insert", id: ids.part(), index: 7, part: text("late"), settled: true },
      { kind: "update", id: turn.part_id, part: text("late"), settled: true },
    ];
    for (const write of late) {
      expect(() => store.commitFrame(frame(turn.session_id, turn.message_id, [write]))).toThrow();
    }
    expect(() => store.commitFrame(frame(turn.session_id, turn.message_id, [], { metadata: {} }))).toThrow();
    expect(everything(file)).toEqual(before);
  });
});

describe("turns that never ended", () => {
  it("[LY-6, SV-5] are found with what they said, oldest first, of one session or of all", () => {
    const { store } = opened();
    const settled = wholeTurn(store);
    const first = beginTurn(store, settled.session_id);
    append(store, first, 0, "Half");
    const second = beginTurn(store);
    const metadata = { model: MODEL };
    const found = [
      {
        id: first.message_id,
        session_id: first.session_id,
        metadata,
        parts: [{ id: first.part_id, part: text("Half", "streaming") }],
      },
      {
        id: second.message_id,
        session_id: second.session_id,
        metadata,
        parts: [{ id: second.part_id, part: text("", "streaming") }],
      },
    ];
    expect(store.unsettledSessions()).toEqual([first.session_id, second.session_id]);
    expect(store.unsettledSessions().flatMap(store.unsettledMessages)).toEqual(found);
    for (const { metadata: before, ...message } of found) {
      store.endTurn({
        frame: frame(message.session_id, message.id),
        metadata: { ...before, finish_reason: "interrupted" },
      });
    }
    expect(store.unsettledSessions()).toEqual([]);
  });
});

/** Ends a turn's attempt, hides it, and begins the next one. */
function retry(
  store: Store,
  turn: ReturnType<typeof beginTurn>,
  end: ReturnType<typeof endOf> | { frame: ReturnType<typeof frame>; metadata: MessageMetadata },
) {
  const message_id = ids.message();
  const part_id = ids.part();
  const insert: PartWrite = {
    kind: "insert",
    id: part_id,
    index: 0,
    part: text("", "streaming"),
    settled: false,
  };
  const next = frame(turn.session_id, message_id, [insert], { start: { metadata: { model: MODEL } } });
  store.retryTurn({ end, op_id: ids.op(), next });
  return { ...turn, message_id, part_id };
}
