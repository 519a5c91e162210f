import { expect, it, vi } from "vitest";
import { leaveQuestion } from "./leave-question";

function pressed(key: string, isComposing = false) {
  const preventDefault = vi.fn();
  const focusComposer = vi.fn();
  leaveQuestion({ key, preventDefault, nativeEvent: { isComposing } }, { focusComposer });
  return [preventDefault.mock.calls.length, focusComposer.mock.calls.length];
}

it("Escape goes from anywhere in a question to the composer, and does not stop the answer", () => {
  expect(pressed("Escape")).toEqual([1, 1]);
  expect(pressed("Enter")).toEqual([0, 0]);
  expect(pressed("Escape", true)).toEqual([0, 0]);
});
