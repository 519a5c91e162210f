/** Answers a search: asks the index, and reads what is shown, and what decides the filters, from the database as it is now. */
import type { Database } from "better-sqlite3";
import type { Found, FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { type FoundKind, parseSearch } from "../../../src-preload/contract/domain/search-query";
import { type Atom, askedBy, isIn } from "./atoms";
import { type Candidate, candidatesReader } from "./candidates";
import { expressionOf, kindsFor, type WordsFrom, wordsReader } from "./expression";
import { admits } from "./filters";
import { hitsIn, type Sought, soughtBy } from "./hits";
import { FIRST_TITLE, ZONES, type Zone, zoneOfRow } from "./index-file";
import { zoneOfKind } from "./indexer";
import { idSql } from "./keys";
import { cutFrom } from "./snippet";
import { manyTextsReader, type Said } from "./texts";
import { tokensOf } from "./words";

/** Documents that are ranked together, from the newest on. The best of older ones come behind all of these. */
const RANKED = 2000;
/** Milliseconds, and documents, after which a page ends although it is not full: filters may leave out almost everything. */
const MOST_MS = 250;
const MOST_LOOKED = 20_000;
/** Rows that are read together: those of a page, and of a short page these. */
const FEWEST_AT_ONCE = 16;
const atOnce = (limit: number): number => Math.max(limit, FEWEST_AT_ONCE);

const DOCUMENTS = `SELECT w.rowid AS row, ${idSql("d.key")} AS id FROM words w CROSS JOIN docs d ON d.doc = w.rowid / ${ZONES.length}`;
/** A bit for each zone: a list of them would be asked for each row. */
const IN_ZONES = `(? >> (w.rowid % ${ZONES.length})) & 1`;
const NEWEST = `${DOCUMENTS} WHERE words MATCH ? AND w.rowid < ? AND ${IN_ZONES} ORDER BY w.rowid DESC`;
/** A sum, because SQLite would compile the statement anew for each value of a variable that is all of a limit. */
const NEWEST_SOME = `${NEWEST} LIMIT 0 + ?`;
const BOUND = `SELECT w.rowid FROM words w WHERE words MATCH ? AND ${IN_ZONES} ORDER BY w.rowid DESC LIMIT 1 OFFSET ?`;
/** A title or a label says most, the output of a tool least. The rank is the lower the better. */
const WEIGHT = `iif(w.rowid >= ${FIRST_TITLE * ZONES.length}, 8, CASE w.rowid % ${ZONES.length} WHEN 0 THEN 3 WHEN 3 THEN 4 WHEN 4 THEN 8 ELSE 1 END)`;
const BEST = `${DOCUMENTS} WHERE words MATCH ? AND w.rowid >= ? AND w.rowid < ? AND ${IN_ZONES}
  ORDER BY bm25(words) * ${WEIGHT}, w.rowid DESC LIMIT -1 OFFSET ?`;

interface Row {
  row: number;
  id: string;
}

export type Find = (request: SearchRequest) => FoundPage;

export function createFind(db: Database, index: Database): Find {
  const rows = rowsReader(index);
  const textsOf = manyTextsReader(db);
  const wordsFrom: WordsFrom = wordsReader(index);
  const candidates = candidatesReader(db);
  const find: Find = (request) => {
    const query = parseSearch(request.text);
    const asked = askedBy(query);
    const kinds = kindsFor(query);
    const says = kinds.length > 0 && (asked.all.length > 0 || query.filters.length > 0);
    const expression = says ? expressionOf(asked, kinds, wordsFrom) : undefined;
    if (expression === undefined) return { results: [] };
    const candidatesOf = candidates();
    const sought = soughtBy(asked.all);
    const left = expression.left.map((atom) => ({ atom, sought: soughtBy([atom]) }));
    return pageOf(rows(expression.text, kinds, request), request, function* (some) {
      const read = candidatesOf(some.map(({ id }) => id));
      const fitting = some.flatMap(({ row }, place): Fitting[] => {
        const candidate = read[place];
        if (candidate === undefined) return [];
        const kind = kindOf(candidate, zoneOfRow(row));
        return kinds.includes(kind) && admits(query.filters, candidate) ? [{ place, candidate, kind }] : [];
      });
      const texts = textsOf(fitting.flatMap(({ candidate: { message } }) => message ?? []));
      try {
        for (const { place, candidate, kind } of fitting) {
          const said = candidate.message === undefined ? titleOf(candidate) : texts.next().value || [];
          const own = said.filter((one) => one.kind === kind).map(({ text }) => text);
          const isFound = left.every((one) => holds(own, one));
          yield { place, found: isFound ? shown(candidate, kind, sought, own, said) : undefined };
        }
      } finally {
        texts.return();
      }
    });
  };
  // One moment of the database for a whole page, and one lock.
  return db.transaction(find);
}

interface Fitting {
  /** The index among the rows that are read together. */
  place: number;
  candidate: Candidate;
  kind: FoundKind;
}

/** A list shows no title of a sidecar, but its first question. */
const titleOf = ({ session }: Candidate): Said[] =>
  session.beside_id === null ? [{ kind: "title", text: session.title }] : [];

function rowsReader(index: Database) {
  const some = index.prepare<[string, number, number, number], Row>(NEWEST_SOME);
  const newest = index.prepare<[string, number, number], Row>(NEWEST);
  const bound = index.prepare<[string, number, number], number>(BOUND).pluck();
  const best = index.prepare<[string, number, number, number, number], Row>(BEST);
  /** The rows of a page come at once, and those behind it only where filters leave out some: each step to a row has its own cost. */
  function* newestOf(expression: string, zones: number, before: number, limit: number): Generator<Row> {
    const page = some.all(expression, before, zones, atOnce(limit) + 1);
    yield* page;
    const last = page[atOnce(limit)];
    if (last !== undefined) yield* newest.iterate(expression, last.row, zones);
  }
  /** Filters may leave out all of the newest, so that it goes on to older ones. `after`: rows that earlier pages have taken. */
  function* bestOf(expression: string, zones: number, after: number): Generator<Row> {
    const endOf = (count: number) => bound.get(expression, zones, count - 1);
    let taken = after - (after % RANKED);
    let end: number | undefined = taken === 0 ? Number.MAX_SAFE_INTEGER : endOf(taken);
    for (let skipped = after - taken; end !== undefined; skipped = 0) {
      taken += RANKED;
      const last = endOf(taken);
      yield* best.iterate(expression, last ?? 0, end, zones, skipped);
      end = last;
    }
  }
  return (
    expression: string,
    kinds: readonly FoundKind[],
    { order, after, limit }: SearchRequest,
  ): IterableIterator<Row> => {
    const zones = kinds.reduce((bits, kind) => bits | (1 << ZONES.indexOf(zoneOfKind(kind))), 0);
    return order === "newest"
      ? newestOf(expression, zones, after ?? Number.MAX_SAFE_INTEGER, limit)
      : bestOf(expression, zones, after ?? 0);
  };
}

type Take = (rows: readonly Row[]) => Iterable<{ place: number; found: Found | undefined }>;

/** Takes rows until the page is full, or has taken long enough. */
function pageOf(
  rows: IterableIterator<Row>,
  { order, limit, after = 0 }: SearchRequest,
  take: Take,
): FoundPage {
  const results: Found[] = [];
  const at_once = atOnce(limit);
  const until = performance.now() + MOST_MS;
  let looked = 0;
  let some: Row[];
  const endAt = (place: number): FoundPage => {
    const isLast = place === some.length - 1 && (some.length < at_once || rows.next().done === true);
    if (isLast) return { results };
    return { results, next: order === "newest" ? (some[place]?.row ?? 0) : after + looked + place + 1 };
  };
  try {
    do {
      some = taken(rows, at_once);
      for (const { place, found } of take(some)) {
        if (found !== undefined) results.push(found);
        if (results.length === limit || performance.now() > until) return endAt(place);
      }
      if (looked + some.length >= MOST_LOOKED || performance.now() > until) return endAt(some.length - 1);
      looked += some.length;
    } while (some.length === at_once);
    return { results };
  } finally {
    rows.return?.();
  }
}

function taken(rows: IterableIterator<Row>, count: number): Row[] {
  const some: Row[] = [];
  while (some.length < count) {
    const { value, done } = rows.next();
    if (done === true) break;
    some.push(value);
  }
  return some;
}

function kindOf({ message }: Candidate, zone: Zone): FoundKind {
  if (message === undefined) return "title";
  if (zone !== "said") return zone;
  return message.role === "user" ? "question" : "answer";
}

/** Names in their whole forms are tokens side by side: of several tokens the list of all may have a row that no text has. */
function holds(texts: readonly string[], { atom, sought }: { atom: Atom; sought: Sought }): boolean {
  const isSeen = texts.some((text) => hitsIn(text, sought).next().done === false);
  return isSeen || (atom.tokens.length > 1 && isIn(atom, tokensOf(texts)));
}

function shown(
  { message, session }: Candidate,
  kind: FoundKind,
  sought: Sought,
  texts: readonly string[],
  said: readonly Said[],
): Found | undefined {
  const snippet = cutFrom(texts, sought, kind === "answer");
  if (snippet === undefined) return undefined;
  const found: Found = {
    session: session.shown,
    kind,
    snippet,
    at: message?.created_at ?? session.created_at,
  };
  if (kind === "label") found.beginning = beginningOf(said);
  if (message === undefined) return found;
  found.message_id = message.id;
  if (message.model_id !== null) found.model_id = message.model_id;
  if (message.hidden !== undefined) found.hidden = message.hidden;
  return found;
}

const NOTHING = soughtBy([]);

/** Returns the first words of a message, cut as a snippet is. */
function beginningOf(said: readonly Said[]): string {
  const first = said.find(({ kind }) => kind === "question" || kind === "answer");
  return first === undefined ? "" : (cutFrom([first.text], NOTHING, first.kind === "answer")?.text ?? "");
}
