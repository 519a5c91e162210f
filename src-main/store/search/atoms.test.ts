import { describe, expect, it } from "vitest";
import { parseSearch } from "../../../src-preload/contract/domain/search-query";
import { askedBy, isIn } from "./atoms";
import { tokensOf } from "./words";

const found = (query: string, ...texts: string[]): boolean => {
  const { all, none } = askedBy(parseSearch(query));
  const tokens = tokensOf(texts);
  return all.every((atom) => isIn(atom, tokens)) && !none.some((atom) => isIn(atom, tokens));
};

describe("[SE-5a] what a query finds in a text", () => {
  it.each([
    ["red green", "Green is not RED", true],
    ["red green", "red only", false],
    ["red gre", "greenish red", true],
    ["gre red", "greenish red", false],
    ['"red green"', "a red, green", true],
    ['"red green"', "green red", false],
    ['"red gre"', "red green", false],
    ["red -green", "red", true],
    ["red -green", "red green", false],
    ["red -gre", "red green", true],
    ["cafe", "Café", true],
    ["CAFÉ", "cafe", true],
    ["getToken", "call get_token()", true],
    ["gettoken", "call getToken()", true],
    ["getTok", "call getToken()", true],
    ["token", "call getToken()", true],
    ["get_token", "to get a token", false],
    ["getToken", "get token", true],
    ["dont x", "don't x", true],
    ["search.db", "in search.db-wal", true],
    ["search.db", "a db to search", false],
    ["HTTPServer2", "the httpServer2", true],
    ["server", "HTTPServer2", true],
    ["好吗", "你好吗", true],
    ["好吗", "你好 吗", false],
    ["好", "你好", true],
    ["你好吗", "他说你好吗？", true],
    ["你吗", "你好吗", false],
    ['"script 写"', "用TypeScript写", true],
    ["typescript", "用TypeScript写", true],
    ["東京 大阪", "大阪と東京", true],
    ["1000", "1,000", false],
    ["1,000", "1,000", true],
  ])("%s in %s: %s", (query, text, expected) => {
    expect(found(query, text)).toBe(expected);
  });

  it("never joins two texts to a phrase", () => {
    expect(found('"red green"', "red", "green")).toBe(false);
    expect(found('"green gettoken"', "getToken green")).toBe(false);
  });
});
