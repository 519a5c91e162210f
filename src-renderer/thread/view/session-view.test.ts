import { expect, it, vi } from "vitest";
import type { FeedPacket } from "../../../src-preload/contract/domain/feed";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
// The window fetches this when it first attaches: that is no wait for the test.
import "./attachment";
import { ShownSession } from "./session-view";

const { attach } = vi.hoisted(() => ({ attach: vi.fn() }));
vi.mock("../../platform/bridge", () => ({
  attach,
  call: async () => [],
  toErrorInfo: (error: Error) => ({ code: "INTERNAL", message: error.message }),
}));

const A = "ses_a" as SessionId;

it("[LY-4] a session that is not there is asked for again when it is opened, any other until it comes", async () => {
  const listeners: { packet(packet: FeedPacket): Promise<void> }[] = [];
  attach.mockImplementation((_id, listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  const fail = (code: "INTERNAL" | "SESSION_NOT_FOUND") =>
    listeners.at(-1)?.packet({ type: "failed", seq: 1, error: { code, message: "no" } });
  const shown = new ShownSession();
  await shown.open(A);
  await vi.waitFor(() => expect(listeners).toHaveLength(1));
  vi.useFakeTimers();
  await fail("INTERNAL");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listeners).toHaveLength(2);
  await fail("SESSION_NOT_FOUND");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listeners).toHaveLength(2);
  expect(shown.store.getState().failure?.code).toBe("SESSION_NOT_FOUND");
  vi.useRealTimers();
  await shown.open(A);
  await vi.waitFor(() => expect(listeners).toHaveLength(3));
  expect(shown.store.getState().failure).toBeUndefined();
});
