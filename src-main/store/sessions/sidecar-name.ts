/** The name of a sidecar (BR-4): its first question, or its title where it has none. */
import { sql } from "drizzle-orm";
import { IS_TURN } from "../database/migrations/0011-session-turns";

/**
 * SQL: the beginning of the first question that was asked in a session itself, also where a summary stands for it. `sessions` names the table
 * in the statement.
 */
export const questionOf = (sessions: string): string => `(
    SELECT substr(p.data_json ->> '$.text', 1, 200) FROM chat_messages m JOIN chat_parts p ON p.message_id = m.id
    WHERE m.session_id = ${sessions}.id AND m.id > (${sessions}.metadata_json ->> '$.copied_through')
      AND ${IS_TURN} AND p.type = 'text' ORDER BY m.id LIMIT 1)`;

/** The statement must join `chat_sessions` with `session_asides`. */
export const NAME = sql<string>`coalesce(iif(session_asides.session_id IS NULL, NULL, ${sql.raw(questionOf("chat_sessions"))}), chat_sessions.title)`;
