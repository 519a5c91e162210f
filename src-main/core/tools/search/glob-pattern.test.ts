import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it, test } from "vitest";
import { expectWithin } from "../../../../e2e/fixtures/own-time";
import { globPattern } from "./glob-pattern";

const MATCHES: [pattern: string, path: string, does: boolean][] = [
  ["*.ts", "a.ts", true],
  ["*.ts", "deep/in/a.ts", true],
  ["*.ts", "a.tsx", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/*.ts", "other/src/a.ts", false],
  ["src/**", "src/deep/a.ts", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["**/test/**/*.ts", "a/test/b/c/d.ts", true],
  ["**/test/**/*.ts", "a/tests/b/d.ts", false],
  ["./src/*.ts", "src/a.ts", true],
  ["/src/*.ts", "src/a.ts", true],
  ["*.{ts,tsx}", "a.tsx", true],
  ["{a,b/{c,d}}/x", "b/d/x", true],
  ["{a,b/{c,d}}/x", "b/x", false],
  ["?.ts", "😀.ts", true],
  ["?.ts", "ab.ts", false],
  ["[a-c]x", "bx", true],
  ["[!a-c]x", "bx", false],
  ["[]x]", "]", true],
  ["[ab", "[ab", true],
  ["\\[id\\].tsx", "app/[id].tsx", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["a\\{b", "a{b", true],
  ["**", "a/b", true],
  ["*", ".env", true],
];

test.each(MATCHES)("[AG-1] glob %s, path %s: %s", (pattern, path, does) => {
  expect(globPattern(pattern).matches(path)).toBe(does);
});

it("agrees with a library on every pattern without dots, which that treats in ways of its own", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 6 });
  const ordinary = name.filter((text) => !text.includes("**"));
  const pattern = fc.array(fc.oneof(ordinary, fc.constant("**")), { minLength: 2, maxLength: 5 });
  const plain = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  const path = fc.array(plain, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pattern, path, (names, parts) => {
      const [glob, file] = [names.join("/"), parts.join("/")];
      // A folder at the end of `x/**` is no file, and the library takes it for one.
      fc.pre(!glob.endsWith("**"));
      expect(globPattern(glob).matches(file), `${glob} ${file}`).toBe(
        picomatch.isMatch(file, glob, { dot: true, strictSlashes: true, noextglob: true }),
      );
    }),
    { numRuns: 3000 },
  );
});

describe("hostile globs", () => {
  it("take no time, where trying each way through them would never end", () => {
    expectWithin(5_000, () => {
      expect(globPattern(`${"*a".repeat(400)}b`).matches("a".repeat(255))).toBe(false);
      expect(globPattern(`${"**/a/".repeat(200)}b`).matches("a/".repeat(2000))).toBe(false);
    });
  });

  it("are refused where their braces stand for too much, or are not closed", () => {
    expect(() => globPattern("{a,b}".repeat(20))).toThrow("more than 256 patterns");
    expect(() => globPattern("{a,{b}")).toThrow("without its }");
  });
});

it("knows a pattern that asks for hidden files", () => {
  const asking = [".github/**", "**/.env*", "{src,.config}/x", ".*"];
  expect(asking.map((pattern) => globPattern(pattern).asks_for_hidden)).toEqual([true, true, true, true]);
  expect(["*.ts", "./src/*", "a.b/c"].some((pattern) => globPattern(pattern).asks_for_hidden)).toBe(false);
});
