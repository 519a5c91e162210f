/** Decides where a message is read that a search, a label or a link leads to. Pure. */
import type { OpId, SessionId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { HiddenIn, MessagePlace } from "../../src-preload/contract/domain/timeline";
import type { Unmarked } from "../features/side-panel/panel-state";

/** Turns that a rewind hid, beside the shown ones; or hidden messages that no marker leads to. */
export type HiddenPlace = { op_id: OpId; of: "marked" | Unmarked };

export type FoundPlace =
  /** The row of a session in the trash. */
  | { in: "trash"; session_id: SessionId }
  /** The main thread itself. */
  | { in: "main" }
  /** The turns of a summary, beside the main thread. */
  | { in: "summary"; summary: StoredMessage }
  /** The words of a summary itself. */
  | { in: "summary-words"; summary: StoredMessage }
  /** Hidden messages beside the main thread. */
  | { in: "hidden"; hidden: HiddenPlace }
  /** A sidecar, or hidden messages of it over the main thread. */
  | { in: "sidecar"; main_id: SessionId; hidden?: HiddenPlace };

export function foundPlace({ in_trash, sidecar_of, hidden, summary }: MessagePlace): FoundPlace {
  if (in_trash !== undefined) return { in: "trash", session_id: in_trash };
  if (sidecar_of !== undefined)
    return {
      in: "sidecar",
      main_id: sidecar_of,
      ...(hidden === undefined ? {} : { hidden: hiddenPlace(hidden) }),
    };
  // A summary that is not in force any more is one of the hidden messages.
  if (summary !== undefined && (hidden === undefined || hidden.is === "summarised"))
    return { in: "summary-words", summary };
  if (hidden === undefined) return { in: "main" };
  if (hidden.is === "summarised") return { in: "summary", summary: hidden.summary };
  return { in: "hidden", hidden: hiddenPlace(hidden) };
}

function hiddenPlace(hidden: HiddenIn): HiddenPlace {
  const { op_id } = hidden;
  if (hidden.is === "turns") return { op_id, of: "marked" };
  if (hidden.is === "summarised") return { op_id, of: "summarised" };
  return { op_id, of: UNMARKED[hidden.cause] };
}

const UNMARKED = { rewind: "turns", retry: "attempt", compaction: "summarised" } as const;
