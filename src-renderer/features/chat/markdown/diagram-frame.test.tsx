import { beforeEach, describe, expect, it, vi } from "vitest";
import "../../../platform/language/rest-words";
import { DiagramFrame } from "./diagram-frame";
import { BUDGET } from "./diagram-page/budget";

const page = vi.hoisted(() => {
  class Place extends EventTarget {
    style = { color: "" };
    contentWindow: object | null = null;
    remove = () => undefined;
    append = () => undefined;
  }
  const frame = new Place();
  const now = { drawing: {} as unknown, leave: (): void => undefined };
  const matchMedia = () => Object.assign(new EventTarget(), { matches: false });
  const later = (run: () => void, ms: number) => setTimeout(run, ms);
  const window = Object.assign(new EventTarget(), {
    matchMedia,
    setTimeout: later,
    clearTimeout,
    braid: { boot: { font_size: 14 } },
  });
  vi.stubGlobal("window", window);
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("getComputedStyle", ({ style }: Place) => style);
  vi.stubGlobal("document", { documentElement: {}, body: new Place(), createElement: () => new Place() });
  return { frame, now, window };
});

// The component is called as a function, without a page: what it keeps is in `now`.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  useRef: () => ({ current: page.frame }),
  useState: (first: unknown) => {
    page.now.drawing = first;
    const set = (next: unknown) => {
      page.now.drawing = next;
    };
    return [first, set];
  },
  useEffect: (run: () => (() => void) | undefined) => {
    const leave = run();
    if (leave) page.now.leave = leave;
  },
}));

/** The frame has another page, or none. */
const load = () => {
  const asked: number[] = [];
  const inside = { asked, postMessage: ({ turn }: { turn: number }) => void asked.push(turn) };
  page.frame.contentWindow = inside;
  return inside;
};
const tell = (source: object | null, data: object) =>
  page.window.dispatchEvent(Object.assign(new Event("message"), { source, data }));

describe("the window and the frame of a diagram", () => {
  beforeEach(() => {
    page.now.leave();
    page.frame.contentWindow = null;
  });
  const show = () => DiagramFrame({ source: "graph TD", budget: BUDGET, onNotDrawn: () => undefined });

  it("asks again once the page is loaded, which says no word of its own", () => {
    const inside = load();
    show();
    page.frame.dispatchEvent(new Event("load"));
    const [lost = 0, turn] = inside.asked;
    expect(turn).toBe(lost + 1);
    tell(inside, { type: "drawn", turn, height: 100 });
    expect(page.now.drawing).toEqual({ state: "drawn", height: 100 });
  });

  it("asks the page that took another one's place, and hears only that one", () => {
    const before = load();
    show();
    const inside = load();
    page.frame.dispatchEvent(new Event("load"));
    const [turn] = inside.asked;
    for (const other of [before, null, {}]) tell(other, { type: "failed", turn });
    expect(page.now.drawing).toEqual({ state: "drawing" });
    tell(inside, { type: "drawn", turn, height: 100 });
    expect(page.now.drawing).toEqual({ state: "drawn", height: 100 });
  });

  it("has a limit of time also where the frame has no page", () => {
    vi.useFakeTimers();
    show();
    vi.advanceTimersByTime(BUDGET.ms);
    vi.useRealTimers();
    expect(page.now.drawing).toEqual({ state: "late" });
  });

  it("asks no longer once it is left", () => {
    const inside = load();
    show();
    page.now.leave();
    page.frame.dispatchEvent(new Event("load"));
    expect(inside.asked).toHaveLength(1);
  });
});
