import { describe, expect, it, test } from "vitest";
import { pictureBytes } from "../../../../e2e/fixtures/picture-bytes";
import { pixelsOf } from "./pixels";

const WHOLE = Object.entries(pictureBytes).map(([type, make]) => ({ type, bytes: make(640, 480) }));

describe("[AG-1] the size of a picture", () => {
  test.each(WHOLE)("is read from $type", ({ type, bytes }) => {
    expect(pixelsOf(bytes, type)).toEqual({ width: 640, height: 480 });
  });

  test.each(WHOLE)("is not known of a cut $type, at whatever byte it ends", ({ type, bytes }) => {
    // A few bytes may stand behind the end of a picture.
    for (let end = 0; end < bytes.length - 2; end += 1)
      expect(pixelsOf(bytes.subarray(0, end), type), `${end}`).toBeUndefined();
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

  it("is found in no time in a JPEG whose marks lead nowhere", () => {
    const loops = Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(100_000, 0xff)]);
    expect(pixelsOf(loops, "image/jpeg")).toBeUndefined();
  });

  it("is not known of another type", () => {
    expect(pixelsOf(Buffer.alloc(100), "image/tiff")).toBeUndefined();
  });
});
