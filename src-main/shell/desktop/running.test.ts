import { expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionState } from "../../../src-preload/contract/domain/sessions";
import { RunningSessions } from "./running";

const asker = "ses_1" as SessionId;
const helper = "ses_2" as SessionId;

function setUp() {
  const running = new RunningSessions((id) => (id === helper ? asker : undefined));
  const status = (session_id: SessionId, state: SessionState) =>
    running.take({ type: "status-changed", session_id, status: { state } });
  return { running, status };
}

it("a helper is none of the running sessions while its asker runs", () => {
  const { running, status } = setUp();
  status(asker, "busy");
  status(helper, "busy");
  expect(running.ids).toEqual([asker]);
  // The asker waits with another of its helpers: this one would be cut without a word.
  status(asker, "waiting");
  expect(running.ids).toEqual([helper]);
});

it("the app is at rest when no helper runs any more either", async () => {
  const { running, status } = setUp();
  const rested = new Promise<void>((resolve) => running.whenIdle(resolve));
  let isRested = false;
  void rested.then(() => {
    isRested = true;
  });
  status(asker, "busy");
  status(helper, "busy");
  status(asker, "idle");
  await new Promise(setImmediate);
  expect([running.isIdle, isRested]).toEqual([false, false]);
  status(helper, "idle");
  await rested;
  expect(running.isIdle).toBe(true);
});
