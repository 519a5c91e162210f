import { describe, expect, it } from "vitest";
import { HeldFiles } from "./held-files";

const file = (name: string, sha = name) => ({
  sha256: sha,
  media_type: "text/plain",
  filename: name,
  size: 1,
});

describe("[AG-7] the files of a message that is being written", () => {
  it("stand there once each, in the order in which they came", () => {
    const held = new HeldFiles();
    held.put([file("a"), file("b")]);
    held.put([file("a"), file("c", "b")]);
    expect(held.list.map(({ filename }) => filename)).toEqual(["a", "b", "c"]);
    held.drop([file("a")]);
    expect(held.list.map(({ filename }) => filename)).toEqual(["b", "c"]);
  });

  it("are announced while they are taken in, and come only to the place for which they were meant", () => {
    const held = new HeldFiles();
    const [first, second] = [held.begin("a"), held.begin("b")];
    expect(held.store.getState().adding.map(({ filename }) => filename)).toEqual(["a", "b"]);
    expect([first.isLeft(), first.arrive([file("a")])]).toEqual([false, true]);
    expect(held.store.getState()).toMatchObject({ files: [{ filename: "a" }], adding: [{ filename: "b" }] });
    held.letGo();
    expect([second.isLeft(), second.arrive([file("b")])]).toEqual([true, false]);
    expect(held.store.getState()).toEqual({ files: [], adding: [] });
    expect(held.begin("c").arrive([])).toBe(true);
    expect(held.store.getState()).toEqual({ files: [], adding: [] });
  });

  it("that come together are put together, or not at all once the message is left", () => {
    const held = new HeldFiles();
    expect(held.begin("").arrive([file("a"), file("b")])).toBe(true);
    const late = held.begin("");
    held.forgetComing();
    expect(late.arrive([file("c")])).toBe(false);
    expect(held.list.map(({ filename }) => filename)).toEqual(["a", "b"]);
  });
});
