// The conformance list must not be satisfied by anything but a test that runs.
import { expect, test } from "vitest";
import { faults, proofsIn } from "./conformance.mjs";

const idsIn = (text: string) => proofsIn("x.test.ts", text).flatMap(({ ids }) => ids);

test("ids are read from the names of tests, whatever form the test has", () => {
  expect(idsIn('test("[RW-3] a", () => {})')).toEqual(["RW-3"]);
  expect(idsIn("it.each([1])(`[RW-3, SV-1] a`, () => {})")).toEqual(["RW-3", "SV-1"]);
});

test("a skipped test, a group or a comment proves nothing", () => {
  expect(idsIn('test.skip("[RW-3] a", () => {})')).toEqual([]);
  expect(idsIn('describe("[RW-3] a", () => {})')).toEqual([]);
  expect(idsIn('test.describe("[RW-3] a", () => {})')).toEqual([]);
  expect(idsIn('// test("[RW-3] a")')).toEqual([]);
});

test("an unproven id, an unknown id and a plan without an issue are faults", () => {
  const proofs = [{ ids: ["XX-9"], where: "x.test.ts:1", name: "[XX-9]" }];
  const lines = [
    { id: "RW-1", clause: "", status: "now" },
    { id: "RW-2", clause: "", status: "planned: " },
    { id: "RW-3", clause: "", status: "planned: Time travel" },
  ];
  expect(faults(lines, proofs)).toHaveLength(3);
});
