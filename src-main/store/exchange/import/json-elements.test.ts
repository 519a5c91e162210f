import { expect, it } from "vitest";
import { elementsOf } from "./json-elements";

const TEXT = String.raw`{"a": "x\"y\\", "list": [
  {"b": "\\\\", "c": ["}", "]", "\\\""]},
  "\u00e4,:{[", 1], "end": null}`;

async function elements(pieces: readonly string[]) {
  const found: unknown[] = [];
  for await (const { key, text, line } of elementsOf(pieces)) found.push([key, JSON.parse(text), line]);
  return found;
}

it("[SE-6e] a document is read the same wherever its pieces end", async () => {
  const whole = await elements([TEXT]);
  expect(whole).toEqual([
    ["a", 'x"y\\', 1],
    ["list", { b: "\\\\", c: ["}", "]", '\\"'] }, 2],
    ["list", "ä,:{[", 3],
    ["list", 1, 3],
    ["end", null, 3],
  ]);
  for (let at = 1; at < TEXT.length; at++)
    expect(await elements([TEXT.slice(0, at), TEXT.slice(at)]), `cut at ${at}`).toEqual(whole);
  expect(await elements([...TEXT])).toEqual(whole);
});
