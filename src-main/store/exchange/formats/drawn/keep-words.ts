/** Keeps the words of Markdown's tree that no element would show: they become text where they stand. */
import type { FootnoteDefinition, Nodes, Paragraph, Parents, Root, RootContent } from "mdast";
import { isPlainInfo } from "../as-written";

interface Kept {
  /** The text of the tree. */
  source: string;
  /** Characters before the text's own. */
  before: number;
  /** The links that the earlier pieces of the text refer to; takes those of this one. */
  linked: Set<string>;
}

/** @throws RangeError for a table that is far larger than its text */
export function keepWords(tree: Root, kept: Kept): void {
  const all = parentsIn(tree);
  const notes = shownNotes(tree, all);
  for (const { children } of all)
    for (const node of children)
      if (node.type === "linkReference" || node.type === "imageReference") kept.linked.add(node.identifier);
  const defined = new Set<string>();
  for (const parent of all) {
    if (parent.type === "table") widen(parent);
    const children = (parent.children as RootContent[]).flatMap((node): RootContent[] => {
      switch (node.type) {
        case "footnoteDefinition":
          return notes.has(node) ? [node] : [said(`[^${node.label ?? node.identifier}]:`), ...node.children];
        case "definition":
          return isNeeded(node.identifier, defined, kept) || startOf(node) < kept.before
            ? [node]
            : [said(kept.source.slice(startOf(node), node.position?.end.offset))];
        case "code": {
          const info = [node.lang, node.meta].filter(Boolean).join(" ");
          return isPlainInfo(info) ? [node] : [said(info), node];
        }
        default:
          return [node];
      }
    });
    if (
      children.length !== parent.children.length ||
      children.some((node, at) => node !== parent.children[at])
    )
      parent.children = children as never;
  }
}

const said = (value: string): Paragraph => ({ type: "paragraph", children: [{ type: "text", value }] });
const startOf = ({ position }: Nodes): number => position?.start.offset ?? 0;

/** Several definitions may have one name: the first of them counts. */
function isNeeded(identifier: string, defined: Set<string>, { linked }: Kept): boolean {
  if (defined.has(identifier)) return false;
  defined.add(identifier);
  return linked.has(identifier);
}

/** Each row is filled up to the longest one: a few thousand characters may ask for millions of cells. */
const MOST_CELLS = 50_000;

/** A row may have more cells than the first one. */
function widen(table: Nodes & { type: "table" }): void {
  const { align, children } = table;
  const columns = children.reduce((most, row) => Math.max(most, row.children.length), align?.length ?? 0);
  if (columns * children.length > MOST_CELLS) throw new RangeError("a table of too many cells");
  table.align = Array.from({ length: columns }, (_, at) => align?.[at] ?? null);
}

function parentsIn(tree: Nodes): Parents[] {
  const found: Parents[] = [];
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!("children" in node)) continue;
    found.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return found;
}

const isNote = (node: Nodes): node is FootnoteDefinition => node.type === "footnoteDefinition";

/** The footnotes that the text refers to, and those that these refer to. Several may have one name: the first of them counts. */
function shownNotes(tree: Root, all: readonly Parents[]): Set<FootnoteDefinition> {
  const named = all.flatMap(({ children }) => (children as RootContent[]).filter(isNote));
  const notes = new Map(named.toReversed().map((note) => [note.identifier, note]));
  const shown = new Set<FootnoteDefinition>();
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const note = node.type === "footnoteReference" ? notes.get(node.identifier) : undefined;
    if (note !== undefined && !shown.has(note)) {
      shown.add(note);
      for (const child of note.children) waiting.push(child);
    } else if ("children" in node && !isNote(node)) for (const child of node.children) waiting.push(child);
  }
  return shown;
}
