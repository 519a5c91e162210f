import fc from "fast-check";
import { expect, test } from "vitest";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { outputText, outputWords, partText, withoutMiddle } from "./part-text";

const bytes = "iVBORw0KGgo".repeat(100);

test.each<[unknown, string]>([
  ["plain", "plain"],
  ["", ""],
  [undefined, ""],
  [null, "null"],
  [{ a: [1, "b"] }, '{"a":[1,"b"]}'],
  [{ mimeType: "image/png", data: "short" }, '{"mimeType":"image/png","data":"short"}'],
])("an output without files is read as it is: %j", (output, words) => {
  expect(outputWords(output)).toBe(words);
  expect(outputText(output)).toBe(words);
});

test.each<[string, unknown]>([
  ["of MCP", { content: [{ type: "image", data: bytes, mimeType: "image/png" }] }],
  ["of the SDK", { type: "content", value: [{ type: "media", data: bytes, mediaType: "image/png" }] }],
  ["as a resource", { resource: { uri: "a.png", mimeType: "image/png", blob: bytes } }],
  ["as an address", { url: `data:image/png;base64,${bytes}` }],
  ["as text", `data:image/png;base64,${bytes}`],
])("an image in an output is named, without its bytes: %s", (_, output) => {
  expect(outputWords(output)).toMatch(/\[image\/png, 1\d{3} characters\]/);
  expect(outputWords(output)).not.toContain("iVBOR");
  expect(outputText(output)).toContain(bytes);
});

test("long words that only stand where bytes may stand are kept", () => {
  const output = { mimeType: "text/plain", data: "all work and no play ".repeat(50) };
  expect(outputWords(output)).toBe(JSON.stringify(output));
});

test("a text loses its middle once, tells how much, and splits no character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 1000 }),
      fc.integer({ min: 1, max: 100 }),
      (long, keep) => {
        const short = withoutMiddle(long, keep);
        expect(short.length).toBeLessThanOrEqual(long.length);
        expect(withoutMiddle(short, keep)).toBe(short);
        expect(short).not.toMatch(/\p{Cs}/u);
        if (short === long) return;
        const [, head = "", count, tail = ""] =
          /^([\s\S]*)\n\[(\d+) characters are left out here\]\n([\s\S]*)$/.exec(short) ?? [];
        expect(long.startsWith(head) && long.endsWith(tail)).toBe(true);
        expect(head.length + Number(count) + tail.length).toBe(long.length);
      },
    ),
  );
});

test.each<[BraidPart, string]>([
  [{ type: "text", text: "Hi" }, "Hi"],
  [{ type: "reasoning", text: "Hm" }, "Hm"],
  [{ type: "step-start" }, ""],
  [{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${bytes}` }, ""],
  [call({ state: "input-streaming", input: { path: "a" } }), ""],
  [call({ state: "input-available", input: { path: "a" } }), 'read {"path":"a"} '],
  [
    call({ state: "output-available", input: { path: "a" }, output: { lines: 2 } }),
    'read {"path":"a"} {"lines":2}',
  ],
  [call({ state: "output-error", input: undefined, errorText: "no such file" }), "read  no such file"],
  [call({ type: "dynamic-tool", toolName: "mcp__x", state: "input-available", input: 1 }), "mcp__x 1 "],
])("the text of %j", (part, text) => {
  expect(partText(part)).toBe(text);
});

function call(over: object): BraidPart {
  return { type: "tool-read", toolCallId: "c", ...over } as object as BraidPart;
}
