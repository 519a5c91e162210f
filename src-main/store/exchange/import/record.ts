/**
 * The record of an import: its files and its sessions. With it all of the sessions come at one moment, and one entry of the undo history
 * takes them back (RW-7).
 */
import type { Database } from "better-sqlite3";

/** Rows that stand beside a new session until all of the import is there. */
type RecordRow = { table: string; names: readonly string[]; values: readonly (string | number | null)[] };

/** Names of files that the history keeps. */
const MOST_FILES = 100;

export class ImportRecord {
  /** Another import may be under way: a number that follows the last one could be taken twice. */
  private readonly id = 1 + Math.floor(Math.random() * 2 ** 48);
  private isBegun = false;

  constructor(
    private readonly db: Database,
    private readonly files: readonly string[],
    private readonly now: number,
  ) {}

  /** The rows for a session, written in one transaction with its own. @param deleted_at what it says in the file */
  rowsOf(session_id: string, deleted_at: number | null): RecordRow[] {
    const names = ["session_id", "import_id", "deleted_at"];
    const session = { table: "imported_sessions", names, values: [session_id, this.id, deleted_at] };
    if (this.isBegun) return [session];
    this.isBegun = true;
    const files_json = JSON.stringify(this.files.slice(0, MOST_FILES));
    return [{ table: "imports", names: ["id", "files_json"], values: [this.id, files_json] }, session];
  }

  /**
   * Makes all of the import part of the library, by two rows: one transaction that showed thousands of sessions would hold every other write
   * for a fifth of a second. `showSome` shows them, after a kill the next start does. Returns the entry of the undo history.
   */
  publish(session_id: string): number {
    const entry = this.db.prepare(
      "INSERT INTO undo_entries (session_id, kind, created_at) VALUES (?, 'import', ?)",
    );
    const come = this.db.prepare(
      "UPDATE imports SET entry_id = ?, through_id = (SELECT max(id) FROM chat_messages WHERE id < 'msg_g') WHERE id = ?",
    );
    const publish = this.db.transaction(() => {
      const { lastInsertRowid } = entry.run(session_id, this.now);
      come.run(lastInsertRowid, this.id);
      return Number(lastInsertRowid);
    });
    return publish.immediate();
  }
}

/** Forgets imports that have not come, and of which no session stays: one that is under way has a session from its first row on. */
export const FORGET_EMPTY = `DELETE FROM imports WHERE entry_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM imported_sessions WHERE import_id = imports.id)`;

/** Sessions of imports that have come, and that no list shows yet. */
export const STILL_HIDDEN = `SELECT i.session_id FROM imported_sessions i INDEXED BY imported_sessions_hidden
    CROSS JOIN imports m ON m.id = i.import_id
  WHERE i.is_shown = 0 AND m.entry_id IS NOT NULL`;

/** Returns a function that shows at most so many sessions of imports that have come, and returns how many these are. */
export function sessionsShower(db: Database): (most: number) => number {
  const hidden = db.prepare<[number], string>(`${STILL_HIDDEN} LIMIT ?`).pluck();
  const show = db.prepare(
    "UPDATE chat_sessions SET deleted_at = (SELECT deleted_at FROM imported_sessions WHERE session_id = @id) WHERE id = @id",
  );
  const isWhole = db.prepare("DELETE FROM partial_sessions WHERE session_id = @id");
  const isShown = db.prepare("UPDATE imported_sessions SET is_shown = 1 WHERE session_id = @id");
  return (most) => {
    const ids = hidden.all(most);
    for (const id of ids) for (const step of [show, isWhole, isShown]) step.run({ id });
    return ids.length;
  };
}
