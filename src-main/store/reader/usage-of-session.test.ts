import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelUsage, Usage } from "../../../src-preload/contract/domain/usage";
import type { Store } from "../../core/ports/store";
import { opened, stranger } from "../testing/stores";
import { endOf, frame, ids, MODEL, newSession, question, tick, USAGE, wholeTurn } from "../testing/talk";
import { usageOfSession } from "./usage-of-session";

const SMALL = { provider_id: "acme", model_id: "small" };
const times = (count: number): Usage => ({
  input: 100 * count,
  output: 20 * count,
  reasoning: 3 * count,
  cache_read: 50 * count,
  cache_write: 7 * count,
});

function library() {
  const { file, store } = opened();
  const used = (id: SessionId): ModelUsage[] => usageOfSession(stranger(file), id);
  return {
    file,
    store,
    used,
    /** The calls of each purpose. */
    calls: (id: SessionId) => Object.fromEntries(used(id).map(({ purpose, calls }) => [purpose, calls])),
    call: (session_id: SessionId, agent: string, cost_usd?: number) =>
      store.accountCall({
        ...{ session_id, agent, model: SMALL, usage: USAGE, estimated: false, now: tick() },
        ...(cost_usd === undefined ? {} : { cost_usd }),
      }),
  };
}

/** The session of a helper, with one answer. */
function helperOf(store: Store, parent_id: SessionId, metadata: MessageMetadata = {}): SessionId {
  const session = newSession({ task: { parent_id, tool_call_id: "call_1" } });
  const message_id = ids.message();
  const answer = frame(session.id, message_id, [], { start: { metadata: { model: MODEL } } });
  store.createSession(session, { message: question(session.id), answer });
  const { metadata: ended } = endOf(
    { session_id: session.id, user_id: message_id, message_id, part_id: ids.part() },
    "",
    metadata,
  );
  store.endTurn({ frame: frame(session.id, message_id), metadata: ended });
  return session.id;
}

/** A copy of a session up to its last message: a branch, or a sidecar of it. */
function copyOf(store: Store, source_id: SessionId, main_id?: SessionId): SessionId {
  const id = ids.session();
  const through = store.visibleMessages(source_id).at(-1)?.id ?? ids.message();
  store.beginCopy({ id, source_id, parent_id: source_id, metadata: {}, ops: [], now: tick() });
  const messages = store.timelineThrough(source_id, through).ids;
  const copies = { ids: messages, first: ids.block(messages.length), hidden: {}, pointers: {} };
  const copied_through = store.copyMessages(id, copies, ids.block) ?? through;
  const beside = main_id === undefined ? {} : { main_id };
  store.finishCopy({ id, title: "A copy", copied_through, now: tick(), ...beside });
  return id;
}

function removeForGood(store: Store, session_id: SessionId): void {
  store.trashSession(session_id, true, tick());
  store.beginRemoval(session_id, tick());
  while (!store.removeSome(session_id, 100));
}

describe("what was spent for a session", () => {
  it("[TK-4f] is a sum for each purpose and model, with what the provider named and what is left to price", () => {
    const { store, used, call } = library();
    const { session_id } = wholeTurn(store);
    call(session_id, "title");
    call(session_id, "compaction", 0.25);
    call(session_id, "compaction");
    call(session_id, "precompact");
    helperOf(store, session_id, { cost_usd: 0.5 });
    wholeTurn(store);
    const base = { model: SMALL, calls: 1, unknown: 0, estimated: false };
    const one = { ...base, usage: USAGE, unpriced: USAGE };
    expect(used(session_id)).toEqual([
      { ...one, purpose: "answers", model: MODEL },
      { ...one, purpose: "titles" },
      { ...one, purpose: "summaries", calls: 2, usage: times(2), cost_usd: 0.25 },
      { ...one, purpose: "outputs" },
      { ...one, purpose: "helpers", model: MODEL, unpriced: times(0), cost_usd: 0.5 },
    ]);
  });

  it("[TK-4f] holds what a helper has spent for its own helpers and summaries; each helper knows its own part", () => {
    const { store, used, calls, call } = library();
    const { session_id } = wholeTurn(store);
    const helper = helperOf(store, session_id);
    const below = helperOf(store, helper);
    call(below, "compaction");
    expect(used(session_id)).toMatchObject([
      { purpose: "answers", calls: 1 },
      { purpose: "helpers", model: MODEL, calls: 2, usage: times(2) },
      { purpose: "helpers", model: SMALL, calls: 1, usage: times(1) },
    ]);
    expect(calls(helper)).toEqual({ answers: 1, helpers: 1 });
    expect(calls(below)).toEqual({ answers: 1, summaries: 1 });
    expect(store.usedTokens(helper)).toBe(3 * 180);
  });

  it("[TK-4d] is nothing for a copy, which has its own from then on: a sidecar's is its session's too, until it is a branch", () => {
    const { store, calls, call } = library();
    const { session_id } = wholeTurn(store);
    call(session_id, "title");
    helperOf(store, session_id);
    const branch = copyOf(store, session_id);
    expect(calls(branch)).toEqual({});
    wholeTurn(store, branch);
    expect(calls(branch)).toEqual({ answers: 1 });
    const before = { answers: 1, titles: 1, helpers: 1 };
    expect(calls(session_id)).toEqual(before);
    const sidecar = copyOf(store, session_id, session_id);
    wholeTurn(store, sidecar);
    helperOf(store, sidecar);
    expect(calls(session_id)).toEqual({ ...before, sidecars: 2 });
    expect(calls(sidecar)).toEqual({ answers: 1, helpers: 1 });
    store.promoteSidecar(sidecar, () => "A branch");
    expect(calls(session_id)).toEqual(before);
  });

  it("[TK-4c] stays after a rewind, which hides the answer that asked the helper", () => {
    const { store, calls } = library();
    const { session_id, user_id } = wholeTurn(store);
    helperOf(store, session_id);
    const message_id = ids.message();
    store.rewindTurn({
      ...{ session_id, op_id: ids.op(), from: user_id, keep: false, undo: "rewind", now: tick() },
      message: question(session_id),
      answer: frame(session_id, message_id, [], { start: { metadata: { model: MODEL } } }),
    });
    store.endTurn({
      frame: frame(session_id, message_id),
      metadata: { model: MODEL, finish_reason: "stop", usage: USAGE },
    });
    expect(calls(session_id)).toEqual({ answers: 2, helpers: 1 });
    expect(store.session(session_id)?.billing.total_tokens).toBe(180);
  });

  it("[TK-4f] stays when a helper is deleted, restored, or removed for good with helpers of its own: once", () => {
    const { store, used, calls, call } = library();
    const { session_id } = wholeTurn(store);
    const helper = helperOf(store, session_id, { cost_usd: 0.5 });
    call(helper, "compaction");
    const below = helperOf(store, helper, { estimated: true });
    helperOf(store, helper, { usage: null });
    const before = used(session_id);
    store.trashSession(helper, true, tick());
    expect(used(session_id)).toEqual(before);
    store.trashSession(helper, false, tick());
    store.trashSession(helper, true, tick());
    store.beginRemoval(helper, tick());
    const after = used(session_id);
    const sums = ({ purpose, model, usage, unknown, estimated, cost_usd, unpriced }: ModelUsage) =>
      ({ purpose, model, usage, unknown, estimated, cost_usd, unpriced }) as const;
    expect(after.map(sums)).toEqual(before.map(sums));
    store.beginRemoval(helper, tick());
    removeForGood(store, below);
    while (!store.removeSome(helper, 100));
    expect(used(session_id)).toEqual(after);
    expect(calls(session_id)).toMatchObject({ answers: 1 });
  });

  it("goes with a session that is removed with its helpers, and a sidecar that goes alone leaves its part", () => {
    const { file, store, calls } = library();
    const { session_id } = wholeTurn(store);
    const sidecar = copyOf(store, session_id, session_id);
    wholeTurn(store, sidecar);
    removeForGood(store, sidecar);
    expect(calls(session_id)).toEqual({ answers: 1, sidecars: 1 });
    const helper = helperOf(store, session_id);
    store.trashSession(session_id, true, tick());
    store.beginRemoval(session_id, tick());
    removeForGood(store, helper);
    while (!store.removeSome(session_id, 100));
    expect(stranger(file).prepare("SELECT count(*) FROM agent_calls").pluck().get()).toBe(0);
  });

  it("passes over rows that nobody can read, and does not run in circles", () => {
    const { file, store, calls } = library();
    const { session_id } = wholeTurn(store);
    const helper = helperOf(store, session_id);
    const db = stranger(file, { readonly: false });
    const put = db.prepare("INSERT INTO agent_calls VALUES (NULL, ?, 'title', ?, ?, 0, NULL, 1)");
    put.run(session_id, "{}", "{}");
    put.run(session_id, "null", "null");
    put.run(session_id, JSON.stringify(SMALL), '{"input":"many"}');
    db.prepare("INSERT INTO session_tasks VALUES (?, ?, 'call_1')").run(session_id, helper);
    expect(calls(session_id)).toEqual({ answers: 1, titles: 1, helpers: 1 });
    expect(usageOfSession(db, session_id).find(({ purpose }) => purpose === "titles")).toMatchObject({
      unknown: 1,
      usage: times(0),
    });
  });
});
