import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { DrawnView, LONGEST_KEPT_MS } from "./drawn-view";

interface State {
  session_id: string | null | undefined;
  timeline: string | undefined;
  view: string | undefined;
  cells: readonly string[];
  failure: string | undefined;
  draft?: string;
}

const EMPTY = { timeline: undefined, view: undefined, cells: [], failure: undefined };
const opened = (session_id: string): State => ({ ...EMPTY, session_id });
const there = (session_id: string): State => ({ ...opened(session_id), view: session_id, cells: ["a"] });

function drawnOf(first: State) {
  const shown = createStore<State>(() => first);
  const { store } = new DrawnView(shown);
  const drawn = () => {
    const { session_id, cells, left } = store.getState();
    return `${session_id} ${cells.length}${left ? " left" : ""}`;
  };
  return { show: (state: Partial<State>) => shown.setState(state), drawn, store };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what is on the page", () => {
  it("is what is shown, as long as that is there", () => {
    const { show, drawn } = drawnOf({ ...EMPTY, session_id: undefined });
    show(there("one"));
    expect(drawn()).toBe("one 1");
    show({ cells: ["a", "b"] });
    expect(drawn()).toBe("one 2");
  });

  it("stays until the next session is there, and cannot be used meanwhile", () => {
    const { show, drawn } = drawnOf(there("one"));
    show(opened("two"));
    expect(drawn()).toBe("one 1 left");
    show({ draft: "words" });
    expect(drawn()).toBe("one 1 left");
    show(there("two"));
    expect(drawn()).toBe("two 1");
    // The wait is over: nothing happens when it would have ended.
    show({ cells: [] });
    vi.advanceTimersByTime(LONGEST_KEPT_MS);
    expect(drawn()).toBe("two 0");
  });

  it("stays no longer than is good, however many sessions are turned to meanwhile", () => {
    const { show, drawn } = drawnOf(there("one"));
    show(opened("two"));
    vi.advanceTimersByTime(LONGEST_KEPT_MS - 1);
    show(opened("three"));
    expect(drawn()).toBe("one 1 left");
    vi.advanceTimersByTime(1);
    expect(drawn()).toBe("three 0");
    // Nothing is drawn that could stay.
    show(opened("four"));
    expect(drawn()).toBe("four 0");
  });

  it("is a session without messages as soon as that is known", () => {
    const { show, drawn } = drawnOf(there("one"));
    show(opened("two"));
    show({ view: "two" });
    expect(drawn()).toBe("two 0");
  });

  it("is the reason why a session cannot be shown", () => {
    const { show, drawn, store } = drawnOf(there("one"));
    show(opened("two"));
    show({ failure: "It is gone." });
    expect(drawn()).toBe("two 0");
    expect(store.getState().failure).toBe("It is gone.");
  });

  it.each([null, undefined])("waits for nothing where no session is (%s)", (session_id) => {
    const { show, drawn } = drawnOf(there("one"));
    show({ ...EMPTY, session_id });
    expect(drawn()).toBe(`${session_id} 0`);
  });

  it("waits for the messages of a hidden timeline, which has nothing else", () => {
    const { show, drawn } = drawnOf(there("one"));
    show({ ...EMPTY, session_id: undefined, timeline: "op" });
    expect(drawn()).toBe("one 1 left");
    show({ cells: ["a", "b"] });
    expect(drawn()).toBe("undefined 2");
  });

  it("is changed before anybody else is told", () => {
    const shown = createStore<State>(() => there("one"));
    const { store } = new DrawnView(shown);
    const found: unknown[] = [];
    shown.subscribe(() => found.push(store.getState().session_id));
    shown.setState(there("two"));
    expect(found).toEqual(["two"]);
  });
});
