import { describe, expect, it } from "vitest";
import type { SessionId } from "../../src-preload/contract/ids";
import type { SessionSummary } from "../../src-preload/contract/types";
import { placeSession } from "./session-list";

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
