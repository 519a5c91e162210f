import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Aside } from "../../src-preload/contract/calls/branches";
import type { SessionId } from "../../src-preload/contract/ids";

/** Main's lists, which come when the test lets them. */
const answers: ((list: readonly Aside[]) => void)[] = [];
const call = (name: string) =>
  new Promise((resolve) => {
    if (name === "aside.list") answers.push((list) => resolve({ ok: true, value: list }));
  });
vi.stubGlobal("window", {
  braid: { boot: {}, call, attach: () => undefined, onEvent: () => () => undefined },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
});
vi.stubGlobal("HTMLTextAreaElement", class {});
vi.stubGlobal("document", { activeElement: null, querySelector: () => null });
const { asides, followAsides } = await import("./asides");
const { beside, followMain } = await import("./beside");
const { LONGEST_KEPT_MS } = await import("./drawn-view");
const { mainPane } = await import("./pane");

const [LEFT, NEXT] = ["ses_left", "ses_next"] as [SessionId, SessionId];
const asideOf = (session_id: SessionId) =>
  ({ session: { id: `${session_id}_aside` }, state: "idle" }) as unknown as Aside;
const shown = () => beside.getState().shown?.session_id;
const listed = () => asides.getState().list.map(({ session }) => session.id);

async function answer(list: readonly Aside[]): Promise<void> {
  for (const give of answers.splice(0)) give(list);
  await vi.advanceTimersByTimeAsync(0);
}

/** Its messages are there. */
function draw(session_id: SessionId): void {
  mainPane.view.setState({ session_id, view: {} as never });
  expect(mainPane.drawn.getState()).toMatchObject({ session_id, left: false });
}

let ends: (() => void)[];
/** The aside of `LEFT` is open. */
beforeEach(async () => {
  vi.useFakeTimers();
  ends = [followMain(), followAsides()];
  draw(LEFT);
  await answer([asideOf(LEFT)]);
  expect(shown()).toBe("ses_left_aside");
});
afterEach(async () => {
  draw("ses_none" as SessionId);
  await answer([]);
  for (const end of ends) end();
  vi.useRealTimers();
});

it("[BR-4] the aside of the next session takes the place of the one that was left, also when main says late that it has one", async () => {
  const course: unknown[] = [];
  const stop = beside.subscribe(
    (now, before) => now.shown !== before.shown && course.push(now.shown?.session_id),
  );
  draw(NEXT);
  await vi.advanceTimersByTimeAsync(LONGEST_KEPT_MS - 1);
  expect([shown(), listed()]).toEqual(["ses_left_aside", ["ses_left_aside"]]);
  await answer([asideOf(NEXT)]);
  await vi.advanceTimersByTimeAsync(LONGEST_KEPT_MS);
  stop();
  expect(course).toEqual(["ses_next_aside"]);
  expect(listed()).toEqual(["ses_next_aside"]);
});

it("[BR-4] the column closes when main says that the next session has none, and when it does not say so in time", async () => {
  draw(NEXT);
  await answer([]);
  expect([shown(), listed()]).toEqual([undefined, []]);
  draw(LEFT);
  await answer([asideOf(LEFT)]);
  draw(NEXT);
  await vi.advanceTimersByTimeAsync(LONGEST_KEPT_MS);
  expect([shown(), listed()]).toEqual([undefined, []]);
});

it("[BR-4] a session to be has none, and nobody is asked", () => {
  mainPane.view.setState({ session_id: null, view: undefined });
  expect([shown(), listed()]).toEqual([undefined, []]);
});

it("[BR-3] [RW-3] what is read side by side stays beneath the aside of the next session; hidden turns do not", async () => {
  beside.setState({ covered: { kind: "session", session_id: "ses_read" as SessionId } });
  draw(NEXT);
  await answer([asideOf(NEXT)]);
  expect(beside.getState().covered?.session_id).toBe("ses_read");
  beside.setState({ covered: { kind: "timeline", session_id: NEXT, op_id: "op_1" as never } });
  draw(LEFT);
  await answer([asideOf(LEFT)]);
  expect(beside.getState().covered).toBeUndefined();
});
