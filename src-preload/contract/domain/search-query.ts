/**
 * The language of the search: words, "phrases", words that must be absent (`-word`) and filters (`model:`, `in:`, …). Pure: the window
 * shows as chips what was understood, and main searches by it.
 */

export const KINDS = ["question", "answer", "reasoning", "tool", "file", "label", "title"] as const;
export type FoundKind = (typeof KINDS)[number];
export const STATES = ["hidden", "archived", "trash", "sidecar", "pinned", "labelled"] as const;
export type FoundState = (typeof STATES)[number];
export const SPEAKERS = ["me", "model"] as const;
export const FILTERS = ["model", "in", "from", "kind", "label", "before", "after", "is"] as const;
export type FilterName = (typeof FILTERS)[number];

/** A place in the query's text. */
interface Span {
  start: number;
  end: number;
}

export interface QueryWords extends Span {
  text: string;
  /** Stood in quotation marks: its words in a row, the last one whole. */
  quoted: boolean;
  /** Results must not hold the word. */
  negated: boolean;
}

export interface QueryFilter extends Span {
  name: FilterName;
  value: string;
  negated: boolean;
}

/** Something in the query that looks like a filter and is none. */
export interface QueryProblem extends Span {
  is: "unknown-filter" | "no-value" | "unknown-value" | "no-date";
  name: string;
  value: string;
}

export interface SearchQuery {
  words: QueryWords[];
  filters: QueryFilter[];
  problems: QueryProblem[];
}

const TOKEN = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S*))/giy;
const VALUES: Partial<Record<FilterName, readonly string[]>> = { kind: KINDS, is: STATES, from: SPEAKERS };

const isFilter = (name: string): name is FilterName => (FILTERS as readonly string[]).includes(name);

/** Reads what its user typed. Never fails: what is no filter is a word. */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [], filters: [], problems: [] };
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    TOKEN.lastIndex = at;
    const [whole = "", minus = "", name, quoted, bare = ""] = TOKEN.exec(text) ?? [];
    const end = at + Math.max(whole.length, 1);
    take(query, { minus, name: name?.toLowerCase(), quoted, bare }, { start: at, end });
    at = end;
  }
  return query;
}

interface Read {
  minus: string;
  name: string | undefined;
  quoted: string | undefined;
  bare: string;
}

function take(query: SearchQuery, { minus, name, quoted, bare }: Read, span: Span): void {
  const negated = minus !== "";
  const value = quoted ?? bare;
  if (name === undefined) {
    if (value !== "") query.words.push({ text: value, quoted: quoted !== undefined, negated, ...span });
    return;
  }
  if (isFilter(name)) {
    const problem = problemOf(name, value);
    if (problem === undefined) query.filters.push({ name, value: folded(name, value), negated, ...span });
    else query.problems.push({ is: problem, name, value, ...span });
    return;
  }
  query.words.push({ text: `${name}:${value}`, quoted: quoted !== undefined, negated, ...span });
  // `https://…`, `C:\…` and `a::b` are words of their own.
  if (value !== "" && !/^[/\\:]/.test(value) && name.length > 1)
    query.problems.push({ is: "unknown-filter", name, value, ...span });
}

const folded = (name: FilterName, value: string): string =>
  VALUES[name] === undefined ? value : value.toLowerCase();

function problemOf(name: FilterName, value: string): QueryProblem["is"] | undefined {
  if (value.trim() === "") return "no-value";
  if (name === "before" || name === "after") return dayOf(value) === undefined ? "no-date" : undefined;
  const known = VALUES[name];
  return known === undefined || known.includes(value.toLowerCase()) ? undefined : "unknown-value";
}

/** The moment at which a day, a month or a year begins where its user is, in epoch milliseconds; undefined for no date. */
export function dayOf(value: string): number | undefined {
  const [, year, month = "1", day = "1"] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const isReal = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isReal ? date.getTime() : undefined;
}

/** The query without one of its parts, for a chip that is taken away. */
export function withoutPart(text: string, { start, end }: Span): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

/** True where there is something to search by. */
export const saysSomething = ({ words, filters }: SearchQuery): boolean =>
  words.length > 0 || filters.length > 0;
