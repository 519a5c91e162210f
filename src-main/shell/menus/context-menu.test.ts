import { describe, expect, it, vi } from "vitest";

vi.mock("electron", () => ({ app: {}, shell: {}, protocol: {} }));
const { contextMenu } = await import("./context-menu");
type Place = Parameters<typeof contextMenu>[0];

const actions = { replaceMisspelling: vi.fn(), addToDictionary: vi.fn(), copy: vi.fn(), open: vi.fn() };
const all = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true } as Place["editFlags"];
const nowhere: Place = {
  isEditable: false,
  selectionText: "",
  linkURL: "",
  misspelledWord: "",
  dictionarySuggestions: [],
  editFlags: all,
};
const menu = (place: Partial<Place>) => contextMenu({ ...nowhere, ...place }, actions);
const names = (place: Partial<Place>) => menu(place).map(({ label, type }) => label ?? type);
const press = (place: Partial<Place>, label: string) => {
  const item = menu(place).find((one) => one.label === label);
  (item?.click as (() => void) | undefined)?.();
};

describe("the system's menu", () => {
  it("has nothing to say on empty ground", () => {
    expect(menu({})).toEqual([]);
    expect(menu({ selectionText: "  \n" })).toEqual([]);
  });

  it("copies what is marked", () => {
    expect(names({ selectionText: "words" })).toEqual(["Copy"]);
  });

  it("edits where text is edited, cutting only what is marked", () => {
    const place = { isEditable: true };
    expect(names(place)).toEqual(["Cut", "Copy", "Paste", "Paste as text", "separator", "Select all"]);
    expect(menu(place)[0]?.enabled).toBe(false);
    expect(menu({ ...place, selectionText: "x" })[0]?.enabled).toBe(true);
  });

  it("offers spellings, at most five, and the dictionary", () => {
    const place = {
      isEditable: true,
      misspelledWord: "teh",
      dictionarySuggestions: ["the", "tea", "ten", "tech", "eh", "meh"],
    };
    expect(names(place).slice(0, 7)).toEqual([
      "the",
      "tea",
      "ten",
      "tech",
      "eh",
      "separator",
      "Add to dictionary",
    ]);
    press(place, "the");
    expect(actions.replaceMisspelling).toHaveBeenCalledWith("the");
    press(place, "Add to dictionary");
    expect(actions.addToDictionary).toHaveBeenCalledWith("teh");
    expect(names({ ...place, dictionarySuggestions: [] })[0]).toBe("No suggestions");
  });

  it("opens and copies links that may leave the app, and knows no others", () => {
    const place = { linkURL: "https://example.org/a" };
    expect(names(place)).toEqual(["Open link", "Copy link address"]);
    press(place, "Open link");
    press(place, "Copy link address");
    expect(actions.open).toHaveBeenCalledWith("https://example.org/a");
    expect(actions.copy).toHaveBeenCalledWith("https://example.org/a");
    for (const linkURL of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "app://braid/index.html",
      "https://a@b/",
    ])
      expect(menu({ linkURL })).toEqual([]);
  });
});
