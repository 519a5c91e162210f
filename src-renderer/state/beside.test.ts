import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionId } from "../../src-preload/contract/ids";

// A core that has not answered yet.
vi.stubGlobal("window", {
  braid: { boot: {}, call: () => new Promise(() => undefined), attach: () => undefined },
  addEventListener: () => undefined,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
});
const { beside, followMain, putBeneath } = await import("./beside");
const { mainPane } = await import("./pane");

const LEFT = "ses_left" as SessionId;
const RIGHT = "ses_right" as SessionId;
const column = () => {
  const { shown, covered } = beside.getState();
  return [shown?.session_id, covered?.session_id];
};

let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  leave = followMain();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

it("[SE-9] what an aside covers is put beneath it before the main thread is drawn, and stays there when it is", () => {
  mainPane.view.setState({ session_id: LEFT });
  expect(mainPane.drawn.getState()).toMatchObject({ session_id: undefined, left: true });
  putBeneath({ kind: "session", session_id: RIGHT });
  vi.runAllTimers();
  expect(mainPane.drawn.getState()).toMatchObject({ session_id: LEFT, left: false });
  expect(column()).toEqual([undefined, RIGHT]);
});
