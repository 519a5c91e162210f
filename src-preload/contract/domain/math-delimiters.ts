/**
 * Formulas as models write them: `\(…\)`, `\[…\]`, and `$…$` by the rule that tells it from money (no blank inside of either sign, no digit
 * behind the closing one). Other dollar signs are escaped, and code is left alone.
 */

/** The target of a link, a code span or block, an escaped character, or a possible formula. The first that fits is taken whole. */
const PIECES =
  /(?<destination>\]\((?:\\[^\n]|[^\s\\()])*\))|(?<code>^[ \t>]*(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<ticks>`+)(?!`)[\s\S]*?[^`]\k<ticks>(?!`))|\\\((?<round>[^\n]+?)\\\)|\\\[(?<square>[\s\S]+?)\\\]|\$\$(?<double>[\s\S]*?)\$\$|(?<escaped>\\[\s\S])|\$(?<single>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?!\d)|(?<sign>\$)/gm;

const MAY_BE = /[$]|\\[([]/;

/** Returns Markdown in which every formula stands between dollar signs, and every other dollar sign is escaped. */
export function withMathDelimiters(text: string): string {
  if (!MAY_BE.test(text)) return text;
  return text.replace(PIECES, (all: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { round, square, double, sign } = groups;
    if (round !== undefined) return `$${round.trim()}$`;
    if (square !== undefined) return display(square, rest);
    if (double !== undefined && isRagged(double)) return display(double, rest);
    if (sign !== undefined) return "\\$";
    return all;
  });
}

/** Words beside the signs: a parser would drop those behind the first, and miss the end behind the last ones. */
const isRagged = (formula: string): boolean =>
  formula.includes("\n") && !/^[ \t]*\n(?:[\s\S]*\n)?[ \t>]*$/.test(formula);

/** Makes a display formula a block of its own if it has its lines to itself. */
function display(formula: string, rest: unknown[]): string {
  const [offset, text] = [rest.at(-3) as number, rest.at(-2) as string];
  const lead = /(?:^|\n)([ \t>]*)$/.exec(text.slice(Math.max(0, offset - 80), offset))?.[1];
  const alone = lead !== undefined && /^[ \t]*(?:\n|$)/.test(text.slice(offset + formula.length + 4));
  if (!alone || formula.includes("$")) return `$$${formula.trim().replace(/\n/g, " ")}$$`;
  return `$$\n${lead}${formula.trim()}\n${lead}$$`;
}
