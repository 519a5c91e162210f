/** Compiles the patterns of rules and matches them in linear time: patterns and targets are hostile (PM-1). */

import { homedir } from "node:os";
import { posix } from "node:path";
import type { Permission } from "../../../src-preload/contract/domain/permissions";
import { literalPattern } from "../../../src-preload/contract/domain/permissions";

/** A pattern, ready to match. */
export interface CompiledPattern {
  /** Every match begins with this text. */
  prefix: string;
  /** The characters of the pattern that are no wildcard: more of them make it more specific. */
  literal_length: number;
  matches(target: string): boolean;
}

/** The literal texts between the wildcards of a pattern. One text means no wildcard. */
type Pieces = string[];

const isPath = (permission: Permission): boolean => permission === "read" || permission === "edit";

/** Returns the form in which paths are matched: with `/` on every system. */
export const asTarget = (permission: Permission, target: string): string =>
  isPath(permission) && process.platform === "win32" ? target.replaceAll("\\", "/") : target;

/** Returns undefined for a pattern that can match nothing: a relative path without a workspace. */
export function compilePattern(
  permission: Permission,
  pattern: string,
  workspace_root: string | undefined,
): CompiledPattern | undefined {
  return isPath(permission) ? compilePath(pattern, workspace_root) : compileText(pattern);
}

function compileText(pattern: string): CompiledPattern {
  const pieces = splitAtStars(pattern);
  const last = pieces.at(-2);
  // `npm test *` is `npm test` with or without more words.
  const isOpenEnded = pieces.length > 1 && pieces.at(-1) === "" && last?.endsWith(" ") === true;
  if (!isOpenEnded) return compiled(pieces, (target) => matchesPieces(pieces, target));
  const bare = [...pieces.slice(0, -2), last.slice(0, -1)];
  return {
    prefix: bare[0] ?? "",
    literal_length: lengthOf(bare),
    matches: (target) => matchesPieces(bare, target) || matchesPieces(pieces, target),
  };
}

const lengthOf = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + piece.length, 0);

function compiled(pieces: Pieces, matches: (target: string) => boolean): CompiledPattern {
  const [prefix = ""] = pieces;
  return { prefix, literal_length: lengthOf(pieces), matches };
}

/** Splits at each `*` that no backslash escapes. A backslash at the end stands for itself. */
function splitAtStars(pattern: string): Pieces {
  const pieces: Pieces = [];
  let piece = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "*") {
      pieces.push(piece);
      piece = "";
    } else if (character === "\\" && at + 1 < pattern.length) {
      at++;
      piece += pattern.charAt(at);
    } else {
      piece += character;
    }
  }
  pieces.push(piece);
  return pieces;
}

/** Takes the first place for each piece between the ends: no later place could serve the rest better. */
function matchesPieces(pieces: Pieces, target: string): boolean {
  const [first = "", ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return target === first;
  if (target.length < first.length + last.length) return false;
  if (!target.startsWith(first) || !target.endsWith(last)) return false;
  const end = target.length - last.length;
  let at = first.length;
  for (const piece of rest) {
    const found = target.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Returns the pattern as an absolute one. `**` at the front stays: it means every folder. */
function absolutePattern(pattern: string, workspace_root: string | undefined): string | undefined {
  if (pattern === "~" || pattern.startsWith("~/")) return escapedRoot(homedir()) + pattern.slice(1);
  if (pattern.startsWith("/") || /^[a-z]:\//i.test(pattern)) return pattern;
  // `C:\\Users`, as `literalPattern` writes it.
  if (process.platform === "win32" && /^[a-z]:\\\\/i.test(pattern)) return pattern.replaceAll("\\\\", "/");
  if (workspace_root === undefined) return undefined;
  return `${escapedRoot(workspace_root)}/${pattern}`;
}

const escapedRoot = (root: string): string => {
  const whole = literalPattern(asTarget("read", root));
  return whole.endsWith("/") ? whole.slice(0, -1) : whole;
};

function compilePath(pattern: string, workspace_root: string | undefined): CompiledPattern | undefined {
  const absolute = absolutePattern(pattern, workspace_root);
  if (absolute === undefined) return undefined;
  const names = posix.normalize(absolute).split("/");
  if (names.length > 1 && names.at(-1) === "") names.pop();
  /** Runs of names between each `**`. */
  const runs: Pieces[][] = [[]];
  for (const name of names) {
    if (name === "**") runs.push([]);
    else runs.at(-1)?.push(splitAtStars(name));
  }
  const literal = names.filter((name) => name !== "**").map(splitAtStars);
  const literal_length = literal.reduce((sum, pieces) => sum + lengthOf(pieces) + 1, -1);
  const isExact = runs.length === 1 && literal.every((pieces) => pieces.length === 1);
  const exact = literal.map(([piece = ""]) => piece).join("/");
  return {
    prefix: isExact ? exact : literalStart(runs[0] ?? []),
    literal_length,
    matches: isExact ? (target) => target === exact : (target) => matchesRuns(runs, target.split("/")),
  };
}

/** The names at the front that have no wildcard. */
function literalStart(run: Pieces[]): string {
  const wild = run.findIndex((pieces) => pieces.length > 1);
  const names = wild < 0 ? run : run.slice(0, wild);
  return names.map(([piece = ""]) => piece).join("/");
}

function matchesRuns(runs: Pieces[][], names: string[]): boolean {
  const [first = [], ...rest] = runs;
  const last = rest.pop();
  if (last === undefined) return names.length === first.length && matchesRun(first, names, 0);
  const end = names.length - last.length;
  if (end < first.length || !matchesRun(first, names, 0) || !matchesRun(last, names, end)) return false;
  let at = first.length;
  for (const run of rest) {
    while (at + run.length <= end && !matchesRun(run, names, at)) at++;
    if (at + run.length > end) return false;
    at += run.length;
  }
  return true;
}

const matchesRun = (run: Pieces[], names: string[], at: number): boolean =>
  run.every((pieces, index) => matchesPieces(pieces, names[at + index] ?? ""));
