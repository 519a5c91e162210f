import { expect, test } from "vitest";
import { expectWithin } from "../../../../e2e/fixtures/own-time";
import { TerminalText } from "./terminal-text";

/** The text of an output that comes in pieces of `size` bytes. */
function read(printed: string | Buffer, size = Number.POSITIVE_INFINITY): string {
  const text = new TerminalText();
  const bytes = Buffer.from(printed as string);
  let all = "";
  for (let at = 0; at < bytes.length; at += size)
    all += text.take(bytes.subarray(at, Math.min(at + size, bytes.length)));
  return all + text.end();
}

const CASES: [name: string, printed: string, text: string][] = [
  ["plain lines", "a\nb\n", "a\nb\n"],
  ["a last line without an end", "a\nb", "a\nb"],
  ["characters of many bytes", "grün 漢字 👨‍👩‍👧\n", "grün 漢字 👨‍👩‍👧\n"],
  ["colours", "\u001b[1;31mred\u001b[0m and \u001b[38;2;1;2;3mmore\u001b[m\n", "red and more\n"],
  ["a title, a link", "\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\\n", "alink\n"],
  ["a sequence that never ends", "\u001b]0;title\nseen\n", "0;title\nseen\n"],
  ["lines of another system", "a\r\nb\r\n", "a\nb\n"],
  ["a progress bar", "start\n10%\r50%\r100%\ndone\n", "start\n100%\ndone\n"],
  ["a progress bar that ends at its front", "10%\r100%\r", "100%"],
  ["overstruck letters", "N\bNA\bAME\n", "NAME\n"],
  ["a NUL and a bell", "a\u0000b\u0007\u007f\n", "a␀b␇␡\n"],
];

test.each(CASES)("[AG-1] %s, in pieces of any size", (_, printed, text) => {
  for (const size of [Number.POSITIVE_INFINITY, 1, 2, 3, 7]) expect(read(printed, size)).toBe(text);
});

test("[AG-1] bytes that are no text become marks", () => {
  expect(read(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a, 0xe6, 0xbc]), 1)).toBe("a\ufffd\ufffdb\n\ufffd");
});

test("[AG-1] the last line is seen before it ends", () => {
  const text = new TerminalText();
  expect(text.take(Buffer.from("done\nworking \u001b[1m5%\r6%"))).toBe("done\n");
  expect(text.peek()).toBe("6%");
  expect(text.take(Buffer.from("\r7%"))).toBe("");
  expect(text.peek()).toBe("7%");
});

test("[AG-1] hostile output costs its length: long lines, open sequences, endless carriage returns", () => {
  const size = 4 * 1024 * 1024;
  for (const piece of [
    "x",
    "\r",
    "\b",
    "\u001b",
    "\u001b[",
    "\u001b]",
    "\u001b[1;",
    "x\r",
    "\u001b]x\u001b",
  ]) {
    const printed = piece.repeat(Math.ceil(size / piece.length));
    const reading = () => expect(read(printed, 65_536).length).toBeLessThanOrEqual(size);
    expectWithin(3_000, reading, JSON.stringify(piece));
  }
});
