import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSearch } from "../../../src-preload/contract/domain/search-query";
import { askedBy } from "./atoms";
import { soughtBy } from "./hits";
import { cutFrom } from "./snippet";

const sought = (query: string) => soughtBy(askedBy(parseSearch(query)).all);
/** The snippet with its marks in brackets. */
function shown(texts: string[], query: string): string | undefined {
  const found = cutFrom(texts, sought(query));
  if (found === undefined) return undefined;
  const { text, marks } = found;
  return marks.reduceRight(
    (said, { start, end }) => `${said.slice(0, start)}[${said.slice(start, end)}]${said.slice(end)}`,
    text,
  );
}
const FILL = "lorem ipsum ".repeat(100);

describe("[SE-5a] the piece of a text that a result shows", () => {
  it("holds the words, marked, on one line", () => {
    expect(shown(["Red\n\n  and   green."], "green red")).toBe("[Red] and [green].");
    expect(shown(["redred red\tred"], "red")).toBe("[redred] [red] [red]");
    expect(shown(["a red  \n green b"], '"red green"')).toBe("a [red green] b");
  });

  it("is cut between words, and says so", () => {
    const text = shown([`${FILL}red${FILL}`], "red");
    expect(text).toMatch(/^… (?:lorem |ipsum )+ ?\[redlorem\] .* …$/);
    expect(text?.length).toBeLessThan(260);
  });

  it("is the place that has most of the words", () => {
    expect(shown([`red ${FILL} green red ${FILL} red`], "red green")).toMatch(/ \[green\] \[red\] /);
    expect(shown(["only red", "green and red"], "red green")).toBe("[green] and [red]");
  });

  it("begins before a long phrase, also where its last word is one that was asked for by itself", () => {
    const phrase = "could not connect to the remote database because it is asleep and has no server";
    expect(shown([`${FILL}${phrase} ${FILL}`], `server "${phrase}"`)).toContain(` [${phrase}] lorem`);
  });

  it("is the beginning where no word was asked for, and nothing where there is no text", () => {
    expect(shown([`Red ${FILL}`], "")).toMatch(/^Red lorem .* …$/);
    expect(shown([], "red")).toBeUndefined();
  });

  it("is without the marks of an answer's Markdown", () => {
    const text = "## Colours\n\nA **red** `green_thing`, 2 * 3";
    expect(cutFrom([text], sought("red green_thing"), true)).toEqual({
      text: "Colours A red green_thing, 2 * 3",
      marks: [
        { start: 10, end: 13 },
        { start: 14, end: 25 },
      ],
    });
    expect(cutFrom([text], sought("red"))?.text).toContain("**red**");
  });

  it("is the same whether blanks or line breaks stand between the words", () => {
    const word = fc.constantFrom("red", "green", "getToken", "x".repeat(60), "é", "lorem", "");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const cutAt = (between: string) => cutFrom([words.join(between)], sought("green red"), true);
        expect(cutAt(" ")).toEqual(cutAt("\n"));
      }),
    );
  });

  it("never halves a character", () => {
    const text = shown([`${"😀".repeat(300)} red ${"😀".repeat(300)}`], "red") ?? "";
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toContain("[red]");
  });
});
