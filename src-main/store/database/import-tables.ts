/** The tables of imports (SE-6), part of the schema. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

/**
 * SE-6: the imports. `entry_id` is null until all of an import is there. `through_id` is the newest message of the library at that moment;
 * null where an earlier version has imported.
 */
export const imports = sqliteTable("imports", {
  id: integer().primaryKey(),
  entry_id: integer(),
  files_json: text({ mode: "json" }).$type<string[]>().notNull(),
  through_id: text().$type<MessageId>(),
});

/** The sessions of imports, each with what its file says of the trash. `is_shown`: lists may have it. */
export const importedSessions = sqliteTable("imported_sessions", {
  session_id: text().$type<SessionId>().primaryKey(),
  import_id: integer().notNull(),
  deleted_at: integer(),
  is_shown: integer({ mode: "boolean" }).notNull().default(false),
});
