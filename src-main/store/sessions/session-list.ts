/** The list of sessions: by recency, a page at a time, from indexes alone (SE-1). */
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { hasWords, wordsOf } from "../../../src-preload/contract/domain/fold-title";
import type { SessionPage, SessionQuery, SessionStore } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { type SummaryRow, toSummary } from "../database/rows";
import { chatSessions, sessionMarks } from "../database/schema";
import { ancestorReader } from "./ancestors";
import { listFactsReader } from "./list-facts";
import { summaryColumns } from "./summary-columns";

/**
 * Titles that a filter reads in one call: about 3 ms. No filter holds the process up, however many sessions there are and however few of
 * them match (docs/decisions/the-list-filter-is-bounded.md).
 */
export const FILTER_SCAN = 2000;

export function sessionListVerbs(
  connection: Connection,
): Pick<SessionStore, "listSessions" | "sessionsAbove"> {
  const { orm, raw } = connection;
  // A function of this connection, not of the schema: other programs read the database without it.
  raw.function(
    "session_has_words",
    { deterministic: true },
    (title: unknown, folder: unknown, words: unknown) =>
      hasWords(String(title), typeof folder === "string" ? folder : null, String(words).split(" ")) ? 1 : 0,
  );
  const withFacts = listFactsReader(connection);
  const ancestors = ancestorReader(connection);
  const above: typeof ancestors = (page, query) => withFacts(ancestors(page, query));
  const list = (query: SessionQuery, words: string): Listed => {
    // One more than asked for tells whether there are more.
    const limit = query.limit + 1;
    if (words === "") return pageOf(sessionList(orm, query, limit).all(), query);
    const scanned = sessionList(orm, query, FILTER_SCAN).as("scanned");
    const matching = orm
      .select()
      .from(scanned)
      .where(sql`session_has_words(${scanned.title}, ${scanned.workspace_root}, ${words})`)
      .orderBy(desc(scanned.updated_at), desc(scanned.id))
      .limit(limit);
    const page = pageOf(matching.all(), query);
    const last = page.next === undefined ? lastScanned(orm, query) : undefined;
    return last === undefined ? page : { ...page, next: last };
  };
  return {
    listSessions: (query) => {
      const words = wordsOf(query.filter ?? "").join(" ");
      const page = list(query, words);
      const sessions = withFacts(page.sessions);
      return { ...page, sessions, above: above(sessions, { ...query, words }) };
    },
    sessionsAbove: (session) =>
      above([session], {
        archived: session.archived_at !== undefined,
        pinned: session.pinned_at !== undefined,
        words: "",
      }),
  };
}

type Listed = Omit<SessionPage, "above">;

function pageOf(rows: SummaryRow[], { limit }: SessionQuery): Listed {
  const sessions = rows.slice(0, limit).map(toSummary);
  const last = sessions.at(-1);
  if (rows.length <= limit || last === undefined) return { sessions };
  return { sessions, next: { updated_at: last.updated_at, id: last.id } };
}

/** The end of a scan that read all the titles it may. */
function lastScanned(orm: Connection["orm"], query: SessionQuery): SessionPage["next"] {
  const row = sessionList(orm, query, 1)
    .offset(FILTER_SCAN - 1)
    .get();
  return row && { updated_at: row.updated_at, id: row.id };
}

/** Reads one covering index from the beginning of the page (each of the four filters has its own), and the few marks by their key. */
export function sessionList(orm: Connection["orm"], query: SessionQuery, limit: number) {
  const { before, workspace_root, pinned } = query;
  const filters: (SQL | undefined)[] = [
    query.archived ? isNotNull(chatSessions.archived_at) : isNull(chatSessions.archived_at),
    isNull(chatSessions.deleted_at),
    // Sidecars are shown beside their session alone (BR-4).
    sql`NOT EXISTS (SELECT 1 FROM session_asides WHERE session_asides.session_id = ${chatSessions.id})`,
    // The call that a helper works for leads to it (AG-2).
    sql`NOT EXISTS (SELECT 1 FROM session_tasks WHERE session_tasks.session_id = ${chatSessions.id})`,
    workspace_root === undefined ? undefined : eq(chatSessions.workspace_root, workspace_root),
    before && sql`(${chatSessions.updated_at}, ${chatSessions.id}) < (${before.updated_at}, ${before.id})`,
  ];
  const marked = eq(sessionMarks.session_id, chatSessions.id);
  const from = orm.select(summaryColumns);
  const rows =
    pinned === true
      ? // Goes from the few pinned marks to their sessions: SQLite takes the tables of a cross join in their written order.
        from
          .from(sessionMarks)
          .crossJoin(chatSessions)
          .where(and(isNotNull(sessionMarks.pinned_at), marked, ...filters))
      : from
          .from(chatSessions)
          .leftJoin(sessionMarks, marked)
          .where(and(...filters, pinned === false ? isNull(sessionMarks.pinned_at) : undefined));
  return rows.orderBy(desc(chatSessions.updated_at), desc(chatSessions.id)).limit(limit).$dynamic();
}
