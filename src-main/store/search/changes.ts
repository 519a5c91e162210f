/**
 * Notes which messages and titles have changed, whatever changed them: the connection itself tells. Nothing is written for it, and a
 * growing text (SV-3) notes nothing before it settles.
 */
import type { Database } from "better-sqlite3";

/** A turn that ends settles its message; what it settles on the way, its parts. A message that is removed with its session is noted, too. */
const TRIGGERS = [
  "AFTER INSERT ON main.chat_messages WHEN new.role <> 'assistant' OR json_extract(new.metadata_json, '$.finish_reason') IS NOT NULL BEGIN SELECT note_change(new.id); END",
  "AFTER UPDATE OF metadata_json ON main.chat_messages BEGIN SELECT note_change(new.id); END",
  "AFTER DELETE ON main.chat_messages BEGIN SELECT note_change(old.id); END",
  "AFTER UPDATE OF data_json ON main.chat_parts BEGIN SELECT note_change(new.message_id); END",
  "AFTER INSERT ON main.message_labels BEGIN SELECT note_change(new.message_id); END",
  "AFTER UPDATE OF name ON main.message_labels BEGIN SELECT note_change(new.message_id); END",
  "AFTER DELETE ON main.message_labels BEGIN SELECT note_change(old.message_id); END",
  "AFTER INSERT ON main.chat_sessions BEGIN SELECT note_change(new.id); END",
  "AFTER UPDATE OF title ON main.chat_sessions BEGIN SELECT note_change(new.id); END",
  "AFTER DELETE ON main.chat_sessions BEGIN SELECT note_change(old.id); END",
];

/** `note` hears of ids inside transactions, of those that are rolled back as well. It must not use the connection. */
export function watchChanges(db: Database, note: (id: string) => void): void {
  db.function("note_change", { directOnly: false }, (id: unknown) => {
    note(String(id));
    return null;
  });
  // The triggers live as long as the connection, in memory, and are no part of the database.
  db.pragma("temp_store = MEMORY");
  for (const [at, trigger] of TRIGGERS.entries()) db.exec(`CREATE TEMP TRIGGER note_change_${at} ${trigger}`);
}
