/** Hides one message by an op of cause `retry` (DB-3). Such an op names no timeline: no marker offers to restore it. */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Connection } from "../database/connection";

interface Hidden {
  session_id: SessionId;
  message_id: MessageId;
  op_id: OpId;
  now: number;
}

/** The function runs inside a transaction of the caller. */
export function hider({ raw }: Pick<Connection, "raw">): (hidden: Hidden) => void {
  const insertOp = raw.prepare(
    `INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (@op_id, @session_id, 'retry', @now)`,
  );
  const insertHide = raw.prepare(
    `INSERT INTO chat_message_hides (message_id, op_id) VALUES (@message_id, @op_id)`,
  );
  const hide = raw.prepare(`UPDATE chat_messages SET hidden_at = @now WHERE id = @message_id`);
  return ({ session_id, message_id, op_id, now }) => {
    insertOp.run({ op_id, session_id, now });
    insertHide.run({ message_id, op_id });
    hide.run({ message_id, now });
  };
}
