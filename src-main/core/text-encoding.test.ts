import { expect, it } from "vitest";
import { wordsOf } from "./text-encoding";

const WORDS = "Grüße,\r\n日本, 👩";

it("[AG-7] reads UTF-8 and UTF-16 without their marks, and drops what the end has cut in two", () => {
  const little = Buffer.from(`\ufeff${WORDS}`, "utf16le");
  for (const [bytes, encoding] of [
    [Buffer.from(WORDS), "utf-8"],
    [Buffer.from(`\ufeff${WORDS}`), "utf-8"],
    [little, "utf-16le"],
    [Buffer.from(little).swap16(), "utf-16be"],
  ] as const)
    expect(wordsOf(bytes, false)).toEqual({ text: WORDS, encoding });
  expect(wordsOf(Buffer.from("Grüße").subarray(0, 3), true).text).toBe("Gr");
  expect(wordsOf(Buffer.from("ü日").subarray(0, 4), false).text).toBe("ü");
  expect(wordsOf(Buffer.from("\ufeffab", "utf16le").subarray(0, 5), true).text).toBe("a");
  expect(wordsOf(Buffer.alloc(0), false).text).toBe("");
});

it("[AG-7] reads anything else as Windows-1252", () => {
  expect(wordsOf(Buffer.from("\x80 5 f\xfcr \x84Gr\xfc\xdfe\x93 \x9f", "latin1"), false)).toEqual({
    text: "€ 5 für „Grüße“ Ÿ",
    encoding: "windows-1252",
  });
  // Its last byte alone could begin a character of UTF-8.
  expect(wordsOf(Buffer.from("caf\xe9", "latin1"), false).text).toBe("café");
});
