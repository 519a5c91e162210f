/** The rows of sessions: makes, reads, renames, archives, trashes and marks them. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../../core/braid-error";
import type { SessionStore } from "../../core/ports/session-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { NO_MARKS, newSessionRow, toSummary, toView } from "../database/rows";
import { chatSessions, sessionMarks, sessionTasks } from "../database/schema";
import type { FrameRows } from "../transcript/frames";
import { insertUndo, markUndoneOf } from "../transcript/undo";
import { insertUserMessage } from "../transcript/user-messages";
import { deleteDraft } from "./drafts";
import { listFactsReader } from "./list-facts";
import { partOfReader } from "./tasks";

type SessionVerbs = Pick<
  SessionStore,
  | "createSession"
  | "session"
  | "renameSession"
  | "chooseAgent"
  | "archiveSession"
  | "trashSession"
  | "decideTitle"
  | "markSession"
>;

/** The author of a title. Absent where nobody has decided: the title is the first words (SE-4). */
type TitledBy = "user" | "agent" | "words";

const titledBy = (who: TitledBy) => sql`json_set(${chatSessions.metadata_json}, '$.titled_by', ${who})`;

export function sessionVerbs(connection: Connection, writer: FrameRows): SessionVerbs {
  const { orm } = connection;
  const view = viewReader(connection);
  const change = (id: SessionId, columns: Parameters<ReturnType<typeof updating>["set"]>[0]): void => {
    connection.write(() => {
      const { changes } = updating(orm).set(columns).where(eq(chatSessions.id, id)).run();
      if (changes === 0) throw sessionNotFound(id);
    });
  };
  /** Moves a session into the archive or the trash, or out of it. Leaves a session that is there already as it is. */
  const move = (id: SessionId, kind: "archive" | "delete", gone: boolean, now: number): void =>
    connection.write(() => {
      const column = kind === "archive" ? chatSessions.archived_at : chatSessions.deleted_at;
      const columns = { [column.name]: gone ? now : null };
      // A session that is being removed for good does not come back.
      const whole = sql`${chatSessions.id} NOT IN (SELECT session_id FROM partial_sessions)`;
      const there = and(eq(chatSessions.id, id), gone ? isNull(column) : isNotNull(column), whole);
      const { changes } = updating(orm).set(columns).where(there).run();
      if (changes === 0) return;
      if (gone) insertUndo(orm, { session_id: id, kind, created_at: now });
      else markUndoneOf(orm, id, kind, now);
    });
  return {
    createSession: (session, first) => {
      const create = () => {
        const row = orm.insert(chatSessions).values(newSessionRow(session)).returning().get();
        if (session.task !== undefined)
          orm
            .insert(sessionTasks)
            .values({ session_id: row.id, ...session.task })
            .run();
        if (first === undefined) return { session: toSummary({ ...row, ...NO_MARKS }) };
        const message = insertUserMessage(orm, first.message);
        writer.write(first.answer);
        deleteDraft(orm, first.draft);
        const moved = {
          model_json: message.metadata.model ?? row.model_json,
          updated_at: message.created_at,
        };
        return { session: { ...toSummary({ ...row, ...NO_MARKS, ...moved }), turns: 1 }, message };
      };
      return first === undefined ? connection.write(create) : connection.writeSynced(create);
    },
    session: view,
    renameSession: (id, title) => change(id, { title, metadata_json: titledBy("user") }),
    chooseAgent: (id, agent) =>
      change(id, {
        agent,
        metadata_json: sql`json_set(${chatSessions.metadata_json}, '$.agent_chosen', json('true'))`,
      }),
    archiveSession: (id, archived, now) => move(id, "archive", archived, now),
    trashSession: (id, trashed, now) => {
      move(id, "delete", trashed, now);
      return view(id);
    },
    decideTitle: (id, basis, title) =>
      connection.write(() => {
        const { changes } = updating(orm)
          .set({
            ...(title === undefined ? {} : { title }),
            metadata_json: titledBy(title === undefined ? "words" : "agent"),
          })
          .where(
            sql`${chatSessions.id} = ${id} AND ${chatSessions.title} = ${basis.title}
              AND json_extract(${chatSessions.metadata_json}, '$.titled_by') IS NULL`,
          )
          .run();
        return changes > 0;
      }),
    markSession: (session_id, marks) =>
      connection.write(() => {
        const insert = orm.insert(sessionMarks).values({ session_id, ...marks });
        insert.onConflictDoUpdate({ target: sessionMarks.session_id, set: marks }).run();
      }),
  };
}

/** Reads a session that is not in the trash, with what stands beside it. */
function viewReader(connection: Connection): SessionStore["session"] {
  const marksOf = connection.raw.prepare<
    [SessionId],
    { pinned_at: number | null; unread_since: number | null }
  >("SELECT pinned_at, unread_since FROM session_marks WHERE session_id = ?");
  const rowOf = connection.orm
    .select()
    .from(chatSessions)
    .where(sql`${chatSessions.id} = ${sql.placeholder("id")} AND ${chatSessions.deleted_at} IS NULL`)
    .prepare();
  const withFacts = listFactsReader(connection);
  const partOf = partOfReader(connection);
  return (id) => {
    const row = rowOf.get({ id });
    const found = row && toView({ ...row, ...(marksOf.get(id) ?? NO_MARKS) });
    return (
      found && { ...found, session: { ...(withFacts([found.session])[0] ?? found.session), ...partOf(id) } }
    );
  };
}

const updating = (orm: Connection["orm"]) => orm.update(chatSessions);

export function sessionNotFound(id: SessionId): BraidError {
  return new BraidError("SESSION_NOT_FOUND", say("session.gone.message", { id }), {
    hint: say("session.gone.hint"),
  });
}
