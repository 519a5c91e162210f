import { expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { mainThread } from "../../thread/thread";
import { findView, lookFor } from "./find-state";

const { call } = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("navigator", { platform: "Linux" });
  return { call: vi.fn() };
});
vi.mock("../../platform/bridge", () => ({
  call,
  boot: () => ({}),
  onAppEvent: () => () => undefined,
  toErrorInfo: (error: Error) => ({ code: "INTERNAL", message: error.message }),
  CallError: class extends Error {},
}));

const [A, B] = ["ses_a", "ses_b"] as [SessionId, SessionId];

it("words that stand in the bar are looked for in the session that is shown by then", async () => {
  let answer: (found: unknown) => void = () => undefined;
  call.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  call.mockResolvedValueOnce({ matches: [], more: true });
  mainThread.view.setState({ session_id: A });
  const first = lookFor("word", "");
  mainThread.view.setState({ session_id: B });
  await lookFor("word", "");
  expect(call.mock.calls.map(([, input]) => input)).toEqual([{ session_id: A, text: "word" }]);
  answer({ matches: [], more: false });
  await first;
  expect(call).toHaveBeenLastCalledWith("session.find", { session_id: B, text: "word" });
  expect(findView.getState()).toMatchObject({ answered: true, more: true });
});
