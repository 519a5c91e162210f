/** Big databases, quickly: rows as the app writes them, made by SQL in one transaction over a database that the app has made. */
import { openDatabase } from "../../src-main/store/connection";
import type { SessionId } from "../../src-preload/contract/ids";

/** Epoch ms of the first row; what follows is a second apart. */
const BEGUN = Date.UTC(2025, 0, 1);

/** An id of the app's own shape, in the order of `n` (DB-5). SQL has the same in `idSql`. */
export const sessionId = (n: number) =>
  `ses_${(BigInt(BEGUN + 1000 * n) * 4096n).toString(16).padStart(14, "0")}AAAAAAAAAAAA` as SessionId;

const idSql = (prefix: string, n: string) =>
  `'${prefix}_' || printf('%014x', (${BEGUN} + 1000 * (${n})) * 4096) || 'AAAAAAAAAAAA'`;
const upTo = (count: number) =>
  `WITH RECURSIVE row(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row WHERE n + 1 < ${count})`;
const time = (n: string) => `${BEGUN} + 1000 * (${n})`;

/** Sessions `first` … `first + count - 1`, each with `messages` messages of one short part. */
export function fillSessions(file: string, first: number, count: number, messages: number): void {
  const db = openDatabase(file);
  const at = `(n + ${first})`;
  // Ids of messages run on over sessions, as they do in the app.
  const session = `(n / ${messages} + ${first})`;
  const message = `(n + ${first} * 1000000)`;
  const isAnswer = "n % 2 = 1";
  try {
    db.transaction(() => {
      db.exec(`${upTo(count)} INSERT INTO chat_sessions (id, agent, title, model_json, created_at, updated_at)
        SELECT ${idSql("ses", at)}, 'chat', 'Session number ' || ${at}, '{"provider_id":"builtin","model_id":"guide"}', ${time(at)}, ${time(at)}
        FROM row`);
      db.exec(`${upTo(count * messages)} INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
        SELECT ${idSql("msg", message)}, ${idSql("ses", session)}, iif(${isAnswer}, 'assistant', 'user'),
          iif(${isAnswer}, '{"finish_reason":"stop","usage":null}', '{}'), ${time(message)}, ${time(message)} FROM row`);
      db.exec(`${upTo(count * messages)} INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
        SELECT ${idSql("prt", message)}, ${idSql("msg", message)}, ${idSql("ses", session)}, 0, 'text',
          json_object('type', 'text', 'text', 'Message ' || n || ': ' || substr(hex(zeroblob(150)), 1, 200)),
          ${time(message)}, ${time(message)} FROM row`);
    })();
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}
