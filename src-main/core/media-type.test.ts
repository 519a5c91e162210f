import { describe, expect, it } from "vitest";
import { createTypeFinder } from "./media-type";

const latin = (text: string) => Buffer.from(text, "latin1");

/** The type of bytes that come in pieces of this size. */
function typeOf(bytes: Uint8Array, size = 5): string {
  const finder = createTypeFinder();
  for (let at = 0; at < bytes.length; at += size) finder.take(bytes.subarray(at, at + size));
  return finder.type();
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
});
