import { expect, it } from "vitest";
import { placeOf } from "../../../src-preload/contract/window/commands";
import { movesCaret } from "./field-keys";

const owner = (
  id: "previous-question" | "next-question" | "to-end",
  text: string | undefined,
  isMac: boolean,
) => {
  const { yields } = placeOf(id);
  if (yields === undefined || yields === "undo") throw new Error("the key moves the caret on some system");
  return movesCaret(yields, text, isMac) ? "field" : "command";
};

it.each([
  { id: "to-end", linux: "field", mac: "command" },
  { id: "previous-question", linux: "command", mac: "field" },
  { id: "next-question", linux: "command", mac: "field" },
] as const)(
  "the key of $id moves the caret in a written text: $linux, on macOS $mac",
  ({ id, linux, mac }) => {
    expect(owner(id, "a word", false)).toBe(linux);
    expect(owner(id, "a word", true)).toBe(mac);
  },
);

it.each([
  ["an empty text field", ""],
  ["what is no text field", undefined],
])("all of them are the commands' in %s", (_where, text) => {
  for (const id of ["to-end", "previous-question", "next-question"] as const)
    for (const isMac of [false, true]) expect(owner(id, text, isMac)).toBe("command");
});
