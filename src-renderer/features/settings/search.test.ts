import "../../platform/language/rest-words";
import { afterEach, expect, it, vi } from "vitest";

vi.stubGlobal("document", { documentElement: {} });
const { speak } = await import("../../platform/language/language");
const { search } = await import("./search");

afterEach(() => speak("en"));

const first = (query: string) => search(query)[0]?.key;

it.each([
  ["new session", "shortcut new-session"],
  ["command palette", "shortcut go-to"],
  ["sidebar", "shortcut toggle-sidebar"],
  ["keyboard shortcuts", "page keys"],
])("“%s” finds a command on the page of keys, or the page: %s", (query, key) =>
  expect(first(query)).toBe(key),
);

it.each([
  ["storage", "page storage"],
  ["language", "appearance.language"],
  ["night", "appearance.theme"],
  ["permissions", "page permissions"],
  ["compaction", "page compaction"],
  ["backup", "part backups"],
])("“%s” finds what it did before commands could be found: %s", (query, key) =>
  expect(first(query)).toBe(key),
);

it("finds commands in German, also by their English names", () => {
  speak("de");
  expect(first("Neue Sitzung")).toBe("shortcut new-session");
  expect(search("new session").map(({ key }) => key)).toContain("shortcut new-session");
  expect(first("Speicher")).toBe("page storage");
});
