/** A search without an index: reads all texts by the same word rule. The tests of the index compare it with this. */
import type { Database } from "better-sqlite3";
import type { Found, FoundPage, SearchRequest } from "../../../../src-preload/contract/domain/search";
import { parseSearch, type QueryFilter } from "../../../../src-preload/contract/domain/search-query";
import { openDatabase } from "../../database/connection";
import { askedBy, isIn } from "../atoms";
import { ZONES } from "../index-file";
import { zoneOfKind } from "../indexer";
import { textsReader } from "../texts";
import { tokensOf } from "../words";

/** How the window marks a result. */
interface Marks {
  hidden: boolean;
  archived: boolean;
  trash: boolean;
  sidecar: boolean;
}

interface Row {
  id: string;
  role: string;
  title: string;
  hidden_at: number | null;
  archived_at: number | null;
  deleted_at: number | null;
  beside_id: string | null;
}

const SESSIONS = `chat_sessions s LEFT JOIN session_asides a ON a.session_id = s.id
  WHERE s.id NOT IN (SELECT session_id FROM partial_sessions)`;
const OF_SESSION = "s.title, s.archived_at, s.deleted_at, a.beside_id";
const MESSAGES = `SELECT m.id, m.role, m.hidden_at, ${OF_SESSION} FROM chat_messages m JOIN ${SESSIONS} AND s.id = m.session_id
  AND (m.role = 'user' OR json_extract(m.metadata_json, '$.finish_reason') IS NOT NULL)`;
const TITLES = `SELECT s.id, '' AS role, NULL AS hidden_at, ${OF_SESSION} FROM ${SESSIONS}`;

const marksOf = ({ hidden_at, archived_at, deleted_at, beside_id }: Row): Marks => ({
  hidden: hidden_at !== null,
  archived: archived_at !== null,
  trash: deleted_at !== null,
  sidecar: beside_id !== null,
});

const named = (id: string, kind: string, marks: Marks): string =>
  [id, kind, ...Object.entries(marks).flatMap(([name, isSet]) => (isSet ? [name] : []))].join(" ");

function fits(filters: readonly QueryFilter[], kind: string, marks: Marks): boolean {
  return filters.every(({ name, value, negated }) => {
    const isMet = name === "kind" ? kind === value : marks[value as keyof Marks];
    return isMet !== negated;
  });
}

/**
 * Reads all texts of messages by their zone, and the titles that a list shows, as they are at this moment. Returns a search in them, which
 * knows the filters `kind:` and `is:`.
 */
export function scan(file: string): (query: string) => string[] {
  const db = openDatabase(file, { readonly: true });
  const documents = [...documentsIn(db)]
    .map(({ row, kind, texts }) => ({ id: row.id, kind, marks: marksOf(row), tokens: tokensOf(texts) }))
    .filter(({ tokens }) => tokens.length > 0);
  db.close();
  return (query) => {
    const { filters, words } = parseSearch(query);
    const { all, none } = askedBy({ words });
    return documents
      .filter(({ kind, marks }) => fits(filters, kind, marks))
      .filter(({ tokens }) => all.every((atom) => isIn(atom, tokens)))
      .filter(({ tokens }) => !none.some((atom) => isIn(atom, tokens)))
      .map(({ id, kind, marks }) => named(id, kind, marks))
      .sort();
  };
}

function* documentsIn(db: Database): Iterable<{ row: Row; kind: string; texts: string[] }> {
  const textsOf = textsReader(db);
  for (const row of db.prepare<[], Row>(MESSAGES).all()) {
    const texts = [...textsOf(row)];
    for (const zone of ZONES) {
      const own = texts.filter((text) => zoneOfKind(text.kind) === zone);
      yield { row, kind: own[0]?.kind ?? "", texts: own.map(({ text }) => text) };
    }
  }
  // A sidecar goes by its first question.
  for (const row of db.prepare<[], Row>(TITLES).all())
    if (row.beside_id === null) yield { row, kind: "title", texts: [row.title] };
}

const nameOf = ({ message_id, session, kind, hidden }: Found): string =>
  named(message_id ?? session.id, kind, {
    hidden: hidden !== undefined,
    archived: session.archived === true,
    trash: session.trashed === true,
    sidecar: session.sidecar_of !== undefined,
  });

/** All pages of a search, as `scan` tells them. */
export async function searched(
  search: (request: SearchRequest) => FoundPage | Promise<FoundPage>,
  query: string,
  limit = 7,
): Promise<string[]> {
  const found: string[] = [];
  let after: number | undefined;
  do {
    const page = await search({
      text: query,
      order: "newest",
      limit,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.results.map(nameOf));
    after = page.next;
  } while (after !== undefined);
  return found.sort();
}
