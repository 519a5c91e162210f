/**
 * Cuts Markdown into pieces that a parser reads one by one. What it needs for some texts grows with the square of their length: pieces of a
 * bounded length make the whole linear. A piece without a place to cut is not drawn.
 */

export interface MarkdownPiece {
  /** Definitions of other pieces that the text refers to. */
  before: string;
  text: string;
  /** Short and flat enough to be parsed in good time. */
  drawable: boolean;
}

/** Characters outside of fences: from the first number on a piece ends where it may, beyond the second it is not drawn. */
const PIECE = 4_000;
const LARGEST = 12_000;
/** Characters with what looks like code: a parser may take the fence for words, and must not be given all that follows it. */
const LARGEST_WITH_CODE = 40_000;
/** Definitions that pieces may share. */
const MOST_DEFINITIONS = 100;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** Begins something new behind a blank line: no further entry of a list, row, quotation or continued line. */
const BEGINS = /^(?!(?:[-*+]|\d{1,9}[.)])\s|[>|])\S/;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*\S/;
/** A parser would call itself once for each of these marks. */
const DEEP = /^(?:[ \t]*(?:>|[*+-](?=\s)|\d{1,9}[.)](?=\s))){24}/m;

/** A line, or a fenced block. */
interface Stretch {
  lines: string[];
  size: number;
  isCode: boolean;
}

function* stretchesOf(markdown: string): Generator<Stretch, undefined> {
  let code: (Stretch & { fence: string }) | undefined;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    const size = line.length + 1;
    if (code !== undefined) {
      code.lines.push(line);
      code.size += size;
      if (!fence.startsWith(code.fence) || rest.trim() !== "") continue;
      yield code;
      code = undefined;
      // Behind a fence of backticks no other may stand in its line.
    } else if (fence === "" || (fence.startsWith("`") && rest.includes("`")))
      yield { lines: [line], size, isCode: false };
    else code = { lines: [line], size, isCode: true, fence };
  }
  if (code !== undefined) yield code;
}

/** A long one is a piece by itself. Within a list a fence may end earlier than its own mark, so one that is indented is none. */
const isAlone = ({ isCode, size, lines: [first = ""] }: Stretch): boolean =>
  isCode && size > PIECE && !first.startsWith(" ");

interface Piece {
  lines: string[];
  prose: number;
  size: number;
  isAlone: boolean;
}

export function cut(markdown: string): MarkdownPiece[] {
  const pieces: Piece[] = [];
  const definitions = new Map<string, string>();
  let before = "";
  for (const stretch of stretchesOf(markdown)) {
    const { lines, size, isCode } = stretch;
    const [first = ""] = lines;
    const alone = isAlone(stretch);
    let piece = pieces.at(-1);
    const ends = (piece?.prose ?? 0) >= PIECE && before.trim() === "" && BEGINS.test(first);
    if (piece === undefined || piece.isAlone || alone || ends) {
      piece = { lines: [], prose: 0, size: 0, isAlone: alone };
      pieces.push(piece);
    }
    for (const line of lines) piece.lines.push(line);
    piece.size += size;
    if (!isCode) {
      piece.prose += size;
      const label = DEFINITION.exec(first)?.[1]?.toLowerCase();
      if (label !== undefined && definitions.size < MOST_DEFINITIONS && !definitions.has(label))
        definitions.set(label, first);
    }
    before = lines.at(-1) ?? "";
  }
  return pieces.map(({ lines, prose, size, isAlone }) => {
    const text = lines.join("\n");
    if (isAlone) return { before: "", text, drawable: true };
    const drawable = prose <= LARGEST && size <= LARGEST_WITH_CODE && !DEEP.test(text);
    return { before: drawable && pieces.length > 1 ? neededIn(text, definitions) : "", text, drawable };
  });
}

/** The definitions of other pieces that a text refers to. */
function neededIn(text: string, definitions: ReadonlyMap<string, string>): string {
  const folded = text.toLowerCase();
  return [...definitions]
    .filter(([label]) => folded.includes(`[${label}]`) && !folded.includes(`[${label}]:`))
    .map(([, line]) => `${line}\n\n`)
    .join("");
}
