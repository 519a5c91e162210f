/** Stop, held to its time (AB-1). */
import { expect, vi } from "vitest";
import { ownTime } from "../fixtures/own-time";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { holdTimers } from "./clock";
import type { Slice, Watcher } from "./slice";

const SOON_MS = 250;

/**
 * Presses Stop and holds the core to its 250 ms by the wall clock: session at rest, the model's connection closed by us. Only the time in
 * which another process had the core does not count. A core that waited for a timer would not end at all: none goes off.
 */
export async function stopSoon(
  { service }: Pick<Slice, "service">,
  watcher: Watcher,
  request?: () => Promise<RecordedRequest | undefined>,
): Promise<void> {
  const { session_id } = watcher;
  const before = ownTime();
  holdTimers();
  try {
    service.turns.abort({ session_id });
    await watcher.rest();
    expect(service.sessions.status({ session_id })).toEqual({ state: "idle" });
    if (request !== undefined) expect((await (await request())?.closed)?.by).toBe("client");
  } finally {
    vi.useRealTimers();
  }
  expect(ownTime() - before).toBeLessThan(SOON_MS);
}
