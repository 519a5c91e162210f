/** Answers a search: asks the index, and reads what is shown, and what decides the filters, from the database as it is now. */
import type { Database } from "better-sqlite3";
import type { Found, FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { type FoundKind, parseSearch } from "../../../src-preload/contract/domain/search-query";
import { type Atom, askedBy, isIn } from "./atoms";
import { type Candidate, candidatesReader } from "./candidates";
import { expressionOf, kindsOf, type WordsFrom, wordsReader } from "./expression";
import { admits } from "./filters";
import { ZONES, type Zone, zoneOfRow } from "./index-file";
import { FIRST_TITLE, zoneOfKind } from "./indexer";
import { idOf, type Key } from "./keys";
import { cutFrom } from "./snippet";
import { textsReader } from "./texts";
import { tokensOf } from "./words";

/** Documents among which the best are sought, from the newest on. */
const RANKED = 2000;
/** Milliseconds, and documents, after which a page ends although it is not full: filters may leave out almost everything. */
const MOST_MS = 250;
const MOST_LOOKED = 20_000;

const DOCUMENTS = "SELECT w.rowid AS row, d.key FROM words w CROSS JOIN docs d ON d.doc = w.rowid >> 2";
const IN_ZONES = "(w.rowid & 3) IN (SELECT value FROM json_each(?))";
const NEWEST = `${DOCUMENTS} WHERE words MATCH ? AND w.rowid < ? AND ${IN_ZONES} ORDER BY w.rowid DESC`;
const BOUND = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?";
/** A title says most, the output of a tool least. The rank is the lower the better. */
const WEIGHT = `iif(w.rowid >= ${FIRST_TITLE * ZONES.length}, 8, CASE w.rowid & 3 WHEN 0 THEN 3 WHEN 3 THEN 4 ELSE 1 END)`;
const BEST = `${DOCUMENTS} WHERE words MATCH ? AND w.rowid >= ? AND ${IN_ZONES}
  ORDER BY bm25(words) * ${WEIGHT}, w.rowid DESC LIMIT -1 OFFSET ?`;

interface Row {
  row: number;
  key: Key;
}

export type Find = (request: SearchRequest) => FoundPage;

export function createFind(db: Database, index: Database): Find {
  const rows = rowsReader(index);
  const textsOf = textsReader(db);
  const wordsFrom: WordsFrom = wordsReader(index);
  const candidates = candidatesReader(db);
  const textsIn = ({ message, session }: Candidate, kind: FoundKind): string[] => {
    // A list shows no title of a sidecar, but its first question.
    if (message === undefined) return session.beside_id === null ? [session.title] : [];
    return [...textsOf(message)].flatMap((said) => (said.kind === kind ? said.text : []));
  };
  const find: Find = (request) => {
    const query = parseSearch(request.text);
    const asked = askedBy(query);
    const kinds = kindsOf(query.filters);
    const says = kinds.length > 0 && (asked.all.length > 0 || query.filters.length > 0);
    const expression = says ? expressionOf(asked, wordsFrom) : undefined;
    if (expression === undefined) return { results: [] };
    const candidateOf = candidates();
    return pageOf(rows(expression.text, kinds, request), request, ({ row, key }) => {
      const candidate = candidateOf(idOf(key));
      if (candidate === undefined) return undefined;
      const kind = kindOf(candidate, zoneOfRow(row));
      if (!kinds.includes(kind) || !admits(query.filters, candidate)) return undefined;
      const texts = textsIn(candidate, kind);
      return holds(texts, expression.left) ? shown(candidate, kind, asked.all, texts) : undefined;
    });
  };
  // One moment of the database for a whole page, and one lock.
  return db.transaction(find);
}

function rowsReader(index: Database) {
  const newest = index.prepare<[string, number, string], Row>(NEWEST);
  const bound = index.prepare<[string, number], number>(BOUND).pluck();
  const best = index.prepare<[string, number, string, number], Row>(BEST);
  return (
    expression: string,
    kinds: readonly FoundKind[],
    { order, after }: SearchRequest,
  ): IterableIterator<Row> => {
    const zones = JSON.stringify(kinds.map((kind) => ZONES.indexOf(zoneOfKind(kind))));
    return order === "newest"
      ? newest.iterate(expression, after ?? Number.MAX_SAFE_INTEGER, zones)
      : best.iterate(expression, bound.get(expression, RANKED) ?? 0, zones, after ?? 0);
  };
}

/** Takes rows until the page is full, or has taken long enough. */
function pageOf(
  rows: IterableIterator<Row>,
  { order, limit, after = 0 }: SearchRequest,
  take: (row: Row) => Found | undefined,
): FoundPage {
  const results: Found[] = [];
  const until = performance.now() + MOST_MS;
  let looked = 0;
  let last = 0;
  for (const row of rows) {
    const isLong = looked === MOST_LOOKED || (looked > 0 && looked % 16 === 0 && performance.now() > until);
    if (results.length === limit || isLong)
      return { results, next: order === "newest" ? last : after + looked };
    looked += 1;
    last = row.row;
    const found = take(row);
    if (found !== undefined) results.push(found);
  }
  return { results };
}

function kindOf({ message }: Candidate, zone: Zone): FoundKind {
  if (message === undefined) return "title";
  if (zone !== "said") return zone;
  return message.role === "user" ? "question" : "answer";
}

function holds(texts: readonly string[], atoms: readonly Atom[]): boolean {
  if (atoms.length === 0) return true;
  const tokens = tokensOf(texts);
  return atoms.every((atom) => isIn(atom, tokens));
}

function shown(
  { message, session }: Candidate,
  kind: FoundKind,
  atoms: readonly Atom[],
  texts: readonly string[],
): Found | undefined {
  const snippet = cutFrom(texts, atoms, kind === "answer");
  if (snippet === undefined) return undefined;
  const model_id = message?.model_id ?? undefined;
  return {
    session: session.shown,
    kind,
    snippet,
    at: message?.created_at ?? session.created_at,
    ...(message === undefined ? {} : { message_id: message.id }),
    ...(model_id === undefined ? {} : { model_id }),
    ...(message?.hidden === undefined ? {} : { hidden: message.hidden }),
  };
}
