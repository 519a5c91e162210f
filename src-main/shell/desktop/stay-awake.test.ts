import { expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionState } from "../../../src-preload/contract/domain/sessions";
import { StayAwake } from "./stay-awake";

function setUp() {
  const held = new Map<number, string>();
  let number = 0;
  const blocker = {
    // The first number is 0.
    start: (type: string) => {
      held.set(number, type);
      return number++;
    },
    stop: (id: number) => held.delete(id),
  };
  const settings = { keep_awake: true };
  const awake = new StayAwake(blocker, () => settings.keep_awake);
  const status = (session_id: string, state: SessionState) =>
    awake.take({ type: "status-changed", session_id: session_id as SessionId, status: { state } });
  return { awake, settings, status, held: () => [...held.values()] };
}

it("the computer stays awake while any session runs, and not while all of them wait", () => {
  const { status, held } = setUp();
  expect(held()).toEqual([]);
  status("ses_1", "busy");
  status("ses_2", "retrying");
  expect(held()).toEqual(["prevent-app-suspension"]);
  status("ses_1", "waiting");
  expect(held()).toEqual(["prevent-app-suspension"]);
  status("ses_2", "idle");
  expect(held()).toEqual([]);
  status("ses_1", "busy");
  expect(held()).toEqual(["prevent-app-suspension"]);
});

it("the setting counts at once, in the middle of an answer too", () => {
  const { awake, settings, status, held } = setUp();
  status("ses_1", "busy");
  settings.keep_awake = false;
  awake.take({ type: "settings-changed", problems: [] });
  expect(held()).toEqual([]);
  settings.keep_awake = true;
  awake.take({ type: "settings-changed", problems: [] });
  expect(held()).toEqual(["prevent-app-suspension"]);
});

it("nothing is held once the app quits", () => {
  const { awake, status, held } = setUp();
  status("ses_1", "busy");
  awake.end();
  status("ses_2", "busy");
  expect(held()).toEqual([]);
});
