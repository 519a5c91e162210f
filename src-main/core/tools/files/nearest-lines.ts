/** Tells a model which lines of a file are nearest to a text that is not in it. */
import { createBreathing } from "../../time-slice";
import { headOf } from "../whole-text";

/** UTF-16 units of a line that are compared and shown. */
const LINE_LENGTH = 300;
const MOST_LINES = 50_000;
const MOST_SHOWN = 3;
const MOST_LINES_OF_BLOCK = 20;
/** Share of pairs of letters in common, from which lines are said to be alike. */
const ALIKE = 0.5;

interface FileLine {
  number: number;
  text: string;
  /** Without white space at both ends, and with single blanks within. */
  plain: string;
}

const plainLine = (line: string): string => headOf(line.trim().replace(/\s+/g, " "), LINE_LENGTH);

/** Returns sentences for the model. @throws the signal's reason */
export async function nearestInWords(text: string, wanted: string, signal: AbortSignal): Promise<string> {
  const lines = await linesOf(text, signal);
  const block = wanted.split("\n", MOST_LINES).map(plainLine);
  while (block[0] === "") block.shift();
  while (block.at(-1) === "") block.pop();
  if (block.length === 0) return "The old_text is only white space: take the lines around it into it.";
  const same = await sameBut(lines, block, signal);
  if (same !== undefined) {
    return `Lines ${same[0]?.number}–${same.at(-1)?.number} differ only in white space or line ends. They are:\n${shown(same)}`;
  }
  const nearest = await alike(lines, block, signal);
  if (nearest.length === 0) return "No line is like it. Read the file again.";
  return `The lines most like it:\n${shown(nearest)}`;
}

/** White space is mostly the difference: quotes and escapes show it. */
function shown(lines: readonly FileLine[]): string {
  const texts = lines
    .slice(0, MOST_LINES_OF_BLOCK)
    .map(({ number, text }) => `${number}: ${JSON.stringify(headOf(text, LINE_LENGTH))}`);
  return texts.join("\n");
}

async function linesOf(text: string, signal: AbortSignal): Promise<FileLine[]> {
  const breathe = createBreathing();
  const lines: FileLine[] = [];
  for (let from = 0; from < text.length && lines.length < MOST_LINES; ) {
    const next = text.indexOf("\n", from);
    const end = next < 0 ? text.length : next;
    // More of a line is not compared: it may be as long as the file.
    const line = text.slice(from, Math.min(end, from + 4 * LINE_LENGTH));
    lines.push({ number: lines.length + 1, text: line, plain: plainLine(line) });
    from = end + 1;
    signal.throwIfAborted();
    await breathe();
  }
  return lines;
}

/** The first run of lines that are those of `block` but for white space. */
async function sameBut(
  lines: readonly FileLine[],
  block: readonly string[],
  signal: AbortSignal,
): Promise<FileLine[] | undefined> {
  const breathe = createBreathing();
  for (let at = 0; at + block.length <= lines.length; at++) {
    let same = 0;
    while (same < block.length && lines[at + same]?.plain === block[same]) {
      same++;
      if (same % 1000 === 0) await breathe();
    }
    if (same === block.length) return lines.slice(at, at + same);
    signal.throwIfAborted();
    await breathe();
  }
  return undefined;
}

/** The lines that are most like the longest one of `block`, in their order. */
async function alike(
  lines: readonly FileLine[],
  block: readonly string[],
  signal: AbortSignal,
): Promise<FileLine[]> {
  const breathe = createBreathing();
  const longest = block.reduce((one, other) => (other.length > one.length ? other : one));
  const pairs = pairsOf(longest);
  const found: { line: FileLine; share: number }[] = [];
  for (const line of lines) {
    // Lines of very different lengths have too few pairs in common.
    const is_near = line.plain.length >= longest.length / 3 && line.plain.length <= longest.length * 3;
    const share = is_near ? sharedPairs(pairs, line.plain) : 0;
    if (share >= ALIKE) found.push({ line, share });
    signal.throwIfAborted();
    await breathe();
  }
  const best = found.sort((one, other) => other.share - one.share).slice(0, MOST_SHOWN);
  return best.map(({ line }) => line).sort((one, other) => one.number - other.number);
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Twice the pairs in common, divided by the pairs of both: 1 for the same text. */
function sharedPairs(pairs: ReadonlyMap<string, number>, text: string): number {
  const others = pairsOf(text);
  let common = 0;
  let all = 0;
  for (const [pair, count] of others) {
    common += Math.min(count, pairs.get(pair) ?? 0);
    all += count;
  }
  for (const count of pairs.values()) all += count;
  return all === 0 ? 0 : (2 * common) / all;
}
