/** A running turn: its frames (SV-2), its end in one transaction (SV-6), a retry in its place (RN-7). */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../../core/braid-error";
import type { FrameWrite, TranscriptStore, TurnEnd } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import type { FrameRows } from "./frames";
import { createRollups, type Rollups } from "./rollups";

type TurnVerbs = Pick<TranscriptStore, "commitFrame" | "endTurn" | "retryTurn">;

export function turnVerbs(connection: Connection, writer: FrameRows): TurnVerbs {
  const rollups = createRollups(connection);
  const settle = settler(connection, writer);
  const hide = hider(connection);
  const commit = <T>(frames: readonly FrameWrite[], work: () => T): T =>
    frames.some((frame) => frame.durable) ? connection.writeSynced(work) : connection.write(work);
  return {
    commitFrame: (frame) => commit([frame], () => writer.write(frame)),
    endTurn: (end) => commit([end.frame], () => endTurn(end, settle, rollups)),
    retryTurn: ({ end, op_id, next }) =>
      commit([end.frame, next], () => {
        settle(end);
        hide(op_id, end.frame);
        // Recomputed before the next message is written: its usage so far is added when it ends.
        rollups.recompute(end.frame.session_id, next.now);
        writer.write(next);
      }),
  };
}

function endTurn(end: TurnEnd, settle: (end: TurnEnd) => boolean, rollups: Rollups): void {
  const { session_id, now } = end.frame;
  if (settle(end)) rollups.add(session_id, end.metadata, now);
}

/** Writes the last frame and the final metadata. Writes nothing and returns false where the turn has ended before (decision 5). */
function settler({ raw }: Connection, writer: FrameRows): (end: TurnEnd) => boolean {
  const finish = raw.prepare<[string, number, MessageId]>(
    `UPDATE chat_messages SET metadata_json = ?, updated_at = ? WHERE id = ?`,
  );
  return ({ frame, metadata }) => {
    const { message_id, now } = frame;
    if (writer.hasEnded(message_id)) return false;
    writer.write(frame);
    writer.foldDeltas(message_id, now);
    const { changes } = finish.run(JSON.stringify(metadata), now, message_id);
    if (changes === 0) throw new BraidError("MESSAGE_NOT_FOUND", `There is no message ${message_id} to end.`);
    return true;
  };
}

/** DB-3: hides a message by a row of its own. */
function hider({
  raw,
}: Connection): (op_id: OpId, hidden: { session_id: SessionId; message_id: MessageId; now: number }) => void {
  const insertOp = raw.prepare(
    `INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (@op_id, @session_id, 'retry', @now)`,
  );
  const insertHide = raw.prepare(
    `INSERT INTO chat_message_hides (message_id, op_id) VALUES (@message_id, @op_id)`,
  );
  const hide = raw.prepare(`UPDATE chat_messages SET hidden_at = @now WHERE id = @message_id`);
  return (op_id, { session_id, message_id, now }) => {
    insertOp.run({ op_id, session_id, now });
    insertHide.run({ message_id, op_id });
    hide.run({ message_id, now });
  };
}
