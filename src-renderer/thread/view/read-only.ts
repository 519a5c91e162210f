/** Messages that are only read: turns hidden by a rewind (RW-3), or those that a summary stands for (CP-7). */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage } from "../../../src-preload/contract/domain/messages";
import { call } from "../../platform/bridge";

export interface HiddenTimeline {
  session_id: SessionId;
  op_id: OpId;
}

export interface SummarisedTurns {
  session_id: SessionId;
  /** The message of the summary. */
  summary_id: MessageId;
  /** The turns that it stands for, those of earlier summaries included. */
  turns: number;
}

export type ReadOnly = HiddenTimeline | SummarisedTurns;

/** Reads the last `limit` messages before `before`, or of all; or their outlines. @throws CallError */
export function readOnlyPage(
  read: ReadOnly,
  page: { before?: MessageId; limit: number; outline?: true },
): Promise<MessagePage> {
  if ("op_id" in read) return call("timeline.read", { ...read, ...page });
  return call("compaction.turns", { session_id: read.session_id, message_id: read.summary_id, ...page });
}
