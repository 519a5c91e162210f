import { describe, expect, it } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { usageOfSession } from "../reader/usage-of-session";
import { ask, opened, stranger } from "../testing/stores";
import { beginTurn, frame, MODEL, tick, USAGE, wholeTurn } from "../testing/talk";

/** A session with an answer whose cost the provider has told, or nobody. */
function answered(cost_usd?: number) {
  const { file, store } = opened();
  const { session_id, message_id } = beginTurn(store);
  store.endTurn({
    frame: frame(session_id, message_id),
    metadata: {
      model: MODEL,
      finish_reason: "stop",
      usage: USAGE,
      ...(cost_usd === undefined ? {} : { cost_usd }),
    },
  });
  const supply = (cost: number, id: MessageId = message_id) =>
    store.supplyCost({ session_id, message_id: id, cost_usd: cost, now: tick() });
  return { file, store, session_id, message_id, supply };
}

describe("[TK-4e] a cost that a hook supplies", () => {
  it("is the answer's and its session's, once, and the answer's row does not change [DB-11]", () => {
    const { file, store, session_id, message_id, supply } = answered();
    const rows = () => ask(file, "SELECT * FROM chat_messages ORDER BY id");
    const before = rows();
    expect([supply(0.25), supply(0.5)]).toEqual([true, false]);
    expect(store.message(session_id, message_id)?.metadata.cost_usd).toBe(0.25);
    expect(store.visibleMessages(session_id).at(-1)?.metadata.cost_usd).toBe(0.25);
    expect(store.session(session_id)?.billing.cost_usd).toBe(0.25);
    expect(rows()).toEqual(before);
  });

  it("adds to what the session has cost before, and stays when its sums are made anew", () => {
    const { store, session_id, message_id, supply } = answered();
    supply(0.25);
    const next = beginTurn(store, session_id);
    store.endTurn({
      frame: frame(session_id, next.message_id),
      metadata: { finish_reason: "stop", usage: USAGE, cost_usd: 1 },
    });
    expect(store.session(session_id)?.billing.cost_usd).toBe(1.25);
    const place = { message_id, index: 0 };
    store.putPruneMarks({ session_id, marks: [{ ...place, level: "middle" }], now: tick() });
    store.takeBackPruned({ session_id, places: [place], now: tick() });
    expect(store.session(session_id)?.billing.cost_usd).toBe(1.25);
  });

  it("never replaces what the provider has told, and is taken for no question, no open answer and no message of another session", () => {
    const told = answered(0.75);
    expect(told.supply(0.25)).toBe(false);
    expect(told.store.message(told.session_id, told.message_id)?.metadata.cost_usd).toBe(0.75);
    expect(told.store.session(told.session_id)?.billing.cost_usd).toBe(0.75);

    const { store, session_id, supply } = answered();
    const [question] = store.visibleMessages(session_id);
    const open = beginTurn(store, session_id);
    expect([supply(1, question?.id), supply(1, open.message_id)]).toEqual([false, false]);
    const other = wholeTurn(store);
    expect(supply(1, other.message_id)).toBe(false);
    expect(store.session(session_id)?.billing.cost_usd).toBeNull();
  });

  it("counts in the sums by model, and leaves with its message", () => {
    const { file, store, session_id, supply } = answered();
    supply(0.25);
    const [sum] = usageOfSession(stranger(file), session_id);
    expect(sum).toMatchObject({ cost_usd: 0.25, unpriced: { input: 0, output: 0 } });
    store.trashSession(session_id, true, tick());
    store.beginRemoval(session_id, tick());
    while (!store.removeSome(session_id, 100));
    expect(ask(file, "SELECT * FROM supplied_costs")).toEqual([]);
  });
});
