import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BARRIER, foldWord, tokensOf, wordsIn } from "./words";

const parts = (text: string) => [...wordsIn(text)].map((word) => word.parts.map(({ token }) => token));
const wholes = (text: string) => [...wordsIn(text)].flatMap(({ whole }) => whole ?? []);

describe("[SE-5a] the words of a text", () => {
  it.each([
    ["Éclair", "eclair"],
    ["E\u0301CLAIR", "eclair"],
    ["Straße", "strasse"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["οδυσσεύς", "οδυσσευσ"],
    ["ﬁne", "fine"],
    ["Ａｂｃ", "abc"],
    ["İstanbul", "istanbul"],
    ["सिंह", "सिंह"],
    ["שָׁלוֹם", "שלום"],
    ["ﷺ", "صلىاللهعليهوسلم"],
  ])("folds %s to %s", (text, folded) => {
    expect(foldWord(text)).toBe(folded);
  });

  it.each([
    ["camelCase", ["camel", "case"], "camelcase"],
    ["snake_case_2", ["snake", "case", "2"], "snakecase2"],
    ["kebab-case", ["kebab", "case"], "kebabcase"],
    ["HTTPServer2", ["http", "server", "2"], "httpserver2"],
    ["SHA256", ["sha", "256"], "sha256"],
    ["utf8Decode", ["utf", "8", "decode"], "utf8decode"],
    ["don’t", ["don", "t"], "dont"],
    ["ÜberGröße", ["uber", "grosse"], "ubergrosse"],
    ["__init__", ["init"], undefined],
    ["3e0352b", ["3e0352b"], undefined],
    ["2026", ["2026"], undefined],
    ["HTTP", ["http"], undefined],
    ["aGVsbG8gd29ybGQgYWdhaW4", ["agvsbg8gd29ybgqgywdhaw4"], undefined],
  ])("finds %s in parts and whole", (text, expected, whole) => {
    expect(parts(text)).toEqual([expected]);
    expect(wholes(text)).toEqual(whole === undefined ? [] : [whole]);
  });

  it("separates words at everything that is no letter, digit or connector", () => {
    expect(parts("a.b/c (d), «e» -f- g_ -- '")).toEqual([["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"]]);
    expect(parts("\u0301 \u0000")).toEqual([]);
  });

  it("cuts scripts without spaces into overlapping pairs, and keeps the last character", () => {
    expect(parts("你好吗")).toEqual([["你好", "好吗", "吗"]]);
    expect(parts("用TypeScript写")).toEqual([["用"], ["type", "script"], ["写"]]);
    expect(parts("が")).toEqual([["が"]]);
    expect(parts("ｶﾞｽ")).toEqual([["ガス", "ス"]]);
    expect(parts("한국어")).toEqual([["한국", "국어", "어"]]);
    expect(parts("𠮷野家")).toEqual([["𠮷野", "野家", "家"]]);
    expect(wholes("用TypeScript写")).toEqual(["typescript"]);
  });

  it("knows the place of each part", () => {
    const text = "a getToken, 你好";
    const places = [...wordsIn(text)].flatMap((word) =>
      word.parts.map(({ start, end }) => text.slice(start, end)),
    );
    expect(places).toEqual(["a", "get", "Token", "你好", "好"]);
  });

  it("cuts endless words, and never splits what has no end", () => {
    expect(parts("x".repeat(1000))).toEqual([["x".repeat(64)]]);
    expect(wholes(`${"ab_".repeat(100)}c`)).toEqual([]);
  });

  it("gives the index a barrier between texts, and the whole forms behind the last", () => {
    expect(tokensOf(["One getToken", "...", "two getToken"])).toEqual([
      ...[BARRIER, "one", "get", "token"],
      ...[BARRIER, "two", "get", "token"],
      ...[BARRIER, "gettoken"],
    ]);
    expect(tokensOf(["?", ""])).toEqual([]);
  });
});

describe("[SE-5a] a name in ASCII", () => {
  it("has the parts that it has beside other letters", () => {
    const piece = fc.constantFrom("a", "bc", "A", "BC", "Def", "1", "23", "x1y", "k".repeat(70));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const name = pieces.join("");
        expect(parts(`é_${name}`)).toEqual([["e", ...(parts(name)[0] ?? [])]]);
      }),
    );
  });
});
