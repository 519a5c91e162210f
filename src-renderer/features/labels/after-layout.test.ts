import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterLayout } from "./after-layout";

let tell: () => void = () => undefined;
const watched = new Set<unknown>();

/** Tells of new elements when the test lays out. */
class Observer {
  constructor(told: () => void) {
    tell = () => watched.size > 0 && told();
  }
  observe(element: unknown) {
    watched.add(element);
  }
  disconnect() {
    watched.clear();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("ResizeObserver", Observer);
  watched.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const elements = [{}] as unknown as Element[];

it("[SE-11d] looks once in a pause, however many frames change a size, and always after a layout", () => {
  const look = vi.fn();
  const stop = afterLayout(elements, look);
  expect(look).not.toHaveBeenCalled();
  tell();
  expect(look).toHaveBeenCalledTimes(1);
  // Two seconds of frames.
  for (let frame = 0; frame < 120; frame++) {
    vi.advanceTimersByTime(1000 / 60);
    tell();
  }
  expect(look.mock.calls.length).toBeLessThanOrEqual(5);
  stop();
});

it("[SE-11d] sees the last size, and nothing after its end", () => {
  const look = vi.fn();
  const stop = afterLayout(elements, look);
  tell();
  tell();
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(look, "no look outside of a layout").toHaveBeenCalledTimes(1);
  tell();
  expect(look).toHaveBeenCalledTimes(2);
  tell();
  stop();
  vi.advanceTimersByTime(5000);
  tell();
  expect(look).toHaveBeenCalledTimes(2);
});
