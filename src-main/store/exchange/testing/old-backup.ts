/** A backup of the first version, with one session of one message. */
import { join } from "node:path";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import { openDatabase } from "../../database/connection";
import { migrate } from "../../database/migrate";
import { migrations } from "../../database/migrations";
import { freshFolder } from "../../testing/stores";

const idOf = (kind: string): string => `${kind}_000001${"0".repeat(8)}${"a".repeat(12)}`;

export function oldBackup(): { old: string; session_id: SessionId } {
  const old = join(freshFolder(), "old.db");
  const db = openDatabase(old);
  migrate(db, migrations.slice(0, 1));
  const [session, message, part] = [idOf("ses"), idOf("msg"), idOf("prt")];
  db.exec(`INSERT INTO chat_sessions (id, agent, title, created_at, updated_at)
    VALUES ('${session}', 'chat', 'Old', 1, 1)`);
  db.exec(`INSERT INTO chat_messages VALUES ('${message}', '${session}', 'user', '{}', NULL, 1, 1)`);
  db.exec(`INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
    VALUES ('${part}', '${message}', '${session}', 0, 'text', '{"type":"text","text":"Hello"}', 1, 1)`);
  db.close();
  return { old, session_id: session as SessionId };
}
