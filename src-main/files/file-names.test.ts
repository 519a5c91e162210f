import { expect, test } from "vitest";
import { fileName } from "./file-names";

test.each(["a", "ü", "語", "🧭", "a🧭"])(
  "a title of many %s gives a name that a disk takes, with its ending",
  (character) => {
    const name = fileName(character.repeat(200));
    expect(Buffer.byteLength(`${name}.jsonl`)).toBeLessThanOrEqual(255);
    expect(name).not.toMatch(/\p{Cs}/u);
  },
);
