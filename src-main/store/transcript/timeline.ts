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
import { createSummaries } from "./compactions";
import type { FrameRows } from "./frames";
import { CAN_RETURN, IN_FORCE } from "./in-force";
import { leftSummaryInserter, takenOutFinder, takenOutHider } from "./left-summaries";
import { createRollups } from "./rollups";
import { insertUndo, markUndone } from "./undo";
import { answerBy, insertUserMessage } from "./user-messages";

type TimelineVerbs = Pick<TimelineStore, "placeOf" | "hiddenTurns" | "rewindTurn" | "unrewind">;

/** Sorts before every id: the place before the first message. */
const BEGINNING = "";

/** Sorts after every id. */
const END = "~";

/** Sorts before an id and behind all earlier ones. */
const justBefore = (id: MessageId): string => id.slice(0, -1);

/** No rewind and no retry hides the message. */
const SUMMARISED = `NOT EXISTS (${IN_FORCE} AND o.cause <> 'compaction')`;

/** The message was taken out, and nothing else hides it. */
const TAKEN_OUT = `NOT EXISTS (${IN_FORCE} AND o.cause <> 'retry')`;

/** The model that a message leaves to its session, as JSON. */
const LEAVES = `coalesce(metadata_json -> '$.switched_from', metadata_json -> '$.model')`;

/** A message of a person or an answer that names its model; a summary is neither. */
const SAYS_A_MODEL = `metadata_json ->> '$.synthetic' IS NOT 1 AND metadata_json -> '$.model' IS NOT NULL`;

/** The statements of this file, for the test that looks at their plans. */
export const TIMELINE_SQL = {
  before: `SELECT max(id) FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND id < ?`,
  /** A summary alone hides the message. */
  summarised: `SELECT ${SUMMARISED} FROM chat_messages WHERE id = ? AND hidden_at IS NOT NULL`,
  beforeSummarised: `SELECT id FROM chat_messages WHERE session_id = ? AND id < ? AND ${SUMMARISED} ORDER BY id DESC LIMIT 1`,
  /** `shown_id`: the visible message at or before the place. They differ where a summary was taken out. */
  markers: `SELECT o.id AS op_id, f.after_id, f.turns, o.created_at, (SELECT max(id) FROM chat_messages
      WHERE session_id = o.session_id AND hidden_at IS NULL AND id <= f.after_id) AS shown_id
    FROM chat_timeline_ops o JOIN chat_timeline_forks f ON f.op_id = o.id
    WHERE o.session_id = ? AND o.cause = 'rewind' AND o.undone_at IS NULL AND f.turns > 0 AND (f.after_id IS NULL
      OR EXISTS (SELECT 1 FROM chat_messages WHERE id = f.after_id AND (hidden_at IS NULL OR ${TAKEN_OUT}))) ORDER BY o.id`,
  /** A hidden timeline, also where a summary hides the place where it parted: restoring it takes that summary out of force (RW-4). */
  marker: `SELECT x.id AS op_id, f.after_id, f.turns, x.created_at FROM chat_timeline_ops x
    JOIN chat_timeline_forks f ON f.op_id = x.id WHERE x.id = ? AND x.session_id = ? AND ${CAN_RETURN}`,
  /** The op of the visible timeline after a place, if it has one. */
  shown: `SELECT o.id FROM chat_timeline_ops o JOIN chat_timeline_forks f ON f.op_id = o.id
    WHERE o.session_id = @session_id AND o.cause = 'rewind' AND o.undone_at IS NOT NULL AND coalesce(f.after_id, '') = @after`,
  /** `turns`: an answer without its question counts, as Try again leaves it; a summary does not. */
  visible: `SELECT count(*) AS messages, count(*) FILTER (WHERE role = 'user') + coalesce((SELECT role <> 'user'
      AND metadata_json ->> '$.synthetic' IS NOT 1 FROM chat_messages
      WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after ORDER BY id LIMIT 1), 0) AS turns
    FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  /** The place where the timeline of an op parts. */
  place: "SELECT after_id FROM chat_timeline_forks WHERE op_id = ?",
  insertHides: `INSERT OR IGNORE INTO chat_message_hides (message_id, op_id)
    SELECT id, @op_id FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  /**
   * The model that the last message leaves to the session; where none is visible but a summary, the last one that it stands for. A switch that
   * has failed leaves the one before it.
   */
  model: `SELECT coalesce(
      (SELECT ${LEAVES} FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND ${SAYS_A_MODEL} ORDER BY id DESC LIMIT 1),
      (SELECT ${LEAVES} FROM chat_messages WHERE session_id = @session_id AND ${SUMMARISED} AND ${SAYS_A_MODEL} ORDER BY id DESC LIMIT 1))`,
  hide: `UPDATE chat_messages SET hidden_at = @now WHERE session_id = @session_id AND hidden_at IS NULL AND id > @after`,
  show: `UPDATE chat_messages SET hidden_at = NULL
    WHERE id IN (SELECT message_id FROM chat_message_hides WHERE op_id = ?) AND NOT EXISTS (${IN_FORCE})`,
} as const;

type Place = [session_id: SessionId, message_id: MessageId];

interface MarkerRow {
  op_id: OpId;
  after_id: MessageId | null;
  turns: number;
  created_at: number;
}

interface ShownMarkerRow extends MarkerRow {
  shown_id: MessageId | null;
}

interface Hiding {
  session_id: SessionId;
  /** The id of a new op, for a timeline that has none yet. */
  op_id: OpId;
  after: MessageId | undefined;
  /** Summaries that leave with the timeline, also those that stand before the place: they tell of an answer behind it (CP-4). */
  dropped: ReadonlySet<MessageId>;
  now: number;
}

export function timelineVerbs(
  connection: Connection,
  writer: FrameRows,
  messages: Pick<TranscriptStore, "message">,
): TimelineVerbs {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const before = raw.prepare<Place, MessageId | null>(TIMELINE_SQL.before).pluck();
  const isSummarised = raw.prepare<[MessageId], 0 | 1>(TIMELINE_SQL.summarised).pluck();
  const beforeSummarised = raw.prepare<Place, MessageId>(TIMELINE_SQL.beforeSummarised).pluck();
  const summaries = createSummaries(connection);
  const placeOfTurn = turnPlacer(connection);
  const markers = raw.prepare<[SessionId], ShownMarkerRow>(TIMELINE_SQL.markers);
  const markerOf = raw.prepare<[OpId, SessionId], MarkerRow>(TIMELINE_SQL.marker);
  const placeNow = raw.prepare<[OpId], MessageId | null>(TIMELINE_SQL.place).pluck();
  const hideAfter = hiding(connection);
  const insertLeft = leftSummaryInserter(connection);
  const show = raw.prepare<[OpId]>(TIMELINE_SQL.show);
  const takeModel = modelOfTheLast(connection);
  const undo = raw.prepare<[number, OpId]>("UPDATE chat_timeline_ops SET undone_at = ? WHERE id = ?");

  const hiddenTurns = (session_id: SessionId): HiddenTurns[] => markers.all(session_id).map(toHiddenTurns);
  return {
    placeOf: (session_id, message_id) => {
      const message = messages.message(session_id, message_id);
      const summarised = isSummarised.get(message_id) === 1;
      const previous = (summarised ? beforeSummarised : before).get(session_id, message_id);
      return message && { message, summarised, ...(previous ? { before: previous } : {}) };
    },
    hiddenTurns,
    rewindTurn: ({ session_id, op_id, from, keep, left, message, answer, undo: kind, draft, now }) =>
      connection.writeSynced(() => {
        const dropped = summaries.dropBehind(session_id, keep ? from : justBefore(from), now);
        // Looked up only now: a summary that stood before the message may have made room for the turns themselves.
        const { after, place } = placeOfTurn({ session_id, from, keep }, dropped);
        const hidden_by = hideAfter({ session_id, op_id, after: place, dropped, now });
        // A question that is answered anew is the latest, and its model with it (MS-1).
        if (message === undefined) answerBy(orm, session_id, answer.start?.metadata.model);
        rollups.recompute(session_id, now);
        // A question that had no answer was answered: there is nothing to go back to.
        if (hidden_by !== undefined) insertUndo(orm, { session_id, kind, op_id: hidden_by, created_at: now });
        deleteDraft(orm, draft);
        const taken = left && insertLeft(left);
        const stored = message && insertUserMessage(orm, message);
        writer.write(answer);
        return {
          ...(after === undefined ? {} : { after }),
          unsummarised: dropped.size > 0,
          hidden: hiddenTurns(session_id),
          left: taken,
          ...(stored === undefined ? {} : { message: stored }),
        };
      }),
    unrewind: ({ session_id, op_id, new_op_id, undoes, now }) =>
      connection.write(() => {
        const marker = markerOf.get(op_id, session_id);
        if (marker === undefined) {
          throw new BraidError("INVALID_INPUT", say("timeline.gone.message"), {
            hint: say("timeline.gone.hint"),
          });
        }
        const dropped = summaries.dropBehind(session_id, marker.after_id ?? BEGINNING, now);
        // The place itself may have been a summary that has just left, and with it the place has moved.
        const after = placeNow.get(op_id) ?? undefined;
        const hidden_by = hideAfter({ session_id, op_id: new_op_id, after, dropped, now });
        undo.run(now, op_id);
        show.run(op_id);
        summaries.takeBack(session_id, now);
        takeModel(session_id);
        rollups.recompute(session_id, now);
        if (undoes !== undefined) markUndone(orm, undoes, now);
        else if (hidden_by !== undefined)
          insertUndo(orm, { session_id, kind: "restore", op_id: hidden_by, created_at: now });
        return hiddenTurns(session_id);
      }),
  };
}

/** Makes the model of the latest message the session's (MS-1): another timeline may end with another model. */
function modelOfTheLast({ raw, orm }: Connection) {
  const modelOf = raw.prepare<[{ session_id: SessionId }], string | null>(TIMELINE_SQL.model).pluck();
  return (session_id: SessionId): void => {
    const model = modelOf.get({ session_id }) ?? null;
    if (model !== null) answerBy(orm, session_id, JSON.parse(model));
  };
}

interface TurnPlace {
  /** The last visible message before the turn. */
  after: MessageId | undefined;
  /** The message behind which its timeline parts from others. */
  place: MessageId | undefined;
}

/** Finds the place of a turn in front of `from`; with `keep` behind it. `dropped`: summaries that are about to leave. */
function turnPlacer(connection: Connection) {
  const before = connection.raw
    .prepare<[SessionId, MessageId], MessageId | null>(TIMELINE_SQL.before)
    .pluck();
  const lastTakenOut = takenOutFinder(connection);
  return (
    { session_id, from, keep }: { session_id: SessionId; from: MessageId; keep: boolean },
    dropped: ReadonlySet<MessageId>,
  ): TurnPlace => {
    if (keep) return { after: from, place: from };
    let after = before.get(session_id, from) ?? undefined;
    while (after !== undefined && dropped.has(after)) after = before.get(session_id, after) ?? undefined;
    // A summary that was taken out there stays in the timeline, as it would if it were shown.
    const stretch = { session_id, after: after ?? BEGINNING, through: justBefore(from) };
    return { after, place: lastTakenOut(stretch) ?? after };
  };
}

/**
 * Hides all visible messages after a place, by the op of their timeline: its own if it was hidden before, else a new one. Returns that op;
 * undefined where nothing was visible there. Runs inside a transaction.
 */
function hiding({ raw }: Connection): (hiding: Hiding) => OpId | undefined {
  const shown = raw.prepare<[object], OpId>(TIMELINE_SQL.shown).pluck();
  const visible = raw.prepare<[object], { messages: number; turns: number }>(TIMELINE_SQL.visible);
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
  const insertHide = raw.prepare<[MessageId, OpId]>(
    `INSERT OR IGNORE INTO chat_message_hides (message_id, op_id) VALUES (?, ?)`,
  );
  const hideTakenOut = takenOutHider({ raw });
  const hideOne = raw.prepare<[number, MessageId]>(
    `UPDATE chat_messages SET hidden_at = ? WHERE id = ? AND hidden_at IS NULL`,
  );
  return ({ session_id, op_id: new_op_id, after, dropped, now }) => {
    const range = { session_id, after: after ?? BEGINNING };
    const existing = shown.get(range);
    const op_id = existing ?? new_op_id;
    const { messages = 0, turns = 0 } = visible.get(range) ?? {};
    if (messages === 0) return undefined;
    const counted = { op_id, turns: Math.max(turns, 1) };
    if (existing === undefined) {
      insertOp.run({ op_id, session_id, now });
      insertFork.run({ ...counted, after_id: after ?? null });
    } else {
      again.run({ op_id });
      count.run(counted);
    }
    insertHides.run({ ...range, op_id });
    hide.run({ ...range, now });
    hideTakenOut({ ...range, op_id, through: END });
    for (const summary of dropped) {
      insertHide.run(summary, op_id);
      hideOne.run(now, summary);
    }
    return op_id;
  };
}

function toHiddenTurns({ op_id, shown_id, turns, created_at }: ShownMarkerRow): HiddenTurns {
  return { op_id, ...(shown_id === null ? {} : { after: shown_id }), turns, hidden_at: created_at };
}
