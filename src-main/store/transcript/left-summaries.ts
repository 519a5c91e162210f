/**
 * Summaries of turns that were left, as rows (RW-8). Such a summary is a message like others. It is taken out by an op of cause `retry`, and
 * goes on to leave and to return with its timeline, so that undoing never shows it in another one. For the same reason it stays the place
 * where timelines part behind it: a window is told the message before it instead.
 */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../../core/braid-error";
import type { LeftSummaryStore, NewLeftSummary } from "../../core/ports/left-summary-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { partColumns } from "../database/rows";
import { hider } from "./hider";
import { IN_FORCE } from "./in-force";
import { createRollups } from "./rollups";
import { insertUndo, markUndone } from "./undo";

/** Summaries of the visible timeline that were taken out, and nothing else hides them. */
const TAKEN_OUT = `chat_timeline_ops t JOIN chat_message_hides h ON h.op_id = t.id
    JOIN chat_parts p ON p.message_id = h.message_id AND p."index" = 0
    WHERE t.session_id = @session_id AND t.cause = 'retry' AND t.undone_at IS NULL AND p.type = 'data-left-summary'
      AND h.message_id > @after AND h.message_id <= @through
      AND NOT EXISTS (SELECT 1 FROM chat_message_hides x JOIN chat_timeline_ops o ON o.id = x.op_id
        WHERE x.message_id = h.message_id AND o.undone_at IS NULL AND o.id <> t.id)`;

/** The statements of this file, for the test that looks at their plans. */
export const LEFT_SUMMARY_SQL = {
  isShown: `SELECT 1 FROM chat_messages m JOIN chat_parts p ON p.message_id = m.id
    WHERE m.id = @message_id AND m.session_id = @session_id AND m.hidden_at IS NULL AND p.type = 'data-left-summary'`,
  show: `UPDATE chat_messages SET hidden_at = NULL
    WHERE id IN (SELECT message_id FROM chat_message_hides WHERE op_id = @op_id) AND NOT EXISTS (${IN_FORCE})`,
  takenOut: `INSERT OR IGNORE INTO chat_message_hides (message_id, op_id) SELECT h.message_id, @op_id FROM ${TAKEN_OUT}`,
  lastTakenOut: `SELECT max(h.message_id) FROM ${TAKEN_OUT}`,
} as const;

/** A stretch of the visible timeline. */
interface Stretch {
  session_id: SessionId;
  after: string;
  through: string;
}

/** Hides summaries that were taken out by the op that hides the messages around them. Runs inside a transaction of the caller. */
export function takenOutHider({
  raw,
}: Pick<Connection, "raw">): (stretch: Stretch & { op_id: OpId }) => void {
  const hide = raw.prepare<[object]>(LEFT_SUMMARY_SQL.takenOut);
  return (stretch) => void hide.run(stretch);
}

/** Finds the last summary of a stretch that was taken out. */
export function takenOutFinder({
  raw,
}: Pick<Connection, "raw">): (stretch: Stretch) => MessageId | undefined {
  const last = raw.prepare<[object], MessageId | null>(LEFT_SUMMARY_SQL.lastTakenOut).pluck();
  return (stretch) => last.get(stretch) ?? undefined;
}

/** Runs inside a transaction of the caller. */
export function leftSummaryInserter({
  raw,
}: Pick<Connection, "raw">): (summary: NewLeftSummary) => StoredMessage {
  const insertMessage = raw.prepare<[object]>(
    `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
     VALUES (@id, @session_id, 'assistant', @metadata_json, @now, @now)`,
  );
  const insertPart = raw.prepare<[object]>(
    `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
     VALUES (@part_id, @id, @session_id, 0, @type, @data_json, @now, @now)`,
  );
  return ({ session_id, id, part_id, left, now }) => {
    const metadata = { synthetic: true, finish_reason: "stop" } as const;
    const part = { type: "data-left-summary" as const, data: left };
    const { type, data_json } = partColumns(part);
    insertMessage.run({ id, session_id, metadata_json: JSON.stringify(metadata), now });
    insertPart.run({ part_id, id, session_id, type, data_json, now });
    return { id, session_id, role: "assistant", metadata, parts: [part], created_at: now, ended_at: now };
  };
}

export function leftSummaryVerbs(connection: Connection): LeftSummaryStore {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const insert = leftSummaryInserter(connection);
  const hide = hider(connection);
  const isShown = raw.prepare<[object], 1>(LEFT_SUMMARY_SQL.isShown).pluck();
  const show = raw.prepare<[object]>(LEFT_SUMMARY_SQL.show);
  const undo = raw.prepare<[object]>("UPDATE chat_timeline_ops SET undone_at = @now WHERE id = @op_id");
  return {
    addLeftSummary: (summary) => connection.write(() => void insert(summary)),
    takeOut: ({ session_id, message_id, op_id, now }) =>
      connection.writeSynced(() => {
        const at = { session_id, message_id };
        if (isShown.get(at) === undefined)
          throw new BraidError("INVALID_INPUT", say("left-summary.gone.message"), {
            hint: say("left-summary.gone.hint"),
          });
        hide({ ...at, op_id, now });
        rollups.recomputeVisible(session_id, now);
        insertUndo(orm, { session_id, kind: "left-summary", op_id, created_at: now });
      }),
    putBack: ({ session_id, op_id, undoes, now }) =>
      connection.writeSynced(() => {
        undo.run({ op_id, now });
        show.run({ op_id });
        rollups.recomputeVisible(session_id, now);
        markUndone(orm, undoes, now);
      }),
  };
}
