import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { loadFailedSessions, loadSessions, sessionList } from "./session-list";

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../platform/bridge", () => ({ call }));

const page = {
  sessions: [{ id: "a" as SessionId, title: "a", updated_at: 1, status: { state: "idle" } }],
  above: [],
};
const state = () => {
  const { sessions, loaded, failed } = sessionList.getState();
  return { ids: sessions.map(({ id }) => id), loaded, failed };
};

describe("[SE-1] a list that could not be loaded", () => {
  beforeEach(() => {
    sessionList.setState(sessionList.getInitialState(), true);
    call.mockReset().mockRejectedValue(new Error("no store"));
  });

  it("says so until it could, and is asked for again", async () => {
    await expect(loadSessions()).rejects.toThrow("no store");
    expect(state()).toEqual({ ids: [], loaded: false, failed: true });
    await loadFailedSessions();
    expect(state(), "a further failure").toEqual({ ids: [], loaded: false, failed: true });
    call.mockImplementation(async (_name, { pinned }) => (pinned ? { sessions: [], above: [] } : page));
    await loadFailedSessions();
    expect(state()).toEqual({ ids: ["a"], loaded: true, failed: false });
  });

  it("is not asked for again where nothing failed", async () => {
    await loadFailedSessions();
    expect(call).not.toHaveBeenCalled();
  });
});
