/**
 * Compaction as rows (CP-3). A summary `C` is a message right behind the last one that its op `K` hides. One rule holds at the end of every
 * transaction: K is in force exactly while no rewind and no retry in force hides C. So a summary comes and goes with its timeline (RW-4).
 */

import { eq } from "drizzle-orm";
import {
  type MessageId,
  type OpId,
  placeOfId,
  type SessionId,
} from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { HiddenTurns } from "../../../src-preload/contract/domain/timeline";
import { BraidError } from "../../core/braid-error";
import type { CompactionStore, NewCompaction } from "../../core/ports/compaction-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { partColumns } from "../database/rows";
import { preparedSummaries } from "../database/schema";
import { hider } from "./hider";
import { IN_FORCE } from "./in-force";
import { takenOutHider } from "./left-summaries";
import { createRollups } from "./rollups";
import { insertUndo, markUndoneOfOp } from "./undo";

/** The summaries of a session, each with its op. */
const SUMMARIES = `chat_parts p JOIN chat_timeline_ops o ON o.id = p.data_json ->> '$.data.op_id'
  WHERE p.session_id = @session_id AND p.type = 'data-compaction' AND o.session_id = @session_id AND o.cause = 'compaction'`;

/** A rewind or a retry that is in force hides the summary `p`. */
const LEFT = `EXISTS (SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops x ON x.id = h.op_id
  WHERE h.message_id = p.message_id AND x.undone_at IS NULL AND x.cause <> 'compaction')`;

const NOT_HIDDEN = `NOT EXISTS (${IN_FORCE})`;

/** Sorts before every id. */
const BEGINNING = "";

/** The statements of this file, for the test that looks at their plans. */
export const COMPACTION_SQL = {
  /** Summaries in force that stand behind a place, or that tell of an answer behind it which they split (CP-4). */
  behind: `SELECT o.id AS op_id, p.message_id FROM ${SUMMARIES} AND o.undone_at IS NULL AND (p.message_id > @place
    OR p.data_json ->> '$.data.split.message_id' > @place) ORDER BY o.id DESC`,
  /** Summaries that have come back with their timeline. */
  returned: `SELECT o.id AS op_id, p.message_id FROM ${SUMMARIES} AND o.undone_at IS NOT NULL AND NOT ${LEFT} ORDER BY o.id`,
  inForce: `SELECT o.id FROM ${SUMMARIES} AND p.message_id = @message_id AND o.undone_at IS NULL
    AND EXISTS (SELECT 1 FROM chat_messages WHERE id = @message_id AND hidden_at IS NULL)`,
  /** The last message that an op hides; null where its summary stands for parts alone. */
  last: `SELECT max(message_id) FROM chat_message_hides WHERE op_id = @op_id`,
  insertHides: `INSERT INTO chat_message_hides (message_id, op_id)
    SELECT id, @op_id FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id <= @through`,
  /** Hides, by the op of a summary that came back, all that stands before it, except summaries that came back with it. */
  hidesBefore: `INSERT OR IGNORE INTO chat_message_hides (message_id, op_id)
    SELECT id, @op_id FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id <= @place
      AND id NOT IN (SELECT value FROM json_each(@returned))`,
  hideThrough: `UPDATE chat_messages SET hidden_at = @now WHERE session_id = @session_id AND hidden_at IS NULL AND id <= @through`,
  hide: `UPDATE chat_messages SET hidden_at = @now
    WHERE id IN (SELECT message_id FROM chat_message_hides WHERE op_id = @op_id) AND hidden_at IS NULL`,
  show: `UPDATE chat_messages SET hidden_at = NULL
    WHERE id IN (SELECT message_id FROM chat_message_hides WHERE op_id = @op_id) AND ${NOT_HIDDEN}`,
  /** Moves the places where timelines part: they would be lost from view with the message that they name. */
  anchor: `UPDATE chat_timeline_forks SET after_id = @to WHERE after_id = @from
    AND op_id IN (SELECT id FROM chat_timeline_ops WHERE session_id = @session_id)`,
  isKept: `SELECT 1 FROM chat_messages WHERE id = @id AND session_id = @session_id AND hidden_at IS NULL`,
} as const;

interface Summary {
  op_id: OpId;
  message_id: MessageId;
}

/** Each method runs inside a transaction of the caller. */
export interface Summaries {
  /** Takes summaries out of force that speak of messages behind a place, and shows those messages. The caller hides the summaries. */
  dropBehind(session_id: SessionId, place: string, now: number): ReadonlySet<MessageId>;
  /** Puts summaries in force again that came back with their timeline. */
  takeBack(session_id: SessionId, now: number): void;
}

export function createSummaries({ raw }: Pick<Connection, "raw">): Summaries & { drop: Drop } {
  const behind = raw.prepare<[object], Summary>(COMPACTION_SQL.behind);
  const returned = raw.prepare<[object], Summary>(COMPACTION_SQL.returned);
  const last = raw.prepare<[object], MessageId | null>(COMPACTION_SQL.last).pluck();
  const mark = raw.prepare<[object]>("UPDATE chat_timeline_ops SET undone_at = @undone_at WHERE id = @op_id");
  const hidesBefore = raw.prepare<[object]>(COMPACTION_SQL.hidesBefore);
  const hide = raw.prepare<[object]>(COMPACTION_SQL.hide);
  const show = raw.prepare<[object]>(COMPACTION_SQL.show);
  const anchor = raw.prepare<[object]>(COMPACTION_SQL.anchor);
  const move = (session_id: SessionId, { op_id, message_id }: Summary, to: "summary" | "last"): void => {
    const covered = last.get({ op_id });
    if (covered === null || covered === undefined) return;
    const [from, now] = to === "summary" ? [covered, message_id] : [message_id, covered];
    anchor.run({ session_id, from, to: now });
  };
  const drop: Drop = (session_id, summary, now) => {
    mark.run({ op_id: summary.op_id, undone_at: now });
    show.run(summary);
    move(session_id, summary, "last");
  };
  return {
    drop,
    dropBehind: (session_id, place, now) => {
      const found = behind.all({ session_id, place });
      for (const summary of found) drop(session_id, summary, now);
      return new Set(found.map(({ message_id }) => message_id));
    },
    takeBack: (session_id, now) => {
      const all = returned.all({ session_id });
      const ids = JSON.stringify(all.map(({ message_id }) => message_id));
      for (const summary of all) {
        const { op_id, message_id } = summary;
        mark.run({ op_id, undone_at: null });
        // While it was away, another summary may have been made of the beginning that both timelines have: this one stands for it as well.
        hidesBefore.run({ session_id, op_id, place: `${placeOfId(message_id)}~`, returned: ids });
        hide.run({ ...summary, now });
        move(session_id, summary, "summary");
      }
    },
  };
}

type Drop = (session_id: SessionId, summary: Summary, now: number) => void;

export function compactionVerbs(
  connection: Connection,
  hiddenTurns: (session_id: SessionId) => HiddenTurns[],
): CompactionStore {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const { drop } = createSummaries(connection);
  const insert = inserter(connection);
  const inForce = raw.prepare<[object], OpId>(COMPACTION_SQL.inForce).pluck();
  const takeOut = hider(connection);
  return {
    compact: (write) =>
      connection.writeSynced(() => {
        const { session_id, compaction, undo, now } = write;
        const message = insert(write);
        rollups.recomputeVisible(session_id, now);
        insertUndo(orm, { session_id, kind: undo, op_id: compaction.op_id, created_at: now });
        return { message, hidden: hiddenTurns(session_id) };
      }),
    undoCompaction: ({ session_id, message_id, op_id: new_op_id, now }) =>
      connection.writeSynced(() => {
        const op_id = inForce.get({ session_id, message_id });
        if (op_id === undefined)
          throw new BraidError("INVALID_INPUT", say("compaction.gone.message"), {
            hint: say("compaction.gone.hint"),
          });
        drop(session_id, { op_id, message_id }, now);
        takeOut({ session_id, message_id, op_id: new_op_id, now });
        rollups.recomputeVisible(session_id, now);
        markUndoneOfOp(orm, op_id, now);
      }),
    savePreparedSummary: ({ session_id, ...data_json }, now) =>
      connection.write(() => {
        const set = { data_json, created_at: now };
        orm
          .insert(preparedSummaries)
          .values({ session_id, ...set })
          .onConflictDoUpdate({ target: preparedSummaries.session_id, set })
          .run();
      }),
    preparedSummary: (session_id) => {
      const row = orm
        .select()
        .from(preparedSummaries)
        .where(eq(preparedSummaries.session_id, session_id))
        .get();
      return row && { session_id, ...row.data_json };
    },
  };
}

/** Hides the messages up to a place, and stores the summary behind it. */
function inserter({ raw }: Connection): (write: NewCompaction) => StoredMessage {
  const isKept = raw.prepare<[object], 1>(COMPACTION_SQL.isKept).pluck();
  const insertOp = raw.prepare<[object]>(
    `INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (@op_id, @session_id, 'compaction', @now)`,
  );
  const insertHides = raw.prepare<[object]>(COMPACTION_SQL.insertHides);
  const hide = raw.prepare<[object]>(COMPACTION_SQL.hideThrough);
  const hideTakenOut = takenOutHider({ raw });
  const anchor = raw.prepare<[object]>(COMPACTION_SQL.anchor);
  const insertMessage = raw.prepare<[object]>(
    `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
     VALUES (@id, @session_id, 'assistant', @metadata_json, @now, @now)`,
  );
  const insertPart = raw.prepare<[object]>(
    `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
     VALUES (@part_id, @id, @session_id, 0, @type, @data_json, @now, @now)`,
  );
  return ({ session_id, id, part_id, metadata, compaction, through, now }) => {
    const { op_id, tail_start_id } = compaction;
    if (tail_start_id !== id && isKept.get({ id: tail_start_id, session_id }) === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    insertOp.run({ op_id, session_id, now });
    const { changes } = insertHides.run({ op_id, session_id, through });
    // A summary that splits the first answer stands for parts alone.
    if (changes === 0 && compaction.split === undefined) throw nothingToSummarise();
    hide.run({ session_id, through, now });
    hideTakenOut({ session_id, op_id, after: BEGINNING, through });
    anchor.run({ session_id, from: through, to: id });
    const part = { type: "data-compaction" as const, data: compaction };
    const { type, data_json } = partColumns(part);
    insertMessage.run({ id, session_id, metadata_json: JSON.stringify(metadata), now });
    insertPart.run({ part_id, id, session_id, type, data_json, now });
    return { id, session_id, role: "assistant", metadata, parts: [part], created_at: now, ended_at: now };
  };
}

const nothingToSummarise = (): BraidError =>
  new BraidError("INVALID_INPUT", say("compaction.nothing.message"), {
    hint: say("compaction.nothing.hint"),
  });
