/** A search without an index: reads all texts by the same word rule. The tests of the index compare it with this. */
import type { Database } from "better-sqlite3";
import { foldTitle } from "../../../../src-preload/contract/domain/fold-title";
import type { Found, FoundPage, SearchRequest } from "../../../../src-preload/contract/domain/search";
import { dayOf, parseSearch, type QueryFilter } from "../../../../src-preload/contract/domain/search-query";
import { openDatabase } from "../../database/connection";
import { questionOf } from "../../sessions/sidecar-name";
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
  created_at: number;
  model_id: string | null;
  /** As JSON. */
  labels: string;
  question: string | null;
}

/** What a search finds as one: a message's words of one zone, or a title. */
interface Document {
  row: Row;
  kind: string;
  marks: Marks;
}

const SESSIONS = `chat_sessions s LEFT JOIN session_asides a ON a.session_id = s.id
  WHERE s.id NOT IN (SELECT session_id FROM partial_sessions)`;
const OF_SESSION = `s.title, s.archived_at, s.deleted_at, a.beside_id, iif(a.session_id IS NULL, NULL, ${questionOf("s")}) AS question`;
const LABELS = "(SELECT json_group_array(name) FROM message_labels WHERE message_id = m.id)";
const MESSAGES = `SELECT m.id, m.role, m.hidden_at, m.created_at, m.metadata_json ->> '$.model.model_id' AS model_id,
  ${LABELS} AS labels, ${OF_SESSION} FROM chat_messages m JOIN ${SESSIONS} AND s.id = m.session_id
  AND (m.role = 'user' OR json_extract(m.metadata_json, '$.finish_reason') IS NOT NULL)`;
const TITLES = `SELECT s.id, '' AS role, NULL AS hidden_at, s.created_at, s.model_json ->> '$.model_id' AS model_id,
  '[]' AS labels, ${OF_SESSION} FROM ${SESSIONS}`;

const marksOf = ({ hidden_at, archived_at, deleted_at, beside_id }: Row): Marks => ({
  hidden: hidden_at !== null,
  archived: archived_at !== null,
  trash: deleted_at !== null,
  sidecar: beside_id !== null,
});

const named = (id: string, kind: string, marks: Marks): string =>
  [id, kind, ...Object.entries(marks).flatMap(([name, isSet]) => (isSet ? [name] : []))].join(" ");

/** Values of the same filter that are alternatives. The others are conditions, each for itself. */
const ALTERNATIVES: readonly string[] = ["model", "in", "label", "from", "kind"];

function fits(filters: readonly QueryFilter[], document: Document): boolean {
  const asked = filters.filter(({ negated }) => !negated);
  const refused = filters.filter(({ negated }) => negated);
  const conditions = asked.filter(({ name }) => !ALTERNATIVES.includes(name));
  const names = new Set(asked.map(({ name }) => name).filter((name) => ALTERNATIVES.includes(name)));
  return (
    !refused.some((one) => meets(one, document)) &&
    conditions.every((one) => meets(one, document)) &&
    [...names].every((name) => asked.some((one) => one.name === name && meets(one, document)))
  );
}

function meets({ name, value }: QueryFilter, { row, kind, marks }: Document): boolean {
  const has = (text: string | null) => foldTitle(text ?? "").includes(foldTitle(value));
  const labels = JSON.parse(row.labels) as string[];
  switch (name) {
    case "kind":
      return kind === value;
    case "model":
      return has(row.model_id);
    case "in":
      return has(row.question) || has(row.title);
    case "label":
      return labels.some(has);
    case "from":
      return row.role === (value === "me" ? "user" : "assistant");
    case "before":
      return row.created_at < (dayOf(value) ?? 0);
    case "after":
      return row.created_at >= (dayOf(value) ?? 0);
    case "is":
      return value === "labelled" ? labels.length > 0 : marks[value as keyof Marks];
  }
}

/**
 * Reads all texts of messages by their zone, and the titles that a list shows, as they are at this moment. Returns a search in them.
 */
export function scan(file: string): (query: string) => string[] {
  const db = openDatabase(file, { readonly: true });
  const documents = [...documentsIn(db)]
    .map(({ row, kind, texts }) => ({ row, kind, marks: marksOf(row), tokens: tokensOf(texts) }))
    .filter(({ tokens }) => tokens.length > 0);
  db.close();
  return (query) => {
    const { filters, words } = parseSearch(query);
    const { all, none } = askedBy({ words });
    const isOfLabels = filters.some(
      ({ name, value, negated }) => !negated && (name === "label" || value === "labelled"),
    );
    const labelsAlone = isOfLabels && words.length === 0 && !filters.some(({ name }) => name === "kind");
    return (
      documents
        // Who asks for labels alone gets each labelled message once.
        .filter(({ kind }) => !labelsAlone || kind === "label")
        .filter((document) => fits(filters, document))
        .filter(({ tokens }) => all.every((atom) => isIn(atom, tokens)))
        .filter(({ tokens }) => !none.some((atom) => isIn(atom, tokens)))
        .map(({ row, kind, marks }) => named(row.id, kind, marks))
        .sort()
    );
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
