import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSearch } from "../../../src-preload/contract/domain/search-query";
import { askedBy, isIn } from "./atoms";
import { type Hit, hitsIn, soughtBy } from "./hits";
import { tokensOf } from "./words";

const asked = (query: string) => askedBy(parseSearch(query)).all;
const marked = (query: string, text: string): string[] =>
  [...hitsIn(text, soughtBy(asked(query)))].map(({ start, end }) => text.slice(start, end));

describe("[SE-5a] the places of a query's words in a text", () => {
  it.each([
    ["gettoken red", "Red: a getToken of reddish", ["Red", "getToken", "reddish"]],
    ['"a b"', "a b a, b", ["a b", "a, b"]],
    ["好吗", "你好吗", ["好吗"]],
    ["search.db", "the search.db file", ["search.db"]],
    ["gettoken", "call get_token or put_token", ["get_token"]],
    ['"red green"', "red __ green, red put_token green", ["red __ green"]],
    ['"red red"', "red, red red", ["red, red", "red red"]],
    ["red-é", "the redé, a rede", ["redé", "rede"]],
    ["red-e", "a camelRede or red é", ["Rede", "red é"]],
    ['"red eau"', "red éau", ["red éau"]],
    ['"red eau"', "red e\u0301au, red e\u0301", ["red e\u0301au"]],
    ['"写 red"', "我写Red", ["写Red"]],
  ])("%s in %s", (query, text, expected) => {
    expect(marked(query, text)).toEqual(expected);
  });

  const pieces = [
    "get",
    "Token",
    "HTTP",
    "2",
    "17",
    "_",
    "-",
    "'",
    " ",
    ", ",
    "é",
    "e",
    "\u0301",
    "好吗",
    "red",
    "—",
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, "x".repeat(70)), { maxLength: 14 })
    .map((some) => some.join(""));
  const query = fc.constantFrom(
    ...[
      "get",
      "token 2",
      "gettoken",
      "http17",
      "red-é",
      "rede red",
      '"red e"',
      '"17 get token"',
      "好",
      "吗red",
      "é",
    ],
    ...[`"${"x".repeat(70)} get"`, "get_token", "2"],
  );

  it("are those that cutting the whole text would give", () => {
    fc.assert(
      fc.property(text, query, (said, words) => {
        const sought = soughtBy(asked(words));
        const all: Hit[] = [...hitsIn(said, { ...sought, beginnings: /[\w\x80-\uffff]/g })];
        expect([...hitsIn(said, sought)]).toEqual(all);
      }),
      { numRuns: 1000 },
    );
  });

  it("are there wherever the index has a word, and nowhere else", () => {
    const words = fc.constantFrom(
      "get",
      "gettoken",
      "token",
      "http",
      "2",
      "17",
      "red",
      "好吗",
      "x",
      "rede",
      "e",
    );
    fc.assert(
      fc.property(text, words, (said, word) => {
        for (const atom of asked(word))
          expect(hitsIn(said, soughtBy([atom])).next().done).toBe(!isIn(atom, tokensOf([said])));
      }),
      { numRuns: 1000 },
    );
  });
});
