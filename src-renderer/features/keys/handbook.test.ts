/**
 * The handbook speaks of what is there: **bold** is a name in the window, `Ctrl+K` a key that does something. A feature
 * that is renamed or removed leaves a dead reference, and this finds it.
 */
import "../../platform/language/rest-words";
import { describe, expect, it, vi } from "vitest";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import { BUDGET, LARGEST } from "../chat/markdown/diagram-page/budget";

vi.stubGlobal("navigator", { platform: "Linux" });
vi.stubGlobal("document", { documentElement: {} });
const { keyGroups } = await import("./key-groups");
const { speak } = await import("../../platform/language/language");

type Words = { [key: string]: string | Words };
const texts = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : texts(value)));
/** As it stands in prose: without the mark of a menu key, and up to where a value would come. */
const plain = (text: string) => text.replace(/[&…]|\{\{.*?\}\}/g, "").trim();
const bare = (path: string) => path.replace(/^.*\//, "");
const files: Record<string, unknown> = import.meta.glob("../../../resources/handbook/**/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const words: Record<string, Words> = import.meta.glob("../../../resources/locales/*/*.json", {
  import: "default",
  eager: true,
});
/** The path inside `handbook`: English is at its root, the other languages have a folder each. */
const isOf = (path: string, language: Language) =>
  /handbook\/(?:(\w+)\/)?[^/]+$/.exec(path)?.[1] === (language === "en" ? undefined : language);

function handbookIn(language: Language) {
  speak(language);
  const groups = keyGroups();
  speak("en");
  const pages = Object.entries(files)
    .filter(([path]) => isOf(path, language))
    .map(([path, text]) => ({ name: bare(path), text: String(text).replace(/<!--.*?-->/gs, "") }));
  const locales = Object.entries(words).filter(([path]) => path.includes(`/${language}/`));
  return {
    language,
    pages,
    named: new Set(locales.flatMap(([, content]) => texts(content)).map(plain)),
    keys: new Set(groups.flatMap(({ lines }) => lines.flatMap((line) => line.keys))),
  };
}
const handbooks = LANGUAGES.map(handbookIn);
const outline = ({ text }: { text: string }) => text.replace(/```.*?```/gs, "").match(/^#{1,2}(?= )/gm) ?? [];

describe.each(handbooks)("the handbook in $language", ({ language, pages, named, keys }) => {
  it.each(pages)("$name names only what is in the window", ({ text }) => {
    const prose = text.replace(/```.*?```|`[^`]*`/gs, "");
    const names = [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => plain(name));
    expect(names.filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(pages)("$name names only keys that do something", ({ text }) => {
    const found = [...text.matchAll(/`((?:Ctrl|Strg|Alt|Shift|Umschalt)\+[^`]+)`/g)].map(
      ([, key = ""]) => key,
    );
    expect(found.filter((key) => !keys.has(key))).toEqual([]);
  });

  it("gives the bounds of a diagram as they are", () => {
    const { characters, edges, ms } = BUDGET;
    const whole = pages.map(({ text }) => text).join("\n");
    const line = whole.split("\n").find((one) => one.includes(characters.toLocaleString(language))) ?? "";
    expect(line.match(/\d[\d.,]*/g)).toEqual(
      [characters, edges, ms / 1000].map((n) => n.toLocaleString(language)),
    );
    expect(line).toMatch(/\b(?:four times|viermal)\b/);
    expect(LARGEST.characters / characters).toBe(4);
  });

  it("has the pages of the English one, and their sections", () => {
    const outlines = (of: typeof pages) => of.map((page) => [page.name, outline(page).length]);
    expect(outlines(pages)).toEqual(outlines(handbooks[0]?.pages ?? []));
  });
});
