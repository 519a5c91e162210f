/**
 * The system's menu at a text that is edited or marked, or at a link: cut, copy, paste, spelling. None on empty ground, and none where the
 * page has a menu of its own (the page keeps that event to itself).
 */
import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from "electron";
import { clipboard, Menu } from "electron";
import { t } from "../../language/language";
import { externalAddress, openOutside } from "../security/security";

/** The place at which the user opened the menu. */
export type Place = Pick<
  ContextMenuParams,
  "isEditable" | "selectionText" | "linkURL" | "misspelledWord" | "dictionarySuggestions" | "editFlags"
>;

export interface ContextActions {
  replaceMisspelling(word: string): void;
  addToDictionary(word: string): void;
  copy(text: string): void;
  open(address: string): void;
}

const MOST_SUGGESTIONS = 5;
const line: MenuItemConstructorOptions = { type: "separator" };

function spelling({ misspelledWord, dictionarySuggestions }: Place, actions: ContextActions) {
  if (misspelledWord === "") return [];
  const suggestions = dictionarySuggestions.slice(0, MOST_SUGGESTIONS).map((word) => ({
    label: word,
    click: () => actions.replaceMisspelling(word),
  }));
  const none = { label: t("shell:context.no-suggestions"), enabled: false };
  const add = {
    label: t("shell:context.add-to-dictionary"),
    click: () => actions.addToDictionary(misspelledWord),
  };
  return [...(suggestions.length === 0 ? [none] : suggestions), line, add];
}

/** Offers only addresses that a click in Braid would open as well. */
function link(url: string, actions: ContextActions): MenuItemConstructorOptions[] {
  const address = externalAddress(url);
  if (address === undefined) return [];
  return [
    { label: t("shell:context.open-link"), click: () => actions.open(address) },
    { label: t("shell:context.copy-link"), click: () => actions.copy(address) },
  ];
}

function editing({ isEditable, selectionText, editFlags }: Place): MenuItemConstructorOptions[] {
  const marked = selectionText.trim() !== "";
  const copy: MenuItemConstructorOptions = {
    label: t("shell:edit.copy"),
    role: "copy",
    enabled: editFlags.canCopy && marked,
  };
  if (!isEditable) return marked ? [copy] : [];
  return [
    { label: t("shell:edit.cut"), role: "cut", enabled: editFlags.canCut && marked },
    copy,
    { label: t("shell:edit.paste"), role: "paste", enabled: editFlags.canPaste },
    { label: t("shell:edit.paste-as-text"), role: "pasteAndMatchStyle", enabled: editFlags.canPaste },
    line,
    { label: t("shell:edit.select-all"), role: "selectAll", enabled: editFlags.canSelectAll },
  ];
}

/** Empty where nothing can be offered. */
export function contextMenu(place: Place, actions: ContextActions): MenuItemConstructorOptions[] {
  const groups = [spelling(place, actions), link(place.linkURL, actions), editing(place)];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [line, ...group]));
}

export function showContextMenu(window: BrowserWindow, place: ContextMenuParams): void {
  // The window may have gone while this code was loaded.
  if (window.isDestroyed()) return;
  const { webContents } = window;
  const template = contextMenu(place, {
    replaceMisspelling: (word) => webContents.replaceMisspelling(word),
    addToDictionary: (word) => void webContents.session.addWordToSpellCheckerDictionary(word),
    copy: (text) => clipboard.writeText(text),
    open: openOutside,
  });
  if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
}
