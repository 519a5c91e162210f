/**
 * The handbook speaks of what is there: **bold** is a name in the window, `Ctrl+K` a key that does something, and every command is
 * spoken of somewhere. A feature that is renamed or removed leaves a dead reference, and this finds it.
 */
import { describe, expect, it, vi } from "vitest";
import { commandIds } from "../../../src-preload/contract/commands";

vi.stubGlobal("navigator", { platform: "Linux" });
const { keyGroups } = await import("./key-groups");

const read = (files: Record<string, unknown>) =>
  Object.entries(files).map(([path, content]) => ({ name: path.replace(/^.*\//, ""), content }));
const pages = read(
  import.meta.glob("../../../resources/handbook/*.md", { query: "?raw", import: "default", eager: true }),
).map(({ name, content }) => ({ name, text: String(content).replace(/<!--.*?-->/gs, "") }));
const whole = pages.map(({ text }) => text.toLowerCase()).join("\n");

type Words = { [key: string]: string | Words };
const texts = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : texts(value)));
const locales = read(
  import.meta.glob("../../../resources/locales/en/*.json", { import: "default", eager: true }),
) as { name: string; content: Words }[];
/** As it stands in prose: without the mark of a menu key, and up to where a value would come. */
const plain = (text: string) => text.replace(/[&…]|\{\{.*?\}\}/g, "").trim();
const named = new Set(locales.flatMap(({ content }) => texts(content)).map(plain));
const keys = new Set(keyGroups().flatMap(({ lines }) => lines.flatMap((line) => line.keys)));
const titles = locales.find(({ name }) => name === "commands.json")?.content ?? {};

describe("the handbook", () => {
  it.each(pages)("$name names only what is in the window", ({ text }) => {
    const prose = text.replace(/```.*?```/gs, "");
    const names = [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => plain(name));
    expect(names.filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(pages)("$name names only keys that do something", ({ text }) => {
    const found = [...text.matchAll(/`((?:Ctrl|Alt|Shift)\+[^`]+)`/g)].map(([, key = ""]) => key);
    expect(found.filter((key) => !keys.has(key))).toEqual([]);
  });

  it.each(commandIds)("speaks of the command %s", (id) => {
    expect(whole).toContain(plain(String(titles[id])).toLowerCase());
  });
});
