import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionRow } from "./session-rows";
import { type KeyPress, TypeAhead, treeAction } from "./tree-keys";

const row = (title: string, more: Partial<SessionRow> = {}): SessionRow => ({
  kind: "session",
  session: { id: title as SessionId, title, agent: "chat", created_at: 0, updated_at: 0 },
  group: "today",
  level: 1,
  position: 1,
  siblings: 1,
  open: undefined,
  parent_id: undefined,
  ...more,
});
const ROWS = [
  row("Apples", { open: true }),
  row("Ärger", { level: 2, parent_id: "Apples" as SessionId }),
  row("Bananas", { open: false }),
  row("Axe to grind"),
];

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  timeStamp: 0,
  ...more,
});
const act = (
  key: string,
  at: number,
  more: Partial<KeyPress> = {},
  forward: "ArrowRight" | "ArrowLeft" = "ArrowRight",
) => treeAction(press(key, more), { rows: ROWS, at, page: 2, forward }, new TypeAhead());

describe("a key in the tree of sessions", () => {
  it("opens beside with Ctrl or Cmd held, and has no other meaning then", () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }])
      expect([act("Enter", 0, held), act("ArrowDown", 0, held)]).toEqual([{ do: "beside" }, undefined]);
  });

  it.each([
    ["ArrowDown", 1, 2],
    ["ArrowDown", 3, 3],
    ["ArrowUp", 1, 0],
    ["ArrowUp", 0, 0],
    ["Home", 2, 0],
    ["End", 0, 3],
    ["PageDown", 0, 2],
    ["PageDown", 2, 3],
    ["PageUp", 3, 1],
    ["PageUp", 1, 0],
  ])("%s from %i goes to %i", (key, at, to) => {
    expect(act(key, at)).toEqual({ do: "go", to });
  });

  it("opens branches, goes in, goes back, closes; the other way round where one reads from the right", () => {
    expect(act("ArrowRight", 2)).toEqual({ do: "fold", id: "Bananas", folded: false });
    expect(act("ArrowRight", 0)).toEqual({ do: "go", to: 1 });
    expect(act("ArrowRight", 3)).toEqual({ do: "nothing" });
    expect(act("ArrowLeft", 1)).toEqual({ do: "go", to: 0 });
    expect(act("ArrowLeft", 0)).toEqual({ do: "fold", id: "Apples", folded: true });
    expect(act("ArrowLeft", 2)).toEqual({ do: "nothing" });
    expect(act("ArrowLeft", 0, {}, "ArrowLeft")).toEqual({ do: "go", to: 1 });
  });

  it("opens, renames, deletes, shows the menu", () => {
    expect([act("Enter", 0), act(" ", 0), act("F2", 0)]).toEqual([
      { do: "open" },
      { do: "open" },
      { do: "rename" },
    ]);
    expect([act("Delete", 0), act("Backspace", 0, { metaKey: true })]).toEqual([
      { do: "delete" },
      { do: "delete" },
    ]);
    expect([act("ContextMenu", 0), act("F10", 0, { shiftKey: true })]).toEqual([
      { do: "menu" },
      { do: "menu" },
    ]);
  });

  it.each([
    ["Tab", {}],
    ["Escape", {}],
    ["F10", {}],
    ["Backspace", {}],
    ["n", { ctrlKey: true }],
    ["PageDown", { ctrlKey: true }],
    ["ArrowUp", { altKey: true }],
    ["k", { metaKey: true }],
  ])("%s with %o means nothing here", (key, more) => {
    expect(act(key, 0, more)).toBeUndefined();
  });
});

describe("typing letters", () => {
  const look = (typing: TypeAhead, at: number, letter: string, now: number) =>
    typing.look({ rows: ROWS, at }, letter, now);

  it("goes on to the next title with that letter, round and round, accents or not", () => {
    const typing = new TypeAhead();
    expect(look(typing, 0, "a", 0)).toBe(1);
    expect(look(typing, 1, "a", 100)).toBe(3);
    expect(look(typing, 3, "a", 200)).toBe(0);
  });

  it("takes letters in one breath for the beginning of a word, and starts anew after a pause", () => {
    const typing = new TypeAhead();
    expect(look(typing, 2, "a", 0)).toBe(3);
    expect(look(typing, 3, "p", 300)).toBe(0);
    expect(look(typing, 0, "b", 2000)).toBe(2);
    expect(look(typing, 2, "x", 4000)).toBeUndefined();
  });

  it("counts a space in", () => {
    const typing = new TypeAhead();
    for (const [n, letter] of [..."axe"].entries()) look(typing, 3, letter, n * 100);
    expect(typing.isTyping(400)).toBe(true);
    expect(look(typing, 3, " ", 400)).toBe(3);
    expect(look(typing, 3, "t", 500)).toBe(3);
    expect(typing.isTyping(5000)).toBe(false);
  });
});
