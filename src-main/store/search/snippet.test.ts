import { describe, expect, it } from "vitest";
import { parseSearch } from "../../../src-preload/contract/domain/search-query";
import { askedBy } from "./atoms";
import { cutFrom } from "./snippet";
import type { Said } from "./texts";

const answer = (text: string): Said => ({ kind: "answer", text });
const atoms = (query: string) => askedBy(parseSearch(query)).all;
/** The snippet with its marks in brackets. */
function shown(texts: Said[], query: string): string | undefined {
  const found = cutFrom(texts, atoms(query));
  if (found === undefined) return undefined;
  const { text, marks } = found.snippet;
  return marks.reduceRight(
    (said, { start, end }) => `${said.slice(0, start)}[${said.slice(start, end)}]${said.slice(end)}`,
    text,
  );
}
const FILL = "lorem ipsum ".repeat(100);

describe("[SE-5a] the piece of a text that a result shows", () => {
  it("holds the words, marked, on one line", () => {
    expect(shown([answer("Red\n\n  and   green.")], "green red")).toBe("[Red] and [green].");
    expect(shown([answer("redred red\tred")], "red")).toBe("[redred] [red] [red]");
    expect(shown([answer("a red  \n green b")], '"red green"')).toBe("a [red green] b");
  });

  it("is cut between words, and says so", () => {
    const text = shown([answer(`${FILL}red${FILL}`)], "red");
    expect(text).toMatch(/^… (?:lorem |ipsum )+ ?\[redlorem\] .* …$/);
    expect(text?.length).toBeLessThan(260);
  });

  it("is the place that has most of the words", () => {
    expect(shown([answer(`red ${FILL} green red ${FILL} red`)], "red green")).toMatch(/ \[green\] \[red\] /);
    expect(shown([answer("only red"), { kind: "tool", text: "green and red" }], "red green")).toBe(
      "[green] and [red]",
    );
    expect(cutFrom([answer("only red"), { kind: "tool", text: "green" }], atoms("gre"))?.kind).toBe("tool");
  });

  it("is the beginning where no word was asked for, and nothing where there is no text", () => {
    expect(shown([answer(`Red ${FILL}`)], "")).toMatch(/^Red lorem .* …$/);
    expect(shown([], "red")).toBeUndefined();
  });

  it("never halves a character", () => {
    const text = shown([answer(`${"😀".repeat(300)} red ${"😀".repeat(300)}`)], "red") ?? "";
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toContain("[red]");
  });
});
