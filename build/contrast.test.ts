/**
 * Letters can be read on each ground they stand on, a row under the pointer included: 4.5:1, in both themes and in a private window. All
 * colours of letters are here, so axe looks at the dark in few windows.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../src-renderer/app/styles/tokens.css"), "utf8");
const [usual = "", ofPrivate = ""] = css.split(":root[data-private]");

/** The colours of a block, by name. */
const colours = (block: string, theme: "light" | "dark") =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
      name,
      theme === "light" ? light : dark,
    ]),
  );

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const PLAIN = ["text", "text-second", "text-meta"];
const MARKED = ["accent", "accent-hover", "waiting", "wrong"];
const CODE = ["keyword", "string", "constant", "function", "parameter"].map((kind) => `code-${kind}`);
const LETTERS = [...PLAIN, ...MARKED, ...CODE];
const PLACES = ["ground", "ground-side", "ground-raised", "ground-user", "ground-hover"];
const GROUNDS = [...PLACES, "wrong-ground", "waiting-ground"];
/** Letters that stand on one ground alone, and that ground. */
const PAIRS = [
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["text", "found"],
  ["on-found-current", "found-current"],
] as const;

describe.each(["light", "dark"] as const)("in the %s", (theme) => {
  test.each([
    ["a window", colours(usual, theme)],
    ["a private window", { ...colours(usual, theme), ...colours(ofPrivate, theme) }],
  ])("%s", (_, tokens) => {
    const pairs = [
      ...LETTERS.flatMap((letters) => GROUNDS.map((ground) => [letters, ground] as const)),
      ...PAIRS,
    ];
    const pale = pairs
      .filter(([letters, ground]) => !(contrast(tokens[letters] ?? "", tokens[ground] ?? "") >= 4.5))
      .map(([letters, ground]) => `${letters} on ${ground}`);
    expect(pale).toEqual([]);
  });
});
