import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MessageId, OpId, SessionId } from "../../../../src-preload/contract/domain/ids";
import { mainThread, sideThread } from "../../../thread/thread";
import { followPanel } from "../follow-panel";
import { sidePanel } from "../panel";
import { NO_PANEL } from "../panel-state";
import { compareState, findForkAnew } from "./compare";

const { call } = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("navigator", { platform: "Linux" });
  return { call: vi.fn() };
});
vi.mock("../../../platform/bridge", () => ({
  call,
  boot: () => ({}),
  onAppEvent: () => () => undefined,
  toErrorInfo: (error: Error) => ({ code: "INTERNAL", message: error.message }),
  CallError: class extends Error {},
}));

const [A, B, C] = ["ses_a", "ses_b", "ses_c"] as [SessionId, SessionId, SessionId];
const fork = { main: "msg_5" as MessageId, side: "msg_6" as MessageId, count: 3 };
const turnTo = (session_id: SessionId) => mainThread.view.setState({ session_id });
let end: () => void;

beforeEach(() => {
  end = followPanel();
  turnTo(A);
  sideThread.view.setState({ session_id: C });
  compareState.setState({ fork });
});
afterEach(() => {
  end();
  call.mockReset();
});

it("[BR-3] the fork of a session is none of the one that the main thread turns to", () => {
  turnTo(B);
  expect(compareState.getState().fork).toBeUndefined();
});

it("[BR-3] where nobody can tell the fork, nothing is folded", async () => {
  call.mockRejectedValue(new Error("no store"));
  await findForkAnew();
  expect(compareState.getState().fork).toBeUndefined();
});

it("[BR-3] a rewound session keeps its fork until the new one is known", async () => {
  call.mockResolvedValue({ count: 1, a_message_id: "msg_1", b_message_id: "msg_2" });
  const found = findForkAnew();
  expect(compareState.getState().fork).toBe(fork);
  await found;
  expect(compareState.getState().fork).toEqual({ count: 1, main: "msg_1", side: "msg_2" });
});

it("[BR-3] who is back before another session was drawn finds the fork of the session beside it again", async () => {
  call.mockResolvedValue({ count: 3, a_message_id: "msg_5", b_message_id: "msg_6" });
  sidePanel.setState({ ...NO_PANEL, main: A, stack: [{ kind: "session", session_id: C }] });
  sideThread.view.setState({ session_id: C });
  turnTo(B);
  turnTo(A);
  await vi.waitFor(() => expect(compareState.getState().fork).toEqual(fork));
  expect(call).toHaveBeenLastCalledWith("branch.shared", { a: A, b: C });
});

it("[RW-3] who is back before another session was drawn finds the fork of the hidden turns again", () => {
  const op_id = "top_1" as OpId;
  sidePanel.setState({ ...NO_PANEL, main: A, stack: [{ kind: "timeline", session_id: A, op_id }] });
  turnTo(B);
  turnTo(A);
  expect(compareState.getState().fork).toBeUndefined();
  // The session is attached to anew.
  mainThread.view.setState({ hidden: [{ op_id, after: fork.main, turns: 1, hidden_at: 0 }] });
  expect(compareState.getState().fork).toEqual({ main: fork.main });
});
