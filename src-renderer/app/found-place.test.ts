import { expect, it } from "vitest";
import type { OpId, SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { HiddenIn, MessagePlace } from "../../src-preload/contract/domain/timeline";
import { foundPlace } from "./found-place";

const MAIN = "ses_main" as SessionId;
const op_id = "op_1" as OpId;
const summary = { id: "msg_summary" } as StoredMessage;
const turns: HiddenIn = { is: "turns", op_id };
const summarised: HiddenIn = { is: "summarised", op_id, summary };
const unmarked = (cause: "rewind" | "retry" | "compaction"): HiddenIn => ({ is: "unmarked", op_id, cause });

it.each<[string, MessagePlace, ReturnType<typeof foundPlace>]>([
  ["is visible", {}, { in: "main" }],
  ["was summarised", { hidden: summarised }, { in: "summary", summary }],
  ["was gone back from", { hidden: turns }, { in: "hidden", hidden: { op_id, of: "marked" } }],
  [
    "was gone back from in turns that are hidden themselves",
    { hidden: unmarked("rewind") },
    { in: "hidden", hidden: { op_id, of: "turns" } },
  ],
  [
    "is an attempt that failed",
    { hidden: unmarked("retry") },
    { in: "hidden", hidden: { op_id, of: "attempt" } },
  ],
  [
    "was summarised, and the summary is lost",
    { hidden: unmarked("compaction") },
    { in: "hidden", hidden: { op_id, of: "summarised" } },
  ],
  ["is the summary in force", { summary }, { in: "summary-words", summary }],
  ["is the summary before that one", { summary, hidden: summarised }, { in: "summary-words", summary }],
  [
    "is a summary that was taken back",
    { summary, hidden: unmarked("retry") },
    { in: "hidden", hidden: { op_id, of: "attempt" } },
  ],
  ["is in a sidecar", { sidecar_of: MAIN }, { in: "sidecar", main_id: MAIN }],
  [
    "was summarised in a sidecar",
    { sidecar_of: MAIN, hidden: summarised },
    { in: "sidecar", main_id: MAIN, hidden: { op_id, of: "summarised" } },
  ],
  [
    "is the summary of a sidecar, which stands in its conversation",
    { sidecar_of: MAIN, summary },
    { in: "sidecar", main_id: MAIN },
  ],
  ["is in the trash", { in_trash: MAIN }, { in: "trash", session_id: MAIN }],
])("[SE-5a] a message that %s", (_, place, expected) => {
  expect(foundPlace(place)).toEqual(expected);
});
