/** Changes a few values in the text of `settings.json` and leaves the rest as its user typed it, comments included (SV-11). */

import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type ParseError,
  parse,
  parseTree,
} from "jsonc-parser";
import { type EditSettings, mustBeMended, valueAt } from "./settings-edits";

const read = (text: string): unknown => parse(text, [], { allowTrailingComma: true });

function isWellFormed(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length === 0;
}

/**
 * `text` is well-formed, or empty. Lines next to a change may be indented anew.
 * @throws BraidError `INVALID_INPUT` where the place is taken by something else, or stands in the file twice
 */
export function editSettings(text: string, edit: EditSettings): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes("\r\n") ? "\r\n" : "\n" };
  let edited = text.trim() === "" ? "{}\n" : text;
  for (const { path, value } of edit(read(edited) ?? {})) {
    const before = read(edited);
    try {
      const edits = value === undefined ? removalOfLast(edited, path) : undefined;
      edited = applyEdits(edited, edits ?? modify(edited, path, value, { formattingOptions }));
    } catch {
      throw mustBeMended([]);
    }
    // A name that stands in the file twice would be changed in one place and read from the other.
    const wanted = value === undefined ? successor(before, path) : JSON.parse(JSON.stringify(value));
    const isWhole = isWellFormed(edited) || !isWellFormed(text);
    if (!isWhole || !isDeepStrictEqual(valueAt(read(edited), path), wanted)) throw mustBeMended([]);
  }
  return edited;
}

/**
 * Removes the last of several items of a list, with the comma before it. The library expects a line break before the closing bracket, and
 * leaves half of a brace in a file of one line. Undefined for all other removals.
 */
function removalOfLast(text: string, path: JSONPath): Edit[] | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, path.slice(0, -1));
  const items = list?.type === "array" ? (list.children ?? []) : [];
  const [before, last] = items.slice(-2);
  if (before === undefined || last === undefined || Number(path.at(-1)) !== items.length - 1)
    return undefined;
  const scanner = createScanner(text);
  scanner.setPosition(before.offset + before.length);
  // Skips comments, which may hold commas of their own.
  do scanner.scan();
  while (text[scanner.getTokenOffset()] !== "," && scanner.getTokenOffset() < last.offset);
  // An item that ends its line takes the line with it: otherwise a comment before it would run on into the bracket.
  const ends = /^[ \t]*\r?\n/.test(text.slice(last.offset + last.length));
  const from = ends
    ? Math.max(text.slice(0, last.offset).trimEnd().length, scanner.getTokenOffset() + 1)
    : last.offset;
  return [
    { offset: scanner.getTokenOffset(), length: 1, content: "" },
    { offset: from, length: last.offset + last.length - from, content: "" },
  ];
}

/** The value at a place after the removal of its own: in a list, the next item. */
function successor(root: unknown, path: JSONPath): unknown {
  const holder = valueAt(root, path.slice(0, -1));
  return Array.isArray(holder) ? holder[Number(path.at(-1)) + 1] : undefined;
}
