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
    expect(typeOf(words.subarray(0, 3), 2)).toBe("application/octet-stream");
    expect(typeOf(latin("Gr\xfc\xdfe"))).toBe("application/octet-stream");
    expect(typeOf(Buffer.from("a\0b"))).toBe("application/octet-stream");
  });
});
