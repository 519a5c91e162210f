import { describe, expect, it } from "vitest";
import { createTypeFinder } from "./media-type";
import { wordsOf } from "./text-encoding";

const latin = (text: string) => Buffer.from(text, "latin1");

/** The type of bytes that come in pieces of this size. */
function typeOf(bytes: Uint8Array, size = 5): string {
  const finder = createTypeFinder();
  for (let at = 0; at < bytes.length; at += size) finder.take(bytes.subarray(at, at + size));
  return finder.type();
}

/** The bytes of words in an encoding that takes one byte or two for a character. */
function encodedAs(encoding: string, words: string): Buffer {
  const codes: number[][] = [];
  for (let first = 0x80; first < 256; first += 1) {
    codes.push([first]);
    for (let second = 0x40; second < 256; second += 1) codes.push([first, second]);
  }
  const lines = Buffer.from(codes.flatMap((code) => [...code, 0x0a]));
  // Node's own decoder reads Latin-1 where it is asked for Windows-1252.
  const read =
    encoding === "windows-1252" ? wordsOf(lines, false).text : new TextDecoder(encoding).decode(lines);
  const found = read.split("\n");
  const codeOf = (letter: string) => codes[found.indexOf(letter)] ?? expect.fail(letter);
  return Buffer.from(
    Array.from(words).flatMap((letter) => (letter < "\x80" ? letter.charCodeAt(0) : codeOf(letter))),
  );
}

describe("[AG-7] the type of a file", () => {
  it.each([
    ["image/png", latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
    ["image/jpeg", latin("\xff\xd8\xff\xe0\0\x10JFIF")],
    ["image/gif", latin("GIF89a\x01\0\x01\0")],
    ["image/webp", latin("RIFF\x24\0\0\0WEBPVP8 ")],
    ["application/pdf", latin("%PDF-1.7\n%\xe2\xe3")],
    ["application/octet-stream", latin("RIFF\x24\0\0\0WAVEfmt ")],
    ["application/octet-stream", latin("PK\x03\x04\0\0")],
    ["text/plain", Buffer.from("<svg onload=alert(1)>")],
    ["text/plain", Buffer.alloc(0)],
  ])("is %s by its bytes", (type, bytes) => {
    expect(typeOf(bytes)).toBe(type);
    expect(typeOf(bytes, 1)).toBe(type);
  });

  it("is text where every character is whole, however the pieces cut it", () => {
    const words = Buffer.from("Grüße, 日本, 👩‍👩‍👧 und mehr");
    for (let size = 1; size < 8; size += 1) expect(typeOf(words, size)).toBe("text/plain");
    expect(typeOf(Buffer.from("a\0b"))).toBe("application/octet-stream");
  });

  it("is text in UTF-16 behind its mark, where no unit is a control character and each pair is whole", () => {
    const little = Buffer.from("\ufeffGrüße,\r\n日本, 👩", "utf16le");
    const big = Buffer.from(little).swap16();
    for (let size = 1; size < 8; size += 1)
      for (const bytes of [little, big]) expect(typeOf(bytes, size)).toBe("text/plain");
    for (const bytes of [
      little.subarray(2),
      little.subarray(0, -1),
      little.subarray(0, -2),
      Buffer.from("\ufeffa\u0007b", "utf16le"),
      Buffer.from("\ufeffa\udc00b", "utf16le"),
    ])
      expect(typeOf(bytes, 3)).toBe("application/octet-stream");
  });

  it("is text in Windows-1252 where no byte is a control character or free", () => {
    expect(typeOf(latin("Gr\xfc\xdfe,\t\x80 5\r\n"))).toBe("text/plain");
    for (const byte of ["\0", "\x07", "\x1b", "\x7f", "\x81", "\x9d"])
      expect(typeOf(latin(`Gr\xfc\xdfe${byte}`))).toBe("application/octet-stream");
  });

  it.each([
    ["Größe der Häuser: „Übung“ – für Öl, Äpfel und Straßen; 5 €."],
    ["«\u00a0Été\u00a0», dit-il… «\u00a0Là\u00a0?\u00a0» — L’élève a été créée à Noël."],
    ["Hæðóttur, jäääär, blåøjet"],
    ["const LETTERS = /[a-zA-ZäöüÄÖÜß]+/;"],
    ["äöü ÄÖÜ ß"],
    ["Öl"],
    ["10\u00a0€\r\n12,5 °C\r\n±5 µm\r\n• ½\r\n————————\r\n"],
  ])("is text in Windows-1252 where its words are of the West: %j", (words) => {
    const bytes = encodedAs("windows-1252", words);
    for (const size of [1, 2, 5, 1000]) expect(typeOf(bytes, size)).toBe("text/plain");
  });

  it.each([
    ["windows-1251", "Все счастливые семьи похожи друг на друга."],
    ["koi8-r", "Все счастливые семьи похожи друг на друга."],
    ["iso-8859-7", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι"],
    ["gbk", "人人生而自由,在尊严和权利上一律平等。"],
    ["gbk", "姓名,城市,年龄\n王伟,北京,34\n李娜,上海,28\n"],
    ["big5", "人人生而自由,在尊嚴和權利上一律平等。"],
    ["euc-kr", "모든 인간은 태어날 때부터 자유롭다"],
    ["euc-jp", "すべての人間は、生まれながらにして自由"],
    ["shift_jis", "すべての"],
  ])("is none that a model reads where it is mostly in another script, as in %s: %j", (encoding, words) => {
    const bytes = encodedAs(encoding, words);
    for (const size of [1, 2, 5, 1000]) expect(typeOf(bytes, size)).toBe("application/octet-stream");
  });

  it("is text where some words only are of another script", () => {
    const source =
      "// Читает файл\nexport const readLines = async (path) => (await readFile(path, 'utf8')).split('\\n');\n";
    expect(typeOf(encodedAs("windows-1251", source))).toBe("text/plain");
  });
});
