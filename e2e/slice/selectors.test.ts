/**
 * Selectors for which Chromium styles the whole window anew with each row and each word
 * (docs/decisions/containers-are-not-styled-by-their-contents.md).
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const RENDERER = join(dirname(fileURLToPath(import.meta.url)), "../../src-renderer");
const HOLDERS =
  "html|body|main|#root|\\.app|\\.session|\\.region|\\.conversation(?:-scroller)?|\\.page|\\.message-rows";
const ASKS = new RegExp(`(?:^|[\\s,>+~}])(?:${HOLDERS})(?:\\[[^\\]]*\\]|\\.[\\w-]+)*:has\\(`, "m");

it("what holds the conversation is not styled by what is in it", () => {
  const sheets = readdirSync(RENDERER, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".css"),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(".session:has(.compared) > p {}").toMatch(ASKS);
  expect(sheets.filter((name) => ASKS.test(readFileSync(join(RENDERER, name), "utf8")))).toEqual([]);
});
