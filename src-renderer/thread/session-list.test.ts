import { beforeEach, describe, expect, it } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import { dropSessions, isKnownEmpty, placeSession, sessionList, takeSession } from "./session-list";

const session = (id: string, updated_at: number): SessionSummary => ({
  id: id as SessionId,
  title: id,
  agent: "chat",
  created_at: 0,
  updated_at,
});
const ids = (sessions: readonly SessionSummary[]) => sessions.map(({ id }) => id).join("");

describe("the picker's list", () => {
  const list = [session("d", 40), session("c", 30), session("b", 20)];

  it("keeps sessions by recency, the larger id first where times are equal", () => {
    expect(ids(placeSession(list, session("x", 35), true))).toBe("dxcb");
    expect(ids(placeSession(list, session("x", 30), true))).toBe("dxcb");
    expect(ids(placeSession(list, session("a", 30), true))).toBe("dcab");
  });

  it("moves a session that has become newer, and holds it once", () => {
    expect(ids(placeSession(list, session("b", 50), true))).toBe("bdc");
    expect(ids(placeSession(list, session("c", 30), true))).toBe("dcb");
  });

  it("leaves a session that belongs to a page not loaded yet to that page", () => {
    expect(ids(placeSession(list, session("a", 10), false))).toBe("dcb");
    expect(ids(placeSession(list, session("a", 10), true))).toBe("dcba");
  });
});

it("a list is empty only once it has come, whole, without a filter, and without pinned sessions", () => {
  const empty = { ...sessionList.getInitialState(), loaded: true };
  expect(isKnownEmpty(empty)).toBe(true);
  const one = [session("a", 1)];
  for (const change of [
    { loaded: false },
    { filter: "x" },
    { archived: true },
    { pinned: one },
    { sessions: one },
    { next: { updated_at: 1, id: "a" as SessionId } },
  ])
    expect(isKnownEmpty({ ...empty, ...change }), JSON.stringify(change)).toBe(false);
});

describe("what is told of branches", () => {
  const listed = (one: SessionSummary) => ({ ...one, status: { state: "idle" as const } });
  const branch = { ...session("y", 50), parent_id: "m" as SessionId };
  const parent = { ...session("m", 10), parent_id: "g" as SessionId };
  const grandparent = session("g", 5);
  const known = () => {
    const { sessions, above } = sessionList.getState();
    return `${ids(sessions)} ${ids(above)}`;
  };
  beforeEach(() => {
    const next = { updated_at: 20, id: "b" as SessionId };
    sessionList.setState({ ...sessionList.getInitialState(), sessions: [session("d", 40)], next });
  });

  it("[BR-3] a branch comes with what it was branched from, though that is of a page to come", () => {
    takeSession(branch, [listed(parent), listed(grandparent)]);
    expect(known()).toBe("yd mg");
    takeSession({ ...parent, title: "renamed" });
    expect(known()).toBe("yd mg");
    expect(sessionList.getState().above[0]?.title).toBe("renamed");
    takeSession({ ...parent, updated_at: 60 }, [listed(grandparent)]);
    expect(known(), "something was said in it").toBe("myd g");
  });

  it("[DB-10] a branch lives on without its parent, and finds it again", () => {
    takeSession(branch, [listed(parent), listed(grandparent)]);
    dropSessions([parent.id]);
    expect(known()).toBe("yd g");
    takeSession(parent, [listed(grandparent)]);
    expect(known()).toBe("yd mg");
    takeSession({ ...parent, archived_at: 1 });
    expect(known()).toBe("yd g");
    takeSession(session("a", 1));
    expect(known(), "nobody here comes of it").toBe("yd g");
  });
});
