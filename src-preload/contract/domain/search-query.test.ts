import { describe, expect, it } from "vitest";
import { dayOf, parseSearch, saysSomething, withoutPart } from "./search-query";

const words = (text: string) =>
  parseSearch(text).words.map(
    ({ text: said, quoted, negated }) => `${negated ? "-" : ""}${quoted ? `"${said}"` : said}`,
  );
const filters = (text: string) =>
  parseSearch(text).filters.map(({ name, value, negated }) => `${negated ? "-" : ""}${name}=${value}`);
const problems = (text: string) => parseSearch(text).problems.map(({ is, name, value }) => [is, name, value]);

describe("[SE-5a] what is typed into the search", () => {
  it("is words, phrases, and words that must be absent", () => {
    expect(words('  red "green  blue" -pink -"dark grey" ')).toEqual([
      ...["red", '"green  blue"', "-pink", '-"dark grey"'],
    ]);
    expect(words('"not closed')).toEqual(['"not closed"']);
    expect(words('a"b - "" -""')).toEqual(['a"b']);
  });

  it("is filters, whose values may stand in quotation marks", () => {
    const text =
      'MODEL:opus in:"my folder" from:me KIND:Answer before:2026-03 after:2025 -is:hidden is:pinned';
    expect(filters(text)).toEqual([
      ...["model=opus", "in=my folder", "from=me", "kind=answer", "before=2026-03", "after=2025"],
      ...["-is=hidden", "is=pinned"],
    ]);
    expect(words(text)).toEqual([]);
    expect(problems(text)).toEqual([]);
  });

  it("is words where it only looks like a filter, and says so where that may be a mistake", () => {
    expect(words("https://a.b std::map C:\\dir 12:30 colour:red")).toEqual([
      ...["https://a.b", "std::map", "c:\\dir", "12:30", "colour:red"],
    ]);
    expect(problems("https://a.b std::map C:\\dir 12:30 colour:red")).toEqual([
      ["unknown-filter", "colour", "red"],
    ]);
  });

  it("tells what is wrong with a filter's value", () => {
    expect(problems('kind:poem is:open from:you before:soon after:2026-02-30 model: in:""')).toEqual([
      ["unknown-value", "kind", "poem"],
      ["unknown-value", "is", "open"],
      ["unknown-value", "from", "you"],
      ["no-date", "before", "soon"],
      ["no-date", "after", "2026-02-30"],
      ["no-value", "model", ""],
      ["no-value", "in", ""],
    ]);
  });

  it("loses a part whose chip is taken away, and nothing else", () => {
    const text = 'red is:hidden  "green blue" kind:tool';
    const [hidden, tool] = parseSearch(text).filters;
    expect(hidden && withoutPart(text, hidden)).toBe('red "green blue" kind:tool');
    expect(tool && withoutPart(text, tool)).toBe('red is:hidden  "green blue"');
  });

  it("says nothing where it is empty", () => {
    expect(saysSomething(parseSearch(' - "" '))).toBe(false);
    expect(saysSomething(parseSearch("is:pinned"))).toBe(true);
  });

  it("has dates that begin where its user is", () => {
    expect(dayOf("2026-03-05")).toBe(new Date(2026, 2, 5).getTime());
    expect(dayOf("2026-03")).toBe(new Date(2026, 2, 1).getTime());
    expect(dayOf("2026")).toBe(new Date(2026, 0, 1).getTime());
    expect(dayOf("2026-13")).toBeUndefined();
  });
});
