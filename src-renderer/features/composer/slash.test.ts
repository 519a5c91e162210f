import { describe, expect, it } from "vitest";
import { matchSlash, meaningOf, parseSlash, type SlashCommand, withoutEscape } from "./slash";

const command = (slash: string, argument?: string, enabled = true): SlashCommand => ({
  id: slash,
  slash,
  argument,
  enabled,
});
const commands = [
  command("new"),
  command("model", "model"),
  command("thinking", "level!"),
  command("stop", undefined, false),
];
const meaning = (text: string) => {
  const found = meaningOf(commands, text);
  return found.kind === "command" ? `${found.command.id} ${found.argument ?? "-"}` : found.kind;
};

describe("a slash", () => {
  it.each([
    ["/", { name: "", argument: undefined }],
    ["/Mo", { name: "mo", argument: undefined }],
    ["/model ", { name: "model", argument: "" }],
    ["/model big one", { name: "model", argument: "big one" }],
    ["/usr/bin", undefined],
    ["//new", undefined],
    ["/ new", undefined],
    ["/new\nlines", undefined],
    ["say /new", undefined],
    [`/compact ${"x".repeat(1_900)}`, { name: "compact", argument: "x".repeat(1_900) }],
    [`/compact ${"x".repeat(2_000)}`, undefined],
  ])("of %j is read as %j", (text, read) => {
    expect(parseSlash(text)).toEqual(read);
  });

  it("offers what begins so first, then what contains it", () => {
    const names = (name: string) => matchSlash(commands, name).map(({ slash }) => slash);
    expect(names("")).toEqual(["new", "model", "thinking", "stop"]);
    expect(names("n")).toEqual(["new", "thinking"]);
    expect(names("x")).toEqual([]);
  });

  it.each([
    ["/new", "new -"],
    ["/new  ", "new -"],
    ["/model", "model -"],
    ["/model  big ", "model big"],
    ["/thinking", "not-yet"],
    ["/thinking high", "thinking high"],
    ["/stop", "not-yet"],
    ["/new ideas are needed", "text"],
    ["/nothing", "text"],
    ["/usr/bin/env", "text"],
    ["new", "text"],
  ])("%j means %s", (text, expected) => {
    expect(meaning(text)).toBe(expected);
  });

  it("before a command makes it a text; any other is the user's own", () => {
    const sent = (text: string) => withoutEscape(text, ["new"]);
    expect(sent("//new")).toBe("/new");
    expect(sent("//new and old")).toBe("/new and old");
    expect(sent("// a comment")).toBe("// a comment");
    expect(sent("//newer")).toBe("//newer");
    expect(sent("/new")).toBe("/new");
  });
});
