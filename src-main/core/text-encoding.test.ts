import { expect, it } from "vitest";
import { wordsOf } from "./text-encoding";

const WORDS = "Grüße,\r\n日本, 👩";

it("[AG-7] reads UTF-8 and UTF-16 without their marks, and drops what the end has cut in two", () => {
  const little = Buffer.from(`\ufeff${WORDS}`, "utf16le");
  for (const bytes of [
    Buffer.from(WORDS),
    Buffer.from(`\ufeff${WORDS}`),
    little,
    Buffer.from(little).swap16(),
  ])
    expect(wordsOf(bytes, false)).toBe(WORDS);
  expect(wordsOf(Buffer.from("Grüße").subarray(0, 3), true)).toBe("Gr");
  expect(wordsOf(Buffer.from("ü日").subarray(0, 4), false)).toBe("ü");
  expect(wordsOf(Buffer.from("\ufeffab", "utf16le").subarray(0, 5), true)).toBe("a");
  expect(wordsOf(Buffer.alloc(0), false)).toBe("");
});

it("[AG-7] reads anything else as Windows-1252", () => {
  expect(wordsOf(Buffer.from("\x80 5 f\xfcr \x84Gr\xfc\xdfe\x93 \x9f", "latin1"), false)).toBe(
    "€ 5 für „Grüße“ Ÿ",
  );
  // Its last byte alone could begin a character of UTF-8.
  expect(wordsOf(Buffer.from("caf\xe9", "latin1"), false)).toBe("café");
});
