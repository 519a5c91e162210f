import { describe, expect, it, test } from "vitest";
import { pictureBytes } from "../../../../e2e/fixtures/picture-bytes";
import { pixelsOf, wholePixelsOf } from "./pixels";

const WHOLE = Object.entries(pictureBytes).map(([type, make]) => ({ type, bytes: make(640, 480) }));

const SIZE = { width: 640, height: 480 };

describe("[AG-1] the size of a picture", () => {
  test.each(WHOLE)("is read from $type", ({ type, bytes }) => {
    expect(pixelsOf(bytes, type)).toEqual(SIZE);
    expect(wholePixelsOf(bytes, type)).toEqual(SIZE);
  });

  test.each(WHOLE)("is not known of a cut $type, at whatever byte it ends", ({ type, bytes }) => {
    // A few bytes may stand behind the end of a picture.
    for (let end = 0; end < bytes.length - 2; end += 1)
      expect(wholePixelsOf(bytes.subarray(0, end), type), `${end}`).toBeUndefined();
  });

  test.each(WHOLE)("is not known where $type says that it is none", ({ type }) => {
    expect(pixelsOf(pictureBytes[type as keyof typeof pictureBytes](0, 480), type)).toBeUndefined();
  });

  it("is read of a JPEG with a small picture inside, and with padding before its marks", () => {
    const small = pictureBytes["image/jpeg"](8, 8);
    const inside = Buffer.concat([Buffer.from([0xff, 0xe1, 0, small.length + 2]), small]);
    const jpeg = pictureBytes["image/jpeg"](640, 480);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), inside, Buffer.from([0xff]), jpeg.subarray(2)]);
    expect(pixelsOf(bytes, "image/jpeg")).toEqual({ width: 640, height: 480 });
  });

  test.each(WHOLE)("is known of the beginning of a cut $type", ({ type, bytes }) => {
    expect(pixelsOf(bytes.subarray(0, 30), type)).toEqual(SIZE);
    expect(pixelsOf(bytes.subarray(0, 12), type)).toBeUndefined();
  });

  test.each(WHOLE)("is read of a $type with any number of bytes behind its end", ({ type, bytes }) => {
    expect(wholePixelsOf(Buffer.concat([bytes, Buffer.alloc(5000, "padding")]), type)).toEqual(SIZE);
  });

  it("is read of a JPEG with stray bytes between its segments, and marks that stand alone", () => {
    const jpeg = pictureBytes["image/jpeg"](640, 480);
    const stray = Buffer.from("000102ff00ff0107", "hex");
    for (const at of [2, 8]) {
      const bytes = Buffer.concat([jpeg.subarray(0, at), stray, jpeg.subarray(at)]);
      expect(wholePixelsOf(bytes, "image/jpeg"), `${at}`).toEqual(SIZE);
    }
  });

  it("is read of a JPEG without its end mark, once its scan has begun", () => {
    const head = pictureBytes["image/jpeg"](640, 480).subarray(0, -6);
    const scan = Buffer.from("ffda0008010100003f00", "hex");
    const data = Buffer.from("d2cf20", "hex");
    expect(wholePixelsOf(Buffer.concat([head, scan, data]), "image/jpeg")).toEqual(SIZE);
    for (const cut of [scan, scan.subarray(0, 3), scan.subarray(0, 0)])
      expect(wholePixelsOf(Buffer.concat([head, cut]), "image/jpeg")).toBeUndefined();
  });

  it("is not known of a cut GIF whose colours look like its end", () => {
    const gif = pictureBytes["image/gif"](640, 480).subarray(0, -6);
    gif.set([0, 0x3b], 15);
    expect(wholePixelsOf(gif, "image/gif")).toBeUndefined();
  });

  it("is not known of a GIF that is cut in its data, whatever bytes these are", () => {
    const gif = pictureBytes["image/gif"](640, 480);
    const piece = Buffer.concat([Buffer.from([255]), Buffer.alloc(255, "003b", "hex")]);
    // The picture itself, behind the head, the colours and its own head.
    const data = gif.lastIndexOf(0x2c) + 11;
    const long = Buffer.concat([gif.subarray(0, data), piece, piece, gif.subarray(data)]);
    expect(wholePixelsOf(long, "image/gif")).toEqual(SIZE);
    expect(wholePixelsOf(long.subarray(0, data + 300), "image/gif")).toBeUndefined();
  });

  it("is found in no time in a JPEG whose marks lead nowhere", () => {
    // By one step for each byte these would take seconds.
    for (const marks of ["ff", "ff00", "ffc40000"]) {
      const loops = Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(50_000_000, marks, "hex")]);
      const begun = process.cpuUsage();
      expect(pixelsOf(loops, "image/jpeg"), marks).toBeUndefined();
      expect(process.cpuUsage(begun).user, marks).toBeLessThan(100_000);
    }
  });

  it("is not known of another type", () => {
    expect(pixelsOf(Buffer.alloc(100), "image/tiff")).toBeUndefined();
  });
});
