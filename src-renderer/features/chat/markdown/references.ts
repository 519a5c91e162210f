/**
 * What one block of a message says and others mean: link definitions and footnotes. Each block is parsed for itself, so what it refers to
 * is put in front of it, and only there: a definition that arrives late touches no block but those that wait for it.
 */
import type { Block } from "./blocks";

const DEFINITION = /^ {0,3}\[((?!\^)[^\]\n]{1,200})\]:[ \t]*\S[^\n]*$/gm;
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]{1,200})\]:[ \t]*/;
const MARKS = /\[\^([^\]\s]{1,200})\]/g;
const LABELS = /\[([^[\]\n]{1,200})\]/g;
const CODE_SPAN = /(`+)[^`][\s\S]*?\1/g;

const normal = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase();

export interface Footnote {
  number: number;
  label: string;
  /** Its words, as Markdown; undefined while it has been referred to and not yet written. */
  text: string | undefined;
}

export interface References {
  /** Definitions of links, as lines, by label. */
  links: ReadonlyMap<string, string>;
  /** Footnotes in the order in which they are first referred to. */
  notes: ReadonlyMap<string, Footnote>;
}

const NONE: References = { links: new Map(), notes: new Map() };

/** Cheap where there is nothing to find, which is nearly always. */
function mayRefer({ kind, source }: Block): boolean {
  return kind !== "code" && kind !== "plain" && kind !== "image" && source.includes("[");
}

interface Found {
  definitions: readonly (readonly [string, string])[];
  marks: readonly string[];
}

const NOTHING: Found = { definitions: [], marks: [] };
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
  const marks = source.includes("[^")
    ? [...body.replace(CODE_SPAN, "").matchAll(MARKS)].map(([, label = ""]) => normal(label))
    : [];
  const result = { definitions, marks };
  found.set(block, result);
  return result;
}

/** The label and the words of a footnote's block, its further lines no longer indented. */
function footnoteOf({ source }: Block): { label: string; text: string } {
  const [start = "", label = ""] = FOOTNOTE.exec(source.trimStart()) ?? [];
  return { label, text: source.trimStart().slice(start.length).replace(/^ {4}/gm, "") };
}

/** All that the blocks of a message define. `ended`: a footnote that is still missing will not come. */
export function referencesOf(blocks: readonly Block[], ended: boolean): References {
  const links = new Map<string, string>();
  const texts = new Map<string, { label: string; text: string }>();
  const marks: string[] = [];
  for (const block of blocks) {
    const { definitions, marks: own } = find(block);
    for (const [label, line] of definitions) addFirst(links, label, line);
    const note = block.kind === "footnote" ? footnoteOf(block) : undefined;
    if (note !== undefined) addFirst(texts, normal(note.label), note);
    marks.push(...own);
  }
  if (links.size === 0 && marks.length === 0 && texts.size === 0) return NONE;
  return { links, notes: numbered(marks, texts, ended) };
}

/** Of two definitions of one label the first counts, as Markdown has it. */
function addFirst<T>(map: Map<string, T>, label: string, value: T): void {
  if (!map.has(label)) map.set(label, value);
}

/** Notes nobody refers to stand at the end: no word is lost. */
function numbered(
  marks: readonly string[],
  texts: ReadonlyMap<string, { label: string; text: string }>,
  ended: boolean,
): Map<string, Footnote> {
  const notes = new Map<string, Footnote>();
  for (const label of [...marks, ...texts.keys()]) {
    const note = texts.get(label);
    if (notes.has(label) || (note === undefined && ended)) continue;
    notes.set(label, { number: notes.size + 1, label: note?.label ?? label, text: note?.text });
  }
  return notes;
}

/** The block's Markdown with what it refers to in front of it. The number of a footnote stands where its words would. */
export function withReferences(block: Block, text: string, { links, notes }: References): string {
  if (links.size + notes.size === 0 || /^\s*\n? {4}/.test(text)) return text;
  const { definitions, marks } = find(block);
  const own = new Set(definitions.map(([label]) => label));
  const wanted = new Set<string>();
  for (const label of new Set(marks)) {
    const note = notes.get(label);
    if (note !== undefined) wanted.add(`[^${note.label}]: ${note.number}`);
  }
  if (links.size > 0)
    for (const [, label = ""] of text.matchAll(LABELS)) {
      const line = own.has(normal(label)) ? undefined : links.get(normal(label));
      if (line !== undefined) wanted.add(line);
    }
  return wanted.size === 0 ? text : `${[...wanted].join("\n")}\n\n${text}`;
}
