import { describe, expect, it } from "vitest";
import { ask, index, type Names, ranked } from "./rank";

const found = (things: readonly (string | Names)[], query: string, fillers?: string[]) =>
  ranked(
    things.map((thing) => (typeof thing === "string" ? { name: thing } : thing)),
    ask(query, fillers),
    (names) => index(names),
  ).map(({ item }) => item.name);

describe("ranking by a typed query", () => {
  it.each([
    ["the whole name before a part of one", ["Dark matter", "Dark"], "dark", ["Dark", "Dark matter"]],
    ["a word before its beginning", ["Keyboard", "The key"], "key", ["The key", "Keyboard"]],
    [
      "a beginning before the middle of a compound",
      ["Schriftgröße", "Größer"],
      "größe",
      ["Größer", "Schriftgröße"],
    ],
    ["a plural finds the singular", ["Backup"], "backups", ["Backup"]],
    ["every word is wanted, in any order", ["Names for a cat", "Cat food"], "cat names", ["Names for a cat"]],
    ["letters alone find a name when no word does", ["New session", "Next pane"], "nws", ["New session"]],
    ["signs without words", ["🧶 Names for a cat", "Other"], "🧶", ["🧶 Names for a cat"]],
    ["scripts without spaces", ["猫の名前を考える", "Other"], "名前", ["猫の名前を考える"]],
    ["nothing finds nothing", ["Dark"], "  ", []],
  ])("%s", (_, things, query, expected) => expect(found(things, query)).toEqual(expected));

  it("a name, another name, what it belongs to, its description: in this order", () => {
    const things = [
      { name: "A", about: "theme" },
      { name: "B", within: ["theme"] },
      { name: "C", also: ["theme"] },
      { name: "Theme" },
    ];
    expect(found(things, "theme")).toEqual(["Theme", "C", "B", "A"]);
  });

  it("a filler need not be in the name, and counts where it is", () => {
    expect(found(["Theme", "Change of plans"], "change the theme", ["change", "the"])).toEqual(["Theme"]);
    expect(found(["Theme", "Change of plans"], "change", ["change"])).toEqual(["Change of plans"]);
  });

  it("costs what a name is long, also for names made to hurt", () => {
    const evil = Array.from({ length: 10_000 }, () => "a".repeat(500));
    const started = performance.now();
    expect(found(evil, `${"a".repeat(100)}b`)).toEqual([]);
    // A scorer that tries alignments takes seconds for one of them; a hundred times what it costs is room enough.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
