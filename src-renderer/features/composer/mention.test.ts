import { describe, expect, it } from "vitest";
import { insertedName, writtenName } from "./mention";
import { mentionAt } from "./mention-at";

describe("[AG-7] a file named after an @", () => {
  it.each([
    ["@", { from: 0, typed: "" }],
    ["see @src/ma", { from: 4, typed: "src/ma" }],
    ["(@a", { from: 1, typed: "a" }],
    ["one\n@b", { from: 4, typed: "b" }],
    ["me@example.org", undefined],
    ["@a ", undefined],
    ["@@", undefined],
    [`@${"a".repeat(300)}`, undefined],
  ])("%j", (text, found) => {
    expect(mentionAt(text, text.length)).toEqual(found);
  });

  it("ends at the caret", () => {
    expect(mentionAt("@ab cd", 2)).toEqual({ from: 0, typed: "a" });
  });

  it("is written on one line, with all that cannot be seen", () => {
    expect(writtenName("a\n\u202eb\tc.ts")).toBe("a⟨U+000A⟩⟨U+202E⟩b⟨U+0009⟩c.ts");
    expect(writtenName("größe 1.txt")).toBe("größe 1.txt");
  });

  it("is put in quotes where a blank or a quote in it hides where it ends", () => {
    expect(insertedName("src/a.ts")).toBe("@src/a.ts ");
    expect(insertedName("größe 1.txt")).toBe('@"größe 1.txt" ');
    expect(insertedName('the "one".txt')).toBe('@"the \\"one\\".txt" ');
  });
});
