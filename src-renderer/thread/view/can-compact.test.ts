import { expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { refusalToCompact } from "./can-compact";
import { MessageCell } from "./message-cell";

const said = (role: StoredMessage["role"], at: number): MessageCell =>
  new MessageCell({
    id: `msg_${at}` as MessageId,
    session_id: "ses_1" as SessionId,
    role,
    metadata: {},
    parts: [],
    created_at: 0,
  });
const turns = (count: number) =>
  Array.from({ length: count }, (_, at) => [said("user", 2 * at), said("assistant", 2 * at + 1)]).flat();
const state = (count: number) => ({
  status: { state: "idle" as const },
  timeline: undefined,
  cells: turns(count),
  more: false,
  whole: undefined,
});

it("[CP-2] a conversation can be summarised from its second turn on, at rest", () => {
  expect([0, 1, 2].map((count) => refusalToCompact(state(count)))).toEqual(["short", "short", undefined]);
  expect(refusalToCompact({ ...state(1), more: true })).toBeUndefined();
  expect(refusalToCompact({ ...state(2), status: { state: "error" } })).toBeUndefined();
  for (const busy of ["busy", "retrying", "waiting"] as const)
    expect(refusalToCompact({ ...state(2), status: { state: busy } })).toBe("busy");
});

it("[CP-2, BR-3] turns that are folded away count", () => {
  const whole = { cells: turns(2), more: false };
  expect(refusalToCompact({ ...state(0), whole })).toBeUndefined();
  expect(refusalToCompact({ ...state(0), whole: { cells: turns(1), more: true } })).toBeUndefined();
  expect(refusalToCompact({ ...state(0), whole: { cells: turns(1), more: false } })).toBe("short");
});

it("[CP-2] turns that are only read are not summarised", () => {
  const timeline = { session_id: "ses_1" as SessionId, summary_id: "msg_1" as MessageId, turns: 1 };
  expect(refusalToCompact({ ...state(2), timeline })).toBe("busy");
});
