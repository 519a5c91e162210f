/** Writes one frame of a running turn as rows (SV-2): a growing part costs one insert, which touches no saved text (SV-3). */

import type { MessageId, PartId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../../core/braid-error";
import type { FrameWrite, PartWrite } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { partColumns, TAIL, toPart } from "../database/rows";

/** Each method runs inside a transaction of the caller. */
export interface FrameRows {
  write(frame: FrameWrite): void;
  foldDeltas(message_id: MessageId, now: number): void;
  hasEnded(message_id: MessageId): boolean;
}

export function frameRows({ raw }: Connection): FrameRows {
  const rows = statements(raw);
  const hasEnded = (message_id: MessageId): boolean => rows.ended.get(message_id) === 1;

  const update = (id: PartId, part: BraidPart, settled: boolean, now: number): void => {
    const { changes } = rows.updatePart.run({ id, ...partColumns(part), now });
    if (changes === 0) throw new BraidError("INTERNAL", `There is no part ${id} to update.`);
    if (settled) rows.dropDeltas.run(id);
  };
  const writePart = ({ session_id, message_id, now }: FrameWrite, write: PartWrite): void => {
    switch (write.kind) {
      case "insert": {
        // Triggers refuse changes of an ended message, but not an additional part (DB-11).
        if (hasEnded(message_id)) throw new BraidError("INTERNAL", `The message ${message_id} has ended.`);
        const { id, index } = write;
        rows.insertPart.run({ id, message_id, session_id, index, ...partColumns(write.part), now });
        return;
      }
      case "append":
        rows.appendDelta.run(write.id, write.seq, JSON.stringify(write.delta));
        return;
      case "update":
        update(write.id, write.part, write.settled, now);
    }
  };
  return {
    hasEnded,
    write: (frame) => {
      const { message_id, session_id, start, metadata, now } = frame;
      if (start !== undefined) {
        rows.insertMessage.run({
          message_id,
          session_id,
          metadata_json: JSON.stringify(start.metadata),
          now,
        });
      }
      if (metadata !== undefined) rows.replaceMetadata.run(JSON.stringify(metadata), now, message_id);
      for (const part of frame.parts) writePart(frame, part);
    },
    foldDeltas: (message_id, now) => {
      for (const row of rows.growing.all(message_id)) update(row.id, toPart(row), true, now);
    },
  };
}

function statements(raw: Connection["raw"]) {
  return {
    insertMessage: raw.prepare(
      `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
       VALUES (@message_id, @session_id, 'assistant', @metadata_json, @now, @now)`,
    ),
    replaceMetadata: raw.prepare<[string, number, MessageId]>(
      `UPDATE chat_messages SET metadata_json = ?, updated_at = ? WHERE id = ?`,
    ),
    ended: raw
      .prepare<[MessageId], number>(
        `SELECT json_extract(metadata_json, '$.finish_reason') IS NOT NULL FROM chat_messages WHERE id = ?`,
      )
      .pluck(),
    insertPart: raw.prepare(
      `INSERT INTO chat_parts
         (id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at, updated_at)
       VALUES (@id, @message_id, @session_id, @index, @type, @data_json, @tool_call_id, @tool_state, @now, @now)`,
    ),
    appendDelta: raw.prepare<[PartId, number, string]>(
      `INSERT INTO chat_deltas (part_id, seq, delta_json) VALUES (?, ?, ?)`,
    ),
    updatePart: raw.prepare(
      `UPDATE chat_parts
       SET type = @type, data_json = @data_json, tool_call_id = @tool_call_id, tool_state = @tool_state, updated_at = @now
       WHERE id = @id`,
    ),
    dropDeltas: raw.prepare<[PartId]>(`DELETE FROM chat_deltas WHERE part_id = ?`),
    growing: raw.prepare<[MessageId], { id: PartId; data_json: string; tail: string }>(
      `SELECT id, data_json, ${TAIL} AS tail FROM chat_parts WHERE message_id = ? AND tail IS NOT NULL`,
    ),
  };
}
