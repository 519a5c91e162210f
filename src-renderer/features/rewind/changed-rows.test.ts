import { expect, test } from "vitest";
import type { ChangedFile } from "../../../src-preload/contract/domain/file-changes";
import { type Outcome, pathsWith, rowsOf } from "./changed-rows";

const file = (path: string, state: ChangedFile["state"] = "as-left"): ChangedFile => ({
  path,
  change: "changed",
  state,
});
const [a, b, c] = [file("/a"), file("/b"), file("/c", "changed")];
const restored = (...paths: string[]): Outcome => ({ kind: "restored", restored: paths, left: [] });

test("[RW-5] before a press, the rows are the files", () => {
  expect(rowsOf(pathsWith([], [a, b], undefined), [a, b], undefined)).toEqual([
    { path: "/a", file: a },
    { path: "/b", file: b },
  ]);
});

test("[RW-5] a file that was restored keeps its row, and the others stay as they are", () => {
  const outcome = restored("/a");
  const shown = pathsWith(["/a", "/b"], [b], outcome);
  expect(rowsOf(shown, [b], outcome)).toEqual([
    { path: "/a", done: "restored" },
    { path: "/b", file: b },
  ]);
  // The next press says nothing about it any more.
  const next: Outcome = { kind: "restored", restored: [], left: [{ path: "/b", why: "disk-full" }] };
  expect(rowsOf(shown, [b], next)).toEqual([
    { path: "/a" },
    { path: "/b", file: b, done: { why: "disk-full" } },
  ]);
});

test("[RW-5] an undo brings files into the list that a former restore had taken out of it", () => {
  const outcome: Outcome = { kind: "undone", restored: ["/a"], left: [{ path: "/c", why: "changed" }] };
  const shown = pathsWith(["/b"], [b, a, c], outcome);
  expect(shown).toEqual(["/b", "/a", "/c"]);
  expect(rowsOf(shown, [a, b, c], outcome)).toEqual([
    { path: "/b", file: b },
    { path: "/a", file: a, done: "undone" },
    { path: "/c", file: c, done: { why: "changed" } },
  ]);
});
