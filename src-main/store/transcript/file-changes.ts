/** Keeps what files were before turns changed them (RW-5). A row is on the disk before its file changes. */
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { FileChange, FileChangeStore } from "../../core/ports/file-change-store";
import type { Connection } from "../database/connection";

const FIELDS =
  "c.id, c.message_id, c.path, c.before_sha256, c.after_sha256, c.prior_sha256, c.mode, c.restore_id";

/** A command that ended in any way has run, perhaps in part. */
const RAN = "p.type = 'tool-bash' AND p.tool_state IN ('output-available', 'output-error')";

/** The session, its helpers and their helpers (AG-2). */
const DOWN = `WITH RECURSIVE down (id) AS (SELECT @session_id
    UNION SELECT t.session_id FROM down CROSS JOIN session_tasks t ON t.parent_id = down.id)`;
/** The helpers, and theirs, that the messages of a hidden timeline called, each with the message that called the first of them. */
const DOWN_HIDDEN = `WITH RECURSIVE down (id, message_id) AS (
    SELECT t.session_id, p.message_id FROM chat_message_hides h CROSS JOIN chat_parts p ON p.message_id = h.message_id
      CROSS JOIN session_tasks t ON t.parent_id = p.session_id AND t.tool_call_id = p.tool_call_id
      WHERE h.op_id = @op_id AND p.type = 'tool-task'
    UNION SELECT t.session_id, down.message_id FROM down CROSS JOIN session_tasks t ON t.parent_id = down.id)`;
/** What a helper changed counts for the message that waited for it, whose id is the newest before the helper's. */
const IN_SESSION = FIELDS.replace(
  "c.message_id",
  `CASE WHEN c.session_id = @session_id THEN c.message_id ELSE (SELECT max(m.id) FROM chat_messages m
    WHERE m.session_id = @session_id AND m.id <= c.message_id) END AS message_id`,
);
const BY_CALL = FIELDS.replace("c.message_id", "down.message_id");

/** The statements of this file, for the test that looks at their plans. */
export const FILE_CHANGE_SQL = {
  newest: `SELECT ${FIELDS} FROM file_changes c
    WHERE c.message_id = ? AND c.path = ? AND c.restore_id IS NULL ORDER BY c.id DESC LIMIT 1`,
  /** A restore stands between the turns by its number: it names the message up to which it went back. */
  from: `${DOWN} SELECT ${IN_SESSION} FROM down CROSS JOIN file_changes c ON c.session_id = down.id
    WHERE +c.id >= (SELECT min(f.id) FROM down CROSS JOIN file_changes f ON f.session_id = down.id
      WHERE f.message_id >= @from AND f.restore_id IS NULL) ORDER BY c.id`,
  hidden: `${DOWN_HIDDEN} SELECT ${FIELDS} FROM chat_message_hides h CROSS JOIN file_changes c ON c.message_id = h.message_id
      WHERE h.op_id = @op_id AND c.restore_id IS NULL
    UNION SELECT ${BY_CALL} FROM down CROSS JOIN file_changes c ON c.session_id = down.id
      WHERE c.restore_id IS NULL ORDER BY 1`,
  restored: `SELECT ${FIELDS} FROM file_changes c WHERE c.session_id = ? AND c.restore_id = ? ORDER BY c.id DESC`,
  lastRestore: `SELECT max(restore_id) FROM file_changes WHERE session_id = ? AND restore_id IS NOT NULL`,
  commandsFrom: `${DOWN} SELECT EXISTS (SELECT 1 FROM down CROSS JOIN chat_messages m ON m.session_id = down.id
    CROSS JOIN chat_parts p ON p.message_id = m.id WHERE m.id >= @from AND ${RAN})`,
  commandsHidden: `${DOWN_HIDDEN} SELECT EXISTS (
    SELECT 1 FROM chat_message_hides h CROSS JOIN chat_parts p ON p.message_id = h.message_id
      WHERE h.op_id = @op_id AND ${RAN}
    UNION ALL SELECT 1 FROM down CROSS JOIN chat_messages m ON m.session_id = down.id
      CROSS JOIN chat_parts p ON p.message_id = m.id WHERE ${RAN})`,
  /** The blob may have been swept since it was put: a row must not name content that is not there. */
  add: `INSERT INTO file_changes
      (session_id, message_id, path, before_sha256, after_sha256, prior_sha256, mode, restore_id, created_at)
    SELECT @session_id, @message_id, @path, @before, @after_sha256, @before, @mode, @restore_id, @now
    WHERE @before IS NULL OR EXISTS (SELECT 1 FROM blobs WHERE sha256 = @before)`,
  move: "UPDATE file_changes SET after_sha256 = @after_sha256, prior_sha256 = @prior_sha256 WHERE id = @id",
  /** The changes of a failed attempt go to the next one, which has its finished steps. */
  takeOver: "UPDATE file_changes SET message_id = @to WHERE message_id = @from AND restore_id IS NULL",
  drop: "DELETE FROM file_changes WHERE id = ?",
} as const;

type Row = Omit<FileChange, "before" | "restore_id"> & {
  before_sha256: string | null;
  mode: number | null;
  restore_id: OpId | null;
};

export function fileChangeVerbs({ raw, write, writeSynced }: Connection): FileChangeStore {
  const newest = raw.prepare<[MessageId, string], Row>(FILE_CHANGE_SQL.newest);
  const from = raw.prepare<[object], Row>(FILE_CHANGE_SQL.from);
  const hidden = raw.prepare<[object], Row>(FILE_CHANGE_SQL.hidden);
  const restored = raw.prepare<[SessionId, OpId], Row>(FILE_CHANGE_SQL.restored);
  const lastRestore = raw.prepare<[SessionId], OpId | null>(FILE_CHANGE_SQL.lastRestore).pluck();
  const commandsFrom = raw.prepare<[object], 0 | 1>(FILE_CHANGE_SQL.commandsFrom).pluck();
  const commandsHidden = raw.prepare<[object], 0 | 1>(FILE_CHANGE_SQL.commandsHidden).pluck();
  const add = raw.prepare<[object]>(FILE_CHANGE_SQL.add);
  const move = raw.prepare<[object]>(FILE_CHANGE_SQL.move);
  const drop = raw.prepare<[number]>(FILE_CHANGE_SQL.drop);
  return {
    fileChange: (message_id, path) => {
      const row = newest.get(message_id, path);
      return row && toChange(row);
    },
    addFileChange: ({ before, restore_id = null, ...change }) =>
      writeSynced(() => {
        const row = { ...change, before: before?.sha256 ?? null, mode: before?.mode ?? null, restore_id };
        return add.run(row).changes > 0;
      }),
    moveFileChange: (change) => writeSynced(() => void move.run(change)),
    fileChangesFrom: (session_id, first) => from.all({ session_id, from: first }).map(toChange),
    hiddenFileChanges: (op_id) => hidden.all({ op_id }).map(toChange),
    restoredChanges: (session_id, restore_id) => restored.all(session_id, restore_id).map(toChange),
    lastRestore: (session_id) => lastRestore.get(session_id) ?? undefined,
    dropFileChange: (id) => write(() => void drop.run(id)),
    ranCommands: (turns) => {
      const ran = "op_id" in turns ? commandsHidden.get(turns) : commandsFrom.get(turns);
      return ran === 1;
    },
  };
}

function toChange({ before_sha256, mode, restore_id, ...row }: Row): FileChange {
  return {
    ...row,
    before: mode === null ? null : { sha256: before_sha256, mode },
    ...(restore_id === null ? {} : { restore_id }),
  };
}
