/**
 * Timelines (RW-1…3): nothing is rewritten, ops hide and show messages. At each place where turns parted, an op in force hides each
 * timeline but the visible one. The visible one's op is undone, or does not exist yet. So an op names its timeline for good.
 */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import { BraidError } from "../../core/braid-error";
import type { TimelineStore } from "../../core/ports/timeline-store";
import type { TranscriptStore } from "../../core/ports/transcript-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { deleteDraft } from "../sessions/drafts";
import type { FrameRows } from "./frames";
import { createRollups } from "./rollups";
import { insertUndo, markUndone } from "./undo";
import { insertUserMessage } from "./user-messages";

type TimelineVerbs = Pick<TimelineStore, "placeOf" | "hiddenTurns" | "rewindTurn" | "unrewind">;

/** Sorts before every id: the place before the first message. */
const BEGINNING = "";

const IN_FORCE = `SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
  WHERE h.message_id = chat_messages.id AND o.undone_at IS NULL`;

/** The statements of this file, for the test that looks at their plans. */
export const TIMELINE_SQL = {
  before: `SELECT max(id) FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND id < ?`,
  markers: `SELECT o.id AS op_id, f.after_id, f.turns, o.created_at FROM chat_timeline_ops o
    JOIN chat_timeline_forks f ON f.op_id = o.id
    WHERE o.session_id = ? AND o.cause = 'rewind' AND o.undone_at IS NULL AND f.turns > 0 AND (f.after_id IS NULL
      OR EXISTS (SELECT 1 FROM chat_messages WHERE id = f.after_id AND hidden_at IS NULL)) ORDER BY o.id`,
  /** The op of the visible timeline after a place, if it has one. */
  shown: `SELECT o.id FROM chat_timeline_ops o JOIN chat_timeline_forks f ON f.op_id = o.id
    WHERE o.session_id = @session_id AND o.cause = 'rewind' AND o.undone_at IS NOT NULL AND coalesce(f.after_id, '') = @after`,
  turns: `SELECT count(*) FILTER (WHERE role = 'user') + coalesce((SELECT role <> 'user' FROM chat_messages
      WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after ORDER BY id LIMIT 1), 0)
    FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  insertHides: `INSERT OR IGNORE INTO chat_message_hides (message_id, op_id)
    SELECT id, @op_id FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  hide: `UPDATE chat_messages SET hidden_at = @now WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  show: `UPDATE chat_messages SET hidden_at = NULL
    WHERE id IN (SELECT message_id FROM chat_message_hides WHERE op_id = ?) AND NOT EXISTS (${IN_FORCE})`,
} as const;

interface MarkerRow {
  op_id: OpId;
  after_id: MessageId | null;
  turns: number;
  created_at: number;
}

interface Hiding {
  session_id: SessionId;
  /** The id of a new op, for a timeline that has none yet. */
  op_id: OpId;
  after: MessageId | undefined;
  now: number;
}

export function timelineVerbs(
  connection: Connection,
  writer: FrameRows,
  messages: Pick<TranscriptStore, "message">,
): TimelineVerbs {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const before = raw.prepare<[SessionId, MessageId], MessageId | null>(TIMELINE_SQL.before).pluck();
  const markers = raw.prepare<[SessionId], MarkerRow>(TIMELINE_SQL.markers);
  const hideAfter = hiding(connection);
  const show = raw.prepare<[OpId]>(TIMELINE_SQL.show);
  const undo = raw.prepare<[number, OpId]>("UPDATE chat_timeline_ops SET undone_at = ? WHERE id = ?");

  const hiddenTurns = (session_id: SessionId): HiddenTurns[] => markers.all(session_id).map(toHiddenTurns);
  return {
    placeOf: (session_id, message_id) => {
      const message = messages.message(session_id, message_id);
      const previous = before.get(session_id, message_id);
      return message && { message, ...(previous ? { before: previous } : {}) };
    },
    hiddenTurns,
    rewindTurn: ({ session_id, op_id, after, message, answer, undo: kind, draft, now }) =>
      connection.writeSynced(() => {
        const hidden_by = hideAfter({ session_id, op_id, after, now });
        rollups.recompute(session_id, now);
        // A question that had no answer was answered: there is nothing to go back to.
        if (hidden_by !== undefined) insertUndo(orm, { session_id, kind, op_id: hidden_by, created_at: now });
        deleteDraft(orm, draft);
        const stored = message && insertUserMessage(orm, message);
        writer.write(answer);
        return { hidden: hiddenTurns(session_id), ...(stored === undefined ? {} : { message: stored }) };
      }),
    unrewind: ({ session_id, op_id, new_op_id, undoes, now }) =>
      connection.write(() => {
        const marker = markers.all(session_id).find((row) => row.op_id === op_id);
        if (marker === undefined) {
          throw new BraidError("INVALID_INPUT", say("timeline.gone.message"), {
            hint: say("timeline.gone.hint"),
          });
        }
        const after = marker.after_id ?? undefined;
        const hidden_by = hideAfter({ session_id, op_id: new_op_id, after, now });
        undo.run(now, op_id);
        show.run(op_id);
        rollups.recompute(session_id, now);
        if (undoes !== undefined) markUndone(orm, undoes, now);
        else if (hidden_by !== undefined)
          insertUndo(orm, { session_id, kind: "restore", op_id: hidden_by, created_at: now });
        return hiddenTurns(session_id);
      }),
  };
}

/**
 * Hides all visible messages after a place, by the op of their timeline: its own if it was hidden before, else a new one. Returns that op;
 * undefined where nothing was visible there. Runs inside a transaction.
 */
function hiding({ raw }: Connection): (hiding: Hiding) => OpId | undefined {
  const shown = raw.prepare<[object], OpId>(TIMELINE_SQL.shown).pluck();
  const turns = raw.prepare<[object], number>(TIMELINE_SQL.turns).pluck();
  const insertOp = raw.prepare(
    `INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (@op_id, @session_id, 'rewind', @now)`,
  );
  const insertFork = raw.prepare(
    `INSERT INTO chat_timeline_forks (op_id, after_id, turns) VALUES (@op_id, @after_id, @turns)`,
  );
  const again = raw.prepare(`UPDATE chat_timeline_ops SET undone_at = NULL WHERE id = @op_id`);
  const count = raw.prepare(`UPDATE chat_timeline_forks SET turns = @turns WHERE op_id = @op_id`);
  const insertHides = raw.prepare(TIMELINE_SQL.insertHides);
  const hide = raw.prepare(TIMELINE_SQL.hide);
  return ({ session_id, op_id: new_op_id, after, now }) => {
    const range = { session_id, after: after ?? BEGINNING };
    const existing = shown.get(range);
    const op_id = existing ?? new_op_id;
    const counted = { op_id, turns: turns.get(range) };
    if (counted.turns === 0) return undefined;
    if (existing === undefined) {
      insertOp.run({ op_id, session_id, now });
      insertFork.run({ ...counted, after_id: after ?? null });
    } else {
      again.run({ op_id });
      count.run(counted);
    }
    insertHides.run({ ...range, op_id });
    hide.run({ ...range, now });
    return op_id;
  };
}

function toHiddenTurns({ op_id, after_id, turns, created_at }: MarkerRow): HiddenTurns {
  return { op_id, ...(after_id === null ? {} : { after: after_id }), turns, hidden_at: created_at };
}
