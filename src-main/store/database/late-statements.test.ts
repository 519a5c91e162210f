import { beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "./connection";
import { compileLate } from "./late-statements";

const db = openDatabase(":memory:");
const compile = vi.spyOn(db, "prepare");
compileLate(db);
db.exec("CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('one'), ('two')");
beforeEach(() => void compile.mockClear());

it("a statement is compiled once, at its first use", () => {
  const words = db.prepare("SELECT word FROM words");
  expect(compile).not.toHaveBeenCalled();
  expect(words.all()).toEqual([{ word: "one" }, { word: "two" }]);
  expect(words.get()).toEqual({ word: "one" });
  expect(compile).toHaveBeenCalledOnce();
});

it("one that plucks is compiled late too, and plucks each time", () => {
  const words = db.prepare("SELECT word FROM words").pluck();
  expect(compile).not.toHaveBeenCalled();
  expect(words.all()).toEqual(["one", "two"]);
  expect([...words.iterate()]).toEqual(["one", "two"]);
  expect(compile).toHaveBeenCalledOnce();
});

it("rows come as arrays on request, and a write tells its changes", () => {
  expect(db.prepare("SELECT word FROM words").raw().all()).toEqual([["one"], ["two"]]);
  expect(db.prepare("INSERT INTO words VALUES (?)").run("three")).toMatchObject({ changes: 1 });
});

it("a mistake in its text is told by its first use", () => {
  const wrong = db.prepare("SELECT word FROM nowhere");
  expect(() => wrong.get()).toThrow("no such table: nowhere");
});
