import { afterEach, beforeEach, expect, it } from "vitest";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { type PartKind, registerPartKinds } from "../../thread/parts";
import { PartItems } from "./part-items";

const kind = (type: string, more: Partial<PartKind> = {}): PartKind => ({
  matches: (part): part is BraidPart => part.type === type,
  Draw: () => null,
  ...more,
});
const other = kind("other");
beforeEach(() =>
  registerPartKinds(
    [kind("tool-read", { folds: () => true }), kind("step-start", { isUnseen: () => true })],
    other,
  ),
);
afterEach(() => registerPartKinds([], other));

const read = (toolCallId: string): BraidPart => ({
  type: "tool-read",
  toolCallId,
  state: "output-available",
  input: {},
  output: "",
});
const step = (): BraidPart => ({ type: "step-start" });
const text = (words: string): BraidPart => ({ type: "text", text: words });

const shapeOf = (items: PartItems, parts: readonly BraidPart[]) =>
  items.of(parts).map(({ from, parts: { length }, isRun }) => (isRun ? `${from}+${length}` : from));

it("three readings in a row are one line, with the steps between them", () => {
  const parts = [step(), read("1"), step(), read("2"), step(), read("3"), step(), text("Done")];
  expect(shapeOf(new PartItems(), parts)).toEqual([0, "1+5", 6, 7]);
  expect(shapeOf(new PartItems(), parts.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
});

it("a text between them parts them", () => {
  const parts = [read("1"), read("2"), text("and"), read("3"), read("4"), read("5"), read("6")];
  expect(shapeOf(new PartItems(), parts)).toEqual([0, 1, 2, "3+4"]);
});

it("a message that grows keeps the items of its unchanged parts", () => {
  const items = new PartItems();
  const parts = [text("a"), read("1"), step(), read("2"), step()];
  const before = items.of(parts);
  const three = [...parts, read("3")];
  const grown = items.of(three);
  expect(shapeOf(items, three)).toEqual([0, "1+5"]);
  expect(grown[0]).toBe(before[0]);
  const four = [...three, step(), text("b")];
  const run = items.of(four)[1];
  expect(run).toBe(grown[1]);
  const last = items.of([...four.slice(0, -1), text("b c")]);
  expect(last[1]).toBe(run);
  expect(last.at(-1)?.parts).toEqual([text("b c")]);
  expect(items.of(four.slice(0, 1))).toEqual([before[0]]);
});

it.each(["2", "focus 2"])("a part that its reader uses (%s) does not go into a run", (name) => {
  const opened = new Set([name]);
  const items = new PartItems(opened);
  const parts = [read("1"), read("2"), read("3")];
  shapeOf(items, parts.slice(0, 2));
  expect(shapeOf(items, parts)).toEqual([0, 1, 2]);
  const more = [...parts, read("4"), read("5"), read("6")];
  expect(shapeOf(items, more)).toEqual([0, 1, 2, "3+3"]);
  opened.delete(name);
  expect(shapeOf(items, [...more, text("Done")])).toEqual(["0+6", 6]);
});

it("a part that is opened inside a run stays there, also when the message is drawn again", () => {
  const opened = new Set<string>();
  const items = new PartItems(opened);
  const parts = [read("1"), read("2"), read("3")];
  shapeOf(items, parts);
  for (const name of ["run 0", "1"]) opened.add(name);
  const more = [...parts, read("4")];
  expect(shapeOf(items, more)).toEqual(["0+4"]);
  expect(shapeOf(new PartItems(opened), more)).toEqual(["0+4"]);
});
