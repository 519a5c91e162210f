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
import type { CodedSentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";

/** A value and its place in the file; undefined takes out the value that is there. */
export interface SettingsEdit {
  path: JSONPath;
  value: unknown;
}

/**
 * Returns the changes to write. `now` is the file's present JSON value, which no schema has checked. Called again where the file changed
 * meanwhile.
 */
export type EditSettings = (now: unknown) => readonly SettingsEdit[];

const read = (text: string): unknown => parse(text, [], { allowTrailingComma: true });

function isWellFormed(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length === 0;
}

const valueAt = (root: unknown, path: JSONPath): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    root,
  );

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

/** Refuses to write into a file that could be misread: its user must mend it. */
export function mustBeMended(problems: readonly SettingsProblem[]): BraidError {
  const hint = problems
    .map(({ path, message }) => say("problems:at", { place: path, what: message }))
    .reduceRight<CodedSentence | undefined>(
      (rest, first) => (rest === undefined ? first : say("problems:lines", { first, rest })),
      undefined,
    );
  return new BraidError("INVALID_INPUT", say("settings:file.mend-first"), {
    hint: hint ?? say("settings:file.mend-hint"),
  });
}

/** Says why the disk refused, and what to do. The file is unchanged. */
export function notWritten(file: string, cause: unknown): unknown {
  if (cause instanceof BraidError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = REASONS[code] ?? "other";
  const what = { file, detail: cause instanceof Error ? cause.message : String(cause) };
  return new BraidError("SETTINGS_UNAVAILABLE", say(`settings:file.${reason}.message`, what), {
    hint: say(`settings:file.${reason}.hint`),
    cause,
  });
}

const REASONS: Record<string, "full" | "read-only"> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "read-only",
  EPERM: "read-only",
  EROFS: "read-only",
};
