/** Makes the diff of a change, bounded in time and size: both texts may be hostile. */
import { type StructuredPatchHunk, structuredPatch } from "diff";
import type { FileDiff } from "../../../../src-preload/contract/domain/tools";
import { createBreathing } from "../../time-slice";

/** A change of which more than this differs is counted and not shown: UTF-16 units and lines of either side. */
const MOST_CHARACTERS = 1_000_000;
const MOST_LINES = 20_000;
/** Milliseconds and changed lines after which the smallest diff is not looked for any longer. */
const LONGEST_MS = 500;
const MOST_CHANGED_LINES = 2000;
/** Lines around a change. */
const CONTEXT = 3;

/** Returns the diff from `before` to `after`. `before` is undefined for a new file. Counts are 0 where the change is too large. */
export async function diffOf(path: string, before: string | undefined, after: string): Promise<FileDiff> {
  const created = before === undefined ? { created: true as const } : {};
  const part = await changedPart(before ?? "", after);
  const sides = [part.before, part.after];
  if (sides.some((side) => side.length > MOST_CHARACTERS || linesIn(side) > MOST_LINES))
    return { path, patch: "", added: before === undefined ? linesIn(after) : 0, removed: 0, ...created };
  const hunks = before === undefined ? wholeHunk("", after) : await hunksOf(part.before, part.after);
  return {
    path,
    patch: hunks.map((hunk) => hunkText(hunk, part.lines_before)).join("\n"),
    added: countOf(hunks, "+"),
    removed: countOf(hunks, "-"),
    ...created,
  };
}

/** A diff that only says that the file changes, for contents that are no text or too large. */
export const unknownDiff = (path: string): FileDiff => ({ path, patch: "", added: 0, removed: 0 });

function linesIn(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

interface ChangedPart {
  before: string;
  after: string;
  /** Lines in front of the part. */
  lines_before: number;
}

/** Leaves out what is the same at both ends, but for the lines of context: the rest of a long file is mostly short. */
async function changedPart(before: string, after: string): Promise<ChangedPart> {
  const shorter = Math.min(before.length, after.length);
  const head = await sameUnits(shorter, (at, length) => before.startsWith(after.slice(at, at + length), at));
  const tail = await sameUnits(shorter - head, (at, length) =>
    before.endsWith(after.slice(after.length - at - length, after.length - at), before.length - at),
  );
  const from = linesBack(before, head);
  const until = linesOn(before, before.length - tail);
  return {
    before: before.slice(from, until),
    after: after.slice(from, after.length - (before.length - until)),
    lines_before: linesIn(before.slice(0, from)),
  };
}

/** Returns how many of `most` units are the same, by halving pieces. `same` says it of a piece from one end. */
async function sameUnits(most: number, same: (at: number, length: number) => boolean): Promise<number> {
  const breathe = createBreathing();
  let at = 0;
  let piece = 65_536;
  while (at < most && piece >= 1) {
    const length = Math.min(piece, most - at);
    if (same(at, length)) at += length;
    else piece = Math.floor(length / 2);
    await breathe();
  }
  return at;
}

/** The start of the line that stands `CONTEXT` lines before the one at `at`. */
function linesBack(text: string, at: number): number {
  let start = at;
  for (let line = 0; line <= CONTEXT && start > 0; line++) {
    const end_before = start - (line === 0 ? 1 : 2);
    start = end_before < 0 ? 0 : text.lastIndexOf("\n", end_before) + 1;
  }
  return start;
}

/** The end of the line that stands `CONTEXT` lines behind the one at `at`. */
function linesOn(text: string, at: number): number {
  let end = at;
  for (let line = 0; line <= CONTEXT && end < text.length; line++) {
    const next = text.indexOf("\n", end);
    end = next < 0 ? text.length : next + 1;
  }
  return end;
}

async function hunksOf(before: string, after: string): Promise<StructuredPatchHunk[]> {
  const hunks = await new Promise<StructuredPatchHunk[] | undefined>((resolve) =>
    structuredPatch("", "", before, after, undefined, undefined, {
      context: CONTEXT,
      maxEditLength: MOST_CHANGED_LINES,
      timeout: LONGEST_MS,
      callback: (patch) => resolve(patch?.hunks),
    }),
  );
  return hunks ?? wholeHunk(before, after);
}

/** One hunk that takes everything out and puts everything in. */
function wholeHunk(before: string, after: string): StructuredPatchHunk[] {
  const lines = [...markedLines(before, "-"), ...markedLines(after, "+")];
  if (lines.length === 0) return [];
  const [oldLines, newLines] = [linesIn(before), linesIn(after)];
  return [{ oldStart: 1, oldLines, newStart: 1, newLines, lines }];
}

function markedLines(text: string, mark: "-" | "+"): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const is_whole = lines.at(-1) === "";
  if (is_whole) lines.pop();
  return [...lines.map((line) => mark + line), ...(is_whole ? [] : ["\\ No newline at end of file"])];
}

function hunkText(hunk: StructuredPatchHunk, lines_before: number): string {
  // A side without lines is named by the line before it.
  const range = (start: number, lines: number) => `${start + lines_before - (lines === 0 ? 1 : 0)},${lines}`;
  const { oldStart, oldLines, newStart, newLines, lines } = hunk;
  return [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...lines].join("\n");
}

const countOf = (hunks: readonly StructuredPatchHunk[], mark: string): number =>
  hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0);
