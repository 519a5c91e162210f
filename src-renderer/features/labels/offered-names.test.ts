import { expect, it } from "vitest";
import { offeredNames } from "./offered-names";

const names = ["todo", "Öffnen", "decision", "to read", "undone"].map((name, at) => ({
  name,
  count: 9 - at,
}));
const offered = (typed: string, taken: string[] = []) =>
  offeredNames(names, typed, taken).map(({ name }) => name);

it("[SE-11a] offers the names in use, those that begin with the typed words first", () => {
  expect(offered("")).toEqual(["todo", "Öffnen", "decision", "to read", "undone"]);
  expect(offered(" DO")).toEqual(["todo", "undone"]);
  expect(offered("to")).toEqual(["todo", "to read"]);
  expect(offered("d")).toEqual(["decision", "todo", "to read", "undone"]);
  expect(offered("off")).toEqual(["Öffnen"]);
  expect(offered("x")).toEqual([]);
});

it("[SE-11a] does not offer a name that the message has, and no more than six", () => {
  expect(offered("to", ["todo"])).toEqual(["to read"]);
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `n${at}`, count: 1 }));
  expect(offeredNames(many, "n", [])).toHaveLength(6);
});
