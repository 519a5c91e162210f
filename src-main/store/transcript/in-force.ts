/** SQL that says which ops hide a message now. */

/** The ops in force that hide the row of `chat_messages`, as `o`. */
export const IN_FORCE = `SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
  WHERE h.message_id = chat_messages.id AND o.undone_at IS NULL`;

/** No rewind hides the message: it belongs to the visible timeline, though a summary may stand for it, or it was taken out (RW-8). */
export const OF_TIMELINE = `NOT EXISTS (${IN_FORCE} AND o.cause = 'rewind')`;

/** The op `x` hides a timeline that can be shown again: the place where it parted is of the visible one. */
export const CAN_RETURN = `x.cause = 'rewind' AND x.undone_at IS NULL AND EXISTS (SELECT 1 FROM chat_timeline_forks f
  WHERE f.op_id = x.id AND f.turns > 0
    AND (f.after_id IS NULL OR EXISTS (SELECT 1 FROM chat_messages WHERE id = f.after_id AND ${OF_TIMELINE})))`;
