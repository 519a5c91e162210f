/** Tells what hides a message: the op, and the summary that stands for what the op hides. */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { HidingOp, TimelineStore } from "../../core/ports/timeline-store";
import type { Connection } from "../database/connection";

/** The statements of this file, for the test that looks at their plans. */
export const HIDING_SQL = {
  /** The op of a rewind comes first: restoring its turns shows the message. */
  op: `SELECT o.id AS op_id, o.cause FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
    WHERE h.message_id = ? AND o.undone_at IS NULL ORDER BY o.cause = 'rewind' DESC, o.id DESC LIMIT 1`,
  isVisible: "SELECT hidden_at IS NULL FROM chat_messages WHERE id = ? AND session_id = ?",
  summary: `SELECT p.message_id FROM chat_timeline_ops o JOIN chat_parts p ON p.session_id = o.session_id
    WHERE o.id = ? AND p.type = 'data-compaction' AND p.data_json ->> '$.data.op_id' = o.id LIMIT 1`,
  isInForce: "SELECT 1 FROM chat_timeline_ops WHERE id = ? AND session_id = ? AND undone_at IS NULL",
  isSummary: "SELECT 1 FROM chat_parts WHERE message_id = ? AND type = 'data-compaction' LIMIT 1",
} as const;

export function hidingVerbs({
  raw,
}: Pick<Connection, "raw">): Pick<TimelineStore, "hiddenBy" | "isInForce" | "isSummary"> {
  const isVisible = raw.prepare<[MessageId, SessionId], 0 | 1>(HIDING_SQL.isVisible).pluck();
  const op = raw.prepare<[MessageId], Omit<HidingOp, "summary_id">>(HIDING_SQL.op);
  const summary = raw.prepare<[OpId], MessageId>(HIDING_SQL.summary).pluck();
  const isInForce = raw.prepare<[OpId, SessionId], 1>(HIDING_SQL.isInForce).pluck();
  const isSummary = raw.prepare<[MessageId], 1>(HIDING_SQL.isSummary).pluck();
  return {
    hiddenBy: (session_id, message_id) => {
      const visible = isVisible.get(message_id, session_id);
      if (visible !== 0) return visible === undefined ? undefined : null;
      const hiding = op.get(message_id);
      if (hiding === undefined) return null;
      const summary_id = hiding.cause === "compaction" ? summary.get(hiding.op_id) : undefined;
      return { ...hiding, ...(summary_id === undefined ? {} : { summary_id }) };
    },
    isInForce: (session_id, op_id) => isInForce.get(op_id, session_id) === 1,
    isSummary: (message_id) => isSummary.get(message_id) === 1,
  };
}
