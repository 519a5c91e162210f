import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterFrame } from "./first-frame";

/** Frames come when they are let. */
let frames: (() => void)[];
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  hidden = false;
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (at: number) => {
    if (at > 0) frames[at - 1] = () => undefined;
  });
  vi.stubGlobal("document", {
    get hidden() {
      return hidden;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("after a frame", () => {
  it("is when it has been drawn, once, and leaves no timer", () => {
    const called = vi.fn();
    afterFrame(called);
    vi.advanceTimersByTime(500);
    expect(called).not.toHaveBeenCalled();
    frames[0]?.();
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(called).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is soon where the frame is lost, and not again where it comes after all", () => {
    const called = vi.fn();
    afterFrame(called);
    vi.advanceTimersByTime(1000);
    expect(called).toHaveBeenCalledOnce();
    frames[0]?.();
    vi.runAllTimers();
    expect(called).toHaveBeenCalledOnce();
  });

  it("is at once in a window that is not seen", () => {
    hidden = true;
    const called = vi.fn();
    afterFrame(called);
    vi.advanceTimersByTime(0);
    expect(called).toHaveBeenCalledOnce();
    expect(frames).toEqual([]);
  });

  it("is never for who has stopped waiting", () => {
    const called = vi.fn();
    afterFrame(called)();
    frames[0]?.();
    vi.runAllTimers();
    expect(called).not.toHaveBeenCalled();
  });
});
