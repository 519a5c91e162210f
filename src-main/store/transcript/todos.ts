/** Finds the newest list of things to do of a session (RN-5). */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { isTodo, type TodoList } from "../../../src-preload/contract/domain/tools";
import type { TranscriptStore } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { IN_FORCE } from "./in-force";

/** A call that failed, or still runs, has written no list. What cannot be parsed is read over. */
const LIST = `CASE WHEN json_valid(p.data_json) THEN p.data_json -> '$.output.todos' END`;

/** The statements of this file, for the test that looks at their plans. */
export const TODO_SQL = {
  /** A summary that stands for the list's message carries the list over (CP-5), so it counts. A timeline that was left does not. */
  newest: `SELECT p.message_id, ${LIST} AS todos FROM chat_parts p CROSS JOIN chat_messages ON chat_messages.id = p.message_id
    WHERE p.session_id = ? AND p.type = 'tool-todo' AND json_type(${LIST}) = 'array'
      AND NOT EXISTS (${IN_FORCE} AND o.cause <> 'compaction')
    ORDER BY p.message_id DESC, p."index" DESC LIMIT 1`,
} as const;

type Row = Pick<TodoList, "message_id"> & { todos: string };

export function todoVerbs({ raw }: Pick<Connection, "raw">): Pick<TranscriptStore, "newestTodos"> {
  const newest = raw.prepare<[SessionId], Row>(TODO_SQL.newest);
  return {
    newestTodos: (session_id) => {
      const row = newest.get(session_id);
      if (row === undefined) return undefined;
      const items: unknown[] = JSON.parse(row.todos);
      return { message_id: row.message_id, todos: items.filter(isTodo) };
    },
  };
}
