/**
 * Link definitions and footnotes, which stand in one block of a message and are referred to by others. Each block is parsed alone, so the
 * definitions that it needs are put before it. A definition that arrives late thus changes only the blocks that wait for it. Settled blocks
 * are read once.
 */
import type { Block } from "./blocks";

const DEFINITION = /^ {0,3}\[((?!\^)[^\]\n]{1,200})\]:[ \t]*\S[^\n]*$/gm;
const FOOTNOTE = /^ {0,3}\[\^([^[\]\s]{1,200})\]:[ \t]*/;
const MARKS = /\[\^([^[\]\s]{1,200})\]/g;
const LABELS = /\[([^[\]\n]{1,200})\]/g;

/**
 * The most link definitions and footnotes of one message. Further definitions are not used, and further footnotes stay text where they were
 * written.
 */
export const MOST_LINKS = 2_000;
export const MOST_NOTES = 100;
/** The most characters of definitions that are put before one block. */
const LONGEST_BEFORE = 32_000;

const normal = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase();

export interface Footnote {
  number: number;
  label: string;
  /** The words of the footnote, as Markdown; undefined while only references to it are written. */
  text: string | undefined;
}

/** Quickly rules out blocks without references, which are nearly all. */
function mayRefer({ kind, source }: Block): boolean {
  return kind !== "code" && kind !== "plain" && kind !== "image" && source.includes("[");
}

interface Found {
  definitions: readonly (readonly [string, string])[];
  note: { label: string; text: string } | undefined;
  /** The footnotes that the block refers to. */
  marks: readonly string[];
  /** All texts in brackets. */
  labels: readonly string[];
}

const NOTHING: Found = { definitions: [], note: undefined, marks: [], labels: [] };
const found = new WeakMap<Block, Found>();

function find(block: Block): Found {
  if (!mayRefer(block)) return NOTHING;
  const known = found.get(block);
  if (known !== undefined) return known;
  const { source } = block;
  const definitions = source.includes("]:")
    ? [...source.matchAll(DEFINITION)].map(([line, label = ""]) => [normal(label), line] as const)
    : [];
  const body = block.kind === "footnote" ? source.replace(FOOTNOTE, "") : source;
  const marks = source.includes("[^") ? allOf(withoutCode(body), MARKS) : [];
  const note = block.kind === "footnote" ? footnoteOf(block) : undefined;
  const result = { definitions, note, marks, labels: allOf(source, LABELS) };
  found.set(block, result);
  return result;
}

const allOf = (text: string, expression: RegExp): string[] => [
  ...new Set([...text.matchAll(expression)].map(([, label = ""]) => normal(label))),
];

/** Removes code spans: from a run of backticks to the next one of the same length. */
function withoutCode(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)];
  /** The places of the runs that may still close one, by their length. */
  const places = new Map<number, number[]>();
  for (const [at, [run]] of runs.entries()) {
    const same = places.get(run.length);
    if (same === undefined) places.set(run.length, [at]);
    else same.push(at);
  }
  let kept = "";
  let from = 0;
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    const ends = places.get(run?.[0].length ?? 0) ?? [];
    while (ends.length > 0 && (ends[0] ?? 0) <= at) ends.shift();
    const end = runs[ends[0] ?? -1];
    if (run === undefined || end === undefined) continue;
    kept += text.slice(from, run.index);
    from = end.index + end[0].length;
    at = ends[0] ?? at;
  }
  return kept + text.slice(from);
}

/** Returns the label and the words of a footnote's block, without the indent of its further lines. */
function footnoteOf({ source }: Block): { label: string; text: string } {
  const [start = "", label = ""] = FOOTNOTE.exec(source.trimStart()) ?? [];
  return { label, text: source.trimStart().slice(start.length).replace(/^ {4}/gm, "") };
}

/** The references between the blocks of a message. */
export class References {
  readonly #links: ReadonlyMap<string, string>;
  /** The footnotes by their labels, in the order in which they are first referred to. */
  readonly #notes: ReadonlyMap<string, Footnote>;

  constructor(links: ReadonlyMap<string, string>, notes: ReadonlyMap<string, Footnote>) {
    this.#links = links;
    this.#notes = notes;
  }

  /** The footnotes that stand at the end of the message. */
  get notes(): Footnote[] {
    return [...this.#notes.values()].filter(({ text }) => text !== undefined);
  }

  get isEmpty(): boolean {
    return this.#links.size + this.#notes.size === 0;
  }

  /** Returns true if this block is a footnote that stands at the end. */
  isNote(block: Block): boolean {
    const { note } = find(block);
    return note !== undefined && this.#notes.get(normal(note.label))?.text !== undefined;
  }

  /** Returns the definitions to put before a block. For a footnote its number stands in place of its words. */
  before(block: Block): string {
    if (this.isEmpty || /^\s*\n? {4}/.test(block.source)) return "";
    const { definitions, marks, labels } = find(block);
    const own = new Set(definitions.map(([label]) => label));
    const lines: string[] = [];
    for (const label of marks) {
      const note = this.#notes.get(label);
      if (note !== undefined) lines.push(`[^${note.label}]: ${note.number}`);
    }
    if (this.#links.size > 0)
      for (const label of labels) {
        const line = own.has(label) ? undefined : this.#links.get(label);
        if (line !== undefined) lines.push(line);
      }
    return lines.length === 0 ? "" : `${shortened(lines).join("\n")}\n\n`;
  }
}

function shortened(lines: readonly string[]): string[] {
  let size = 0;
  return [...new Set(lines)].filter((line) => {
    size += line.length + 1;
    return size <= LONGEST_BEFORE;
  });
}

/** Adds a definition. The first of two with the same label counts, as in Markdown. */
function addFirst<T>(map: Map<string, T>, label: string, value: T, most: number): void {
  if (map.size < most && !map.has(label)) map.set(label, value);
}

const NONE = new References(new Map(), new Map());

/** The definitions found in blocks, in their order. */
class Gathered {
  readonly links = new Map<string, string>();
  readonly notes = new Map<string, { label: string; text: string }>();
  readonly marks = new Set<string>();

  add({ definitions, note, marks }: Found): void {
    for (const [label, line] of definitions) addFirst(this.links, label, line, MOST_LINKS);
    if (note !== undefined) addFirst(this.notes, normal(note.label), note, MOST_NOTES);
    for (const mark of marks) if (this.marks.size < 2 * MOST_NOTES) this.marks.add(mark);
  }

  copy(): Gathered {
    const copy = new Gathered();
    for (const [label, line] of this.links) copy.links.set(label, line);
    for (const [label, note] of this.notes) copy.notes.set(label, note);
    for (const mark of this.marks) copy.marks.add(mark);
    return copy;
  }

  /**
   * Numbers the footnotes. Even footnotes that nobody refers to stand at the end, so that no word is lost. `ended`: missing ones will not
   * come any more.
   */
  numbered(ended: boolean): Map<string, Footnote> {
    const notes = new Map<string, Footnote>();
    for (const label of [...this.marks, ...this.notes.keys()]) {
      const note = this.notes.get(label);
      if (notes.has(label) || (note === undefined && ended)) continue;
      notes.set(label, { number: notes.size + 1, label: note?.label ?? label, text: note?.text });
    }
    return notes;
  }
}

/** Reads the references of growing blocks. Returns the same object until they change. */
export class ReferenceReader {
  #gathered = new Gathered();
  #read: readonly Block[] = [];
  #ended = false;
  #open: Found = NOTHING;
  #references = NONE;

  of(settled: readonly Block[], open: Block | undefined, ended: boolean): References {
    const known = this.#read.length;
    const goesOn = known <= settled.length && this.#read[known - 1] === settled[known - 1];
    if (!goesOn) this.#gathered = new Gathered();
    const added = settled.slice(goesOn ? known : 0).map(find);
    for (const each of added) this.#gathered.add(each);
    const tail = open === undefined ? NOTHING : find(open);
    const says = (one: Found) => one.definitions.length > 0 || one.marks.length > 0 || one.note !== undefined;
    const changed =
      !goesOn ||
      added.some(says) ||
      says(tail) ||
      says(this.#open) ||
      (ended !== this.#ended && !this.#isEmpty);
    this.#read = settled;
    this.#ended = ended;
    this.#open = tail;
    if (changed) {
      const all = says(tail) ? this.#gathered.copy() : this.#gathered;
      if (says(tail)) all.add(tail);
      this.#references =
        all.links.size + all.notes.size + all.marks.size === 0
          ? NONE
          : new References(new Map(all.links), all.numbered(ended));
    }
    return this.#references;
  }

  get #isEmpty(): boolean {
    return this.#gathered.links.size + this.#gathered.marks.size + this.#gathered.notes.size === 0;
  }
}
