import { expect, it, vi } from "vitest";
import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { Emitter } from "../emitter";
import type { TurnEvent } from "../run/turn-events";
import { BackgroundRuns } from "./background-runs";

const ONE = "ses_one" as SessionId;
const TWO = "ses_two" as SessionId;
const HELPER = "ses_helper" as SessionId;

function setUp() {
  const events = new Emitter<CoreEvent>();
  const turnEvents = new Emitter<TurnEvent>();
  const told: SessionId[] = [];
  events.on((event) => {
    if (event.type === "background-runs-changed") told.push(event.session_id);
  });
  const clock = { now: () => 7 };
  const runs = new BackgroundRuns(clock, events, turnEvents, (id) => id === HELPER);
  const start = (session_id: SessionId, command = "serve") => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stop = vi.fn(() => end());
    return { id: runs.add({ session_id, command, stop, ended }), stop, end: () => end() };
  };
  const endTurn = (session_id: SessionId, ending: "well" | "stopped") =>
    turnEvents.emit({ type: "ended", session_id, ending });
  return { runs, events, told, start, endTurn };
}

it("lists what runs in a session, and tells when one begins and ends", async () => {
  const { runs, told, start } = setUp();
  const server = start(ONE, "npm run dev");
  start(TWO);
  expect(runs.list(ONE)).toEqual([{ id: server.id, command: "npm run dev", started_at: 7 }]);
  expect(told).toEqual([ONE, TWO]);
  server.end();
  await expect.poll(() => told).toEqual([ONE, TWO, ONE]);
  expect(runs.list(ONE)).toEqual([]);
});

it("stops one of a session, and none of another one by its id", async () => {
  const { runs, start } = setUp();
  const [mine, other] = [start(ONE), start(TWO)];
  await runs.stop(ONE, other.id);
  expect(other.stop).not.toHaveBeenCalled();
  await runs.stop(ONE, mine.id);
  expect(mine.stop).toHaveBeenCalledOnce();
  expect([runs.list(ONE), runs.list(TWO).length]).toEqual([[], 1]);
});

it("[Z-3] what a stopped answer has started is stopped, what was there before runs on", () => {
  const { start, endTurn } = setUp();
  const early = start(ONE);
  endTurn(ONE, "well");
  const late = start(ONE);
  endTurn(ONE, "stopped");
  expect(early.stop).not.toHaveBeenCalled();
  expect(late.stop).toHaveBeenCalledOnce();
});

it("[AG-2] what a helper has started ends with its work", () => {
  const { start, endTurn } = setUp();
  const server = start(HELPER);
  endTurn(HELPER, "well");
  expect(server.stop).toHaveBeenCalledOnce();
});

it("a session in the trash runs nothing, and Braid's end ends all", async () => {
  const { runs, events, start } = setUp();
  const [one, two] = [start(ONE), start(TWO)];
  events.emit({ type: "sessions-removed", session_ids: [ONE] });
  expect([one.stop.mock.calls.length, two.stop.mock.calls.length]).toEqual([1, 0]);
  await runs.close();
  expect(two.stop).toHaveBeenCalledOnce();
});

it("refuses the ninth at once, in words for the model", () => {
  const { start } = setUp();
  for (let at = 0; at < 8; at++) start(ONE);
  expect(() => start(ONE)).toThrow("8 commands run in the background of this session already.");
  expect(start(TWO).id).toBe("b9");
});
