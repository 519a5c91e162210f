import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FeedEvent } from "../../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import type { ToolResult } from "../../../src-preload/contract/domain/tools";
import { ProgressOfHelper } from "./helper-progress";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session_id = "ses_0123456789abcdABCDEFGHIJKL" as SessionId;
const event = (chunk: Chunk): FeedEvent => ({
  type: "chunks",
  message_id: "msg_0123456789abcdABCDEFGHIJKL" as MessageId,
  chunks: [chunk],
});
const step = event({ type: "start-step" });

it("[AG-2] tells how far a helper is at most four times a second, and at last the newest", () => {
  const told: ToolResult[] = [];
  const progress = new ProgressOfHelper(session_id, "explore", (result) => told.push(result));
  expect(told).toMatchObject([{ session_id, helper: { agent: "explore", steps: 0 } }]);
  for (let ms = 0; ms < 1000; ms += 10) {
    progress.take(step);
    progress.take(event({ type: "text-delta", id: "1", delta: "words" }));
    vi.advanceTimersByTime(10);
  }
  expect(told.length).toBeLessThanOrEqual(5);
  progress.take(event({ type: "tool-input-start", toolCallId: "1", toolName: "grep" }));
  vi.advanceTimersByTime(250);
  expect(told.at(-1)).toEqual({
    text: "The helper is at step 100: grep.",
    session_id,
    helper: { agent: "explore", steps: 100, tool: "grep" },
  });
  const before = told.length;
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(before);
  progress.take(step);
  progress.take(step);
  progress.end();
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(before + 1);
});

it("[ST-1] tells at once that it waits for its user", () => {
  const told: ToolResult[] = [];
  const progress = new ProgressOfHelper(session_id, "explore", (result) => told.push(result));
  progress.take(step);
  progress.setWaiting(true);
  expect(told.at(-1)?.helper).toEqual({ agent: "explore", steps: 1, waiting: true });
  progress.setWaiting(false);
  expect(told.at(-1)?.helper).toEqual({ agent: "explore", steps: 1 });
  progress.end();
});
