import { describe, expect, it } from "vitest";
import { mayBeDecoded, pictureSize } from "./picture-size";

const address = (kind: string, bytes: number[]) =>
  `data:image/${kind};base64,${btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""))}`;
const chars = (text: string) => [...text].map((character) => character.charCodeAt(0));
const big = (value: number, length: number) =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256);
const little = (value: number, length: number) => big(value, length).reverse();
const rest = Array<number>(60).fill(0);

const png = (width: number, height: number) =>
  address("png", [
    0x89,
    ...chars("PNG\r\n\x1a\n"),
    ...big(13, 4),
    ...chars("IHDR"),
    ...big(width, 4),
    ...big(height, 4),
    ...rest,
  ]);
const gif = (width: number, height: number) =>
  address("gif", [...chars("GIF89a"), ...little(width, 2), ...little(height, 2), ...rest]);
const riff = (kind: string, bytes: number[]) =>
  address("webp", [
    ...chars("RIFF"),
    ...little(100, 4),
    ...chars("WEBP"),
    ...chars(kind),
    ...little(50, 4),
    ...bytes,
    ...rest,
  ]);
const lossy = (width: number, height: number) =>
  riff("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]);
const lossless = (width: number, height: number) =>
  riff("VP8L", [0x2f, ...little(width - 1 + (height - 1) * 0x4000, 4)]);
const extended = (width: number, height: number) =>
  riff("VP8X", [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);
const jpeg = (width: number, height: number, said = 20_000, marker = 0xc2) =>
  address("jpeg", [
    ...[0xff, 0xd8, 0xff, 0xe1, ...big(said + 2, 2), ...Array<number>(said).fill(0xff)],
    ...[0xff, 0xff, 0xdb, ...big(4, 2), 0, 0],
    ...[0xff, marker, ...big(17, 2), 8, ...big(height, 2), ...big(width, 2), ...rest],
  ]);

describe("the size of a picture, from its first bytes", () => {
  it.each([
    ["PNG", png],
    ["GIF", gif],
    ["WebP, lossy", lossy],
    ["WebP, lossless", lossless],
    ["WebP, extended", extended],
    ["JPEG, after much else", jpeg],
  ])("%s", (_, make) => {
    expect(pictureSize(make(640, 400))).toEqual({ width: 640, height: 400 });
    expect(pictureSize(make(1, 1))).toEqual({ width: 1, height: 1 });
    expect(mayBeDecoded(make(8000, 5000))).toBe(true);
    expect(mayBeDecoded(make(8000, 5001))).toBe(false);
    expect(mayBeDecoded(make(16_000, 16_000))).toBe(false);
  });

  it("is as large as its kind can say", () => {
    expect(pictureSize(png(2 ** 31 - 1, 2 ** 31 - 1))?.width).toBe(2 ** 31 - 1);
    expect(pictureSize(extended(2 ** 24, 2 ** 24))).toEqual({ width: 2 ** 24, height: 2 ** 24 });
    expect(mayBeDecoded(png(2 ** 31 - 1, 1))).toBe(false);
  });

  it.each([
    ["nothing", address("png", [])],
    ["what is cut before its size", png(10, 10).slice(0, 40)],
    ["no picture", address("png", chars("<svg xmlns='http://www.w3.org/2000/svg'/>"))],
    ["no base64", "data:image/png;base64,*"],
    ["one of no extent", png(0, 7)],
    ["JPEG without a frame", jpeg(640, 400, 10, 0xc4)],
    ["JPEG whose segment has no length", address("jpeg", [0xff, 0xd8, 0xff, 0xe0, 0, 0, ...rest])],
    ["JPEG that goes on as something else", address("jpeg", [0xff, 0xd8, 1, 2, 3, ...rest])],
  ])("%s is not decoded", (_, picture) => {
    expect(pictureSize(picture)).toBeUndefined();
    expect(mayBeDecoded(picture)).toBe(false);
  });
});
