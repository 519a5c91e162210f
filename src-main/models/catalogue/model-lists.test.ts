import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openModelLists, windowOf } from "./model-lists";

const origin = "https://models.example";
let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "braid-lists-"));
  file = join(folder, "models-cache.json");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const store = (entry: object) =>
  writeFileSync(file, JSON.stringify({ providers: { p: { origin, models: [{ id: "a" }], ...entry } } }));
const windowIn = (id: string, at = origin) => windowOf(openModelLists(file).windowsOf("p", at), id);

test("the window of a model that no list names is no list, stays when a list comes, and is its origin's", async () => {
  const note = (context_limit: number) =>
    openModelLists(file).noteWindow("p", origin, { id: "m", context_limit });
  expect([await note(4096), await note(4096), await note(8192)]).toEqual([true, false, true]);
  expect(openModelLists(file).of("p", origin)).toEqual([]);
  await openModelLists(file).save("p", origin, [{ id: "m:latest" }]);
  expect(windowIn("m")).toBe(8192);
  expect(openModelLists(file).of("p", origin)).toEqual([{ id: "m:latest" }]);
  expect(windowIn("m", "https://other.example")).toBeUndefined();
  await openModelLists(file).save("p", "https://other.example", []);
  expect(readFileSync(file, "utf8")).not.toContain("8192");
});

test("the window of a model in the list is a fact of the list", async () => {
  store({});
  await openModelLists(file).noteWindow("p", origin, { id: "a", context_limit: 4096 });
  expect(openModelLists(file).of("p", origin)).toEqual([{ id: "a", context_limit: 4096 }]);
  expect(windowIn("a")).toBeUndefined();
});

test("a file without windows, or with odd ones, costs its list nothing", () => {
  for (const windows of [undefined, null, [], 5, { "a\u202e": 4096 }]) {
    store({ windows });
    expect(openModelLists(file).windowsOf("p", origin)).toEqual({});
    expect(openModelLists(file).of("p", origin)).toEqual([{ id: "a" }]);
  }
  store({ windows: { a: "4096", b: -1, c: 4096 } });
  expect(["a", "b", "c", "constructor"].map((id) => windowIn(id))).toEqual([
    undefined,
    undefined,
    4096,
    undefined,
  ]);
});
