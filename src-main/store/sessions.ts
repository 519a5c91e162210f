/** The rows of sessions: made, listed by recency, renamed, archived. */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SessionId } from "../../src-preload/contract/ids";
import { BraidError } from "../core/braid-error";
import type { NewSession, SessionQuery, Store } from "../core/ports/store";
import type { Connection } from "./connection";
import type { FrameWriter } from "./frames";
import { draftKey, toSummary, toView } from "./rows";
import { chatSessions, drafts } from "./schema";
import { insertUserMessage } from "./user-messages";

type SessionVerbs = Pick<
  Store,
  "createSession" | "session" | "listSessions" | "renameSession" | "archiveSession"
>;

const summaryColumns = {
  id: chatSessions.id,
  title: chatSessions.title,
  agent: chatSessions.agent,
  model_json: chatSessions.model_json,
  workspace_root: chatSessions.workspace_root,
  parent_id: chatSessions.parent_id,
  created_at: chatSessions.created_at,
  updated_at: chatSessions.updated_at,
  archived_at: chatSessions.archived_at,
};

export function sessionVerbs(connection: Connection, writer: FrameWriter): SessionVerbs {
  const { orm } = connection;
  const byId = orm
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.id, sql.placeholder("id")), isNull(chatSessions.deleted_at)))
    .prepare();
  const change = (id: SessionId, columns: Partial<typeof chatSessions.$inferInsert>): void => {
    connection.write(() => {
      const { changes } = orm.update(chatSessions).set(columns).where(eq(chatSessions.id, id)).run();
      if (changes === 0) throw sessionNotFound(id);
    });
  };
  return {
    createSession: (session, first) => {
      const create = () => {
        const row = orm.insert(chatSessions).values(newRow(session)).returning().get();
        if (first === undefined) return { session: toSummary(row) };
        const message = insertUserMessage(orm, first.message);
        writer.write(first.answer);
        orm
          .delete(drafts)
          .where(eq(drafts.session_id, draftKey(null)))
          .run();
        const moved = {
          model_json: message.metadata.model ?? row.model_json,
          updated_at: message.created_at,
        };
        return { session: toSummary({ ...row, ...moved }), message };
      };
      return first === undefined ? connection.write(create) : connection.writeSynced(create);
    },
    session: (id) => {
      const row = byId.get({ id });
      return row && toView(row);
    },
    listSessions: (query) => sessionList(orm, query).all().map(toSummary),
    renameSession: (id, title) => change(id, { title }),
    archiveSession: (id, archived_at) => change(id, { archived_at }),
  };
}

/** SE-1: reads one covering index from where the page begins; each of the four filters has its own. */
export function sessionList(orm: Connection["orm"], query: SessionQuery) {
  const { before, workspace_root } = query;
  const filters: (SQL | undefined)[] = [
    query.archived ? isNotNull(chatSessions.archived_at) : isNull(chatSessions.archived_at),
    isNull(chatSessions.deleted_at),
    workspace_root === undefined ? undefined : eq(chatSessions.workspace_root, workspace_root),
    before && sql`(${chatSessions.updated_at}, ${chatSessions.id}) < (${before.updated_at}, ${before.id})`,
  ];
  return orm
    .select(summaryColumns)
    .from(chatSessions)
    .where(and(...filters))
    .orderBy(desc(chatSessions.updated_at), desc(chatSessions.id))
    .limit(query.limit);
}

export function sessionNotFound(id: SessionId): BraidError {
  return new BraidError("SESSION_NOT_FOUND", `There is no session ${id}.`, {
    hint: "It may have been removed.",
  });
}

function newRow(session: NewSession): typeof chatSessions.$inferInsert {
  return {
    id: session.id,
    title: session.title,
    agent: session.agent,
    model_json: session.model ?? null,
    workspace_root: session.workspace_root ?? null,
    created_at: session.now,
    updated_at: session.now,
  };
}
