import { expect, it } from "vitest";
import { liveMemory } from "../../../../e2e/fixtures/live-memory";
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
  const before = liveMemory();
  for (let at = 0; at < 4000; at++) take(Buffer.alloc(65_536, 120));
  expect(liveMemory() - before).toBeLessThan(10 * 1024 ** 2);
  take(Buffer.alloc(1));
});
