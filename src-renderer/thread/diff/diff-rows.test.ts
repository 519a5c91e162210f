import { expect, it } from "vitest";
import { BRIEF, diffRows, WHOLE } from "./diff-rows";

const PATCH = `@@ -3,3 +3,4 @@ function run() {
 const a = 1;
-const b = 2;
+const b = 3;
+const c = 4;
 return a;
\\ No newline at end of file`;

it("each line has its sign and its number", () => {
  expect(diffRows(PATCH)).toEqual({
    more: 0,
    rows: [
      { kind: "hunk", text: "function run() {" },
      { kind: "same", text: "const a = 1;", before: 3, after: 3 },
      { kind: "removed", text: "const b = 2;", before: 4 },
      { kind: "added", text: "const b = 3;", after: 4 },
      { kind: "added", text: "const c = 4;", after: 5 },
      { kind: "same", text: "return a;", before: 5, after: 6 },
      { kind: "note", text: "No newline at end of file" },
    ],
  });
});

it("a line that looks like the name of a file is a line", () => {
  const { rows } = diffRows("@@ -1 +1 @@\n--- a\n+++ b\n");
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
    ["removed", "-- a"],
    ["added", "++ b"],
  ]);
});

it("a hunk says that lines are left out before it, but at the beginning of a file", () => {
  const kinds = (patch: string) => diffRows(patch).rows.map(({ kind }) => kind);
  expect(kinds("@@ -1,2 +1 @@\n a\n-b\n@@ -9 +8 @@\n-c")).toEqual(["same", "removed", "hunk", "removed"]);
  expect(kinds("@@ -2 +2 @@\n-a")).toEqual(["hunk", "removed"]);
  expect(diffRows("@@ -0,0 +1 @@\n+a").rows).toEqual([{ kind: "added", text: "a", after: 1 }]);
});

it("four hundred lines are drawn, and the rest is counted", () => {
  const long = diffRows(`@@ -0,0 +1,1000 @@\n${"+x\n".repeat(1000)}`);
  expect(long.rows).toHaveLength(400);
  expect(long.more).toBe(600);
  expect(diffRows("+a\n+b", { ...BRIEF, most: 1 })).toMatchObject({ more: 1 });
  expect(diffRows(`+${"x".repeat(1e6)}`).rows[0]?.text.length).toBeLessThan(3000);
  expect(diffRows("")).toEqual({ rows: [], more: 0 });
});

it("[PM-2] a change that is asked is whole: its lines, and twenty thousand of them", () => {
  const { rows, more } = diffRows(`+${"x".repeat(1e6)}y\n${"+z\n".repeat(19_999)}`, WHOLE);
  expect(rows).toHaveLength(20_000);
  expect(rows[0]?.text).toHaveLength(1e6 + 1);
  expect(rows[0]?.text.endsWith("xy")).toBe(true);
  expect(more).toBe(0);
});

it("a patch of many megabytes costs no more than its beginning", () => {
  const patch = `${"+".repeat(40)}\n`.repeat(500_000);
  const took = Array.from({ length: 3 }, () => {
    const began = performance.now();
    expect(diffRows(patch).more).toBe(499_600);
    return performance.now() - began;
  });
  // The fastest of some: what the machine does beside it is not what is measured.
  expect(Math.min(...took)).toBeLessThan(5000);
});
