/** Letters can be read on each ground they stand on, a row under the pointer included: 4.5:1, in both themes and in a private window. */
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

const LETTERS = ["text", "text-second", "text-meta"];
const GROUNDS = ["ground", "ground-side", "ground-raised", "ground-user", "ground-hover"];

describe.each(["light", "dark"] as const)("in the %s", (theme) => {
  test.each([
    ["a window", colours(usual, theme)],
    ["a private window", { ...colours(usual, theme), ...colours(ofPrivate, theme) }],
  ])("%s", (_, tokens) => {
    const pale = LETTERS.flatMap((letters) =>
      GROUNDS.filter((ground) => !(contrast(tokens[letters] ?? "", tokens[ground] ?? "") >= 4.5)).map(
        (ground) => `${letters} on ${ground}`,
      ),
    );
    expect(pale).toEqual([]);
  });
});
