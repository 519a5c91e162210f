import { expect, it } from "vitest";
import { recordsEndingWith } from "./records";

it("hands over each record once, wherever the pieces are cut", () => {
  const output = Buffer.from("one\ntwo\n\nthree\nrest");
  for (let size = 1; size <= output.length; size++) {
    const records: (string | undefined)[] = [];
    const take = recordsEndingWith(10, 4, (record) => {
      records.push(record?.toString());
      return false;
    });
    for (let at = 0; at < output.length; at += size) take(output.subarray(at, at + size));
    expect(records).toEqual(["one", "two", "", undefined]);
  }
});

it("hands over no more once that is enough", () => {
  const records: string[] = [];
  const take = recordsEndingWith(10, 10, (record) => records.push(String(record)) === 2);
  expect(take(Buffer.from("one\n"))).toBe(false);
  expect(take(Buffer.from("two\nthree\n"))).toBe(true);
  expect(records).toEqual(["one", "two"]);
});

it("[AG-1] keeps nothing of a record that is too long", () => {
  const take = recordsEndingWith(10, 1000, () => false);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 4000; at++) take(Buffer.alloc(65_536, 120));
  // Nothing waits for the collector in between: what is not kept may still be there for a while.
  globalThis.gc?.();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 ** 2);
  take(Buffer.alloc(1));
});
