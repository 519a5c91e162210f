import { describe, expect, it } from "vitest";
import { canonicalKey, refusalOf } from "../domain/shortcuts";
import { commandIds, isOfSystem, ownCommandIds, placeOf } from "./commands";
import { clashesOf, refusalFor } from "./shortcut-choice";
import { keyInForce, keysInForce, shownKey } from "./shortcuts";

describe("the defaults", () => {
  const keys = ownCommandIds.flatMap((id) => placeOf(id).key ?? []);

  it("are in force where nothing is chosen, and have no clash", () => {
    for (const id of ownCommandIds) expect([id, keyInForce(id, {})]).toEqual([id, placeOf(id).key]);
    expect(keysInForce({}).map(({ key }) => key)).toEqual(keys);
    expect(clashesOf({})).toEqual(new Map());
  });

  it("are keys in their one spelling that other commands may have, but for Escape and the undo of text", () => {
    for (const isMac of [false, true]) {
      expect(keys.map((key) => canonicalKey(key, isMac))).toEqual(keys);
      expect(keys.filter((key) => refusalOf(key, isMac) !== undefined)).toEqual(["$mod+KeyZ", "Escape"]);
      for (const id of ownCommandIds)
        expect([id, refusalFor(id, placeOf(id).key ?? "F8", isMac)]).toEqual([id, undefined]);
    }
  });
});

describe("a chosen key", () => {
  it("is in force in place of the default; null leaves the command without one", () => {
    expect(keyInForce("find", { find: "F8" })).toBe("F8");
    expect(keyInForce("find", { find: null })).toBeUndefined();
    expect(keysInForce({ find: null }).some(({ id }) => id === "find")).toBe(false);
  });

  it("comes before another command's default", () => {
    const of = (key: string) => keysInForce({ "show-keys": "$mod+KeyN" }).filter((one) => one.key === key);
    expect(of("$mod+KeyN").map(({ id }) => id)).toEqual(["show-keys", "new-session"]);
  });

  it("yields to text fields only where it is the one that they use", () => {
    const yields = (key: string | undefined) =>
      keysInForce(key === undefined ? {} : { "undo-change": key }).find(({ id }) => id === "undo-change")
        ?.yields;
    expect(yields(undefined)).toBe("undo");
    expect(yields("$mod+KeyZ")).toBe("undo");
    expect(yields("F8")).toBeUndefined();
    const chosen = keysInForce({ find: "$mod+End" }).filter(({ key }) => key === "$mod+End");
    expect(chosen.map((one) => [one.id, one.yields])).toEqual([
      ["find", undefined],
      ["to-end", "caret-elsewhere"],
    ]);
  });

  it("that others have is told at all of them", () => {
    const clashes = clashesOf({
      find: "$mod+KeyN",
      compact: "$mod+KeyN",
      "new-window": null,
      "mark-unread": null,
    });
    expect(clashes).toEqual(
      new Map([
        ["find", ["compact", "new-session"]],
        ["compact", ["find", "new-session"]],
        ["new-session", ["find", "compact"]],
      ]),
    );
  });

  it("may be the command's own default, and no other's that is needed elsewhere", () => {
    expect(refusalFor("stop", "Escape", false)).toBeUndefined();
    expect(refusalFor("find", "Escape", false)).toBe("text");
    expect(refusalFor("undo-change", "$mod+KeyZ", false)).toBeUndefined();
    expect(refusalFor("find", "$mod+KeyN", false)).toBeUndefined();
  });
});

describe.each([false, true])("the keys of the system's menus (macOS: %s)", (isMac) => {
  const ofSystem = commandIds.filter(isOfSystem).flatMap((id) => shownKey(id, {}, isMac) ?? []);

  it("are refused to all other commands", () => {
    // A keyboard has no key of the name `Plus`: what writes that sign differs from one to another.
    const taken = ofSystem.filter((key) => key !== "$mod+Plus" && !(key.endsWith("KeyH") && !isMac));
    expect(taken.length).toBeGreaterThan(10);
    for (const key of taken)
      expect([key, refusalOf(key, isMac)]).toEqual([key, expect.stringMatching(/app|text/)]);
  });
});
