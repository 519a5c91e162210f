/** Answers a search: asks the index, and reads what is shown, and what decides the filters, from the database as it is now. */
import type { Database } from "better-sqlite3";
import type { Found, FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import {
  type FoundKind,
  parseSearch,
  saysSomething,
} from "../../../src-preload/contract/domain/search-query";
import { type Atom, askedBy } from "./atoms";
import { type Candidate, candidatesReader } from "./candidates";
import { expressionOf, fieldsOf, type WordsFrom, wordsReader } from "./expression";
import { admits } from "./filters";
import { cutFrom } from "./snippet";
import { textsReader } from "./texts";

/** Documents among which the best are sought, from the newest on. */
const RANKED = 2000;
/** Milliseconds, and documents, after which a page ends although it is not full: filters may leave out almost everything. */
const MOST_MS = 250;
const MOST_LOOKED = 20_000;

const NEWEST = `SELECT w.rowid AS doc, d.id FROM words w CROSS JOIN docs d ON d.doc = w.rowid
  WHERE words MATCH ? AND w.rowid < ? ORDER BY w.rowid DESC`;
const BOUND = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?";
/** The weights of the fields, in their order: a title says most, the output of a tool least. */
const BEST = `SELECT w.rowid AS doc, d.id FROM words w CROSS JOIN docs d ON d.doc = w.rowid
  WHERE words MATCH ? AND w.rowid >= ? ORDER BY bm25(words, 2, 0.5, 3, 1, 4, 8), w.rowid DESC LIMIT -1 OFFSET ?`;

interface Row {
  doc: number;
  id: string;
}

export type Find = (request: SearchRequest) => FoundPage;

export function createFind(db: Database, index: Database): Find {
  const rows = rowsReader(index);
  const textsOf = textsReader(db);
  const wordsFrom: WordsFrom = wordsReader(index);
  return (request) => {
    const query = parseSearch(request.text);
    const asked = askedBy(query);
    const fields = fieldsOf(query.filters);
    const says = saysSomething(query) && (asked.all.length > 0 || query.filters.length > 0);
    const expression = says ? expressionOf(asked, fields, wordsFrom) : undefined;
    if (expression === undefined) return { results: [] };
    const candidateOf = candidatesReader(db);
    return pageOf(rows(expression, request), request, ({ id }) => {
      const candidate = candidateOf(id);
      if (candidate === undefined || !admits(query.filters, candidate)) return undefined;
      return shown(candidate, fields, asked.all, textsOf);
    });
  };
}

function rowsReader(index: Database) {
  const newest = index.prepare<[string, number], Row>(NEWEST);
  const bound = index.prepare<[string, number], number>(BOUND).pluck();
  const best = index.prepare<[string, number, number], Row>(BEST);
  return (expression: string, { order, after }: SearchRequest): IterableIterator<Row> =>
    order === "newest"
      ? newest.iterate(expression, after ?? Number.MAX_SAFE_INTEGER)
      : best.iterate(expression, bound.get(expression, RANKED) ?? 0, after ?? 0);
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
    last = row.doc;
    const found = take(row);
    if (found !== undefined) results.push(found);
  }
  return { results };
}

function shown(
  { message, session }: Candidate,
  fields: readonly FoundKind[],
  atoms: readonly Atom[],
  textsOf: ReturnType<typeof textsReader>,
): Found | undefined {
  const texts =
    message === undefined ? [{ kind: "title" as const, text: session.shown.title }] : textsOf(message);
  const cut = cutFrom(
    texts.filter(({ kind }) => fields.includes(kind)),
    atoms,
  );
  if (cut === undefined) return undefined;
  const { kind, snippet } = cut;
  const model_id = message?.model_id ?? undefined;
  return {
    session: session.shown,
    kind,
    snippet,
    at: message?.created_at ?? session.created_at,
    ...(message === undefined ? {} : { message_id: message.id }),
    ...(model_id === undefined ? {} : { model_id }),
    ...(message?.hidden_at ? { hidden: true } : {}),
  };
}
