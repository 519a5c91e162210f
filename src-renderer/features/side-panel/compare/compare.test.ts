import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import { mainThread, sideThread } from "../../../thread/thread";
import { followPanel } from "../follow-panel";
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
