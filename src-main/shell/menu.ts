/** The application menu: every command with its key, and the standard roles (copy and paste have their keys from them). */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from "electron";
import { type CommandId, type CommandPlace, commandIds, placeOf } from "../../src-preload/contract/commands";
import { t } from "../core/language/language";

export interface MenuActions {
  /** `window` is undefined where none is open (macOS). */
  command(id: CommandId, window: BrowserWindow | undefined): void;
}

/** `$mod+Shift+KeyM` in Electron's words. */
export function acceleratorOf(key: string): string {
  return key
    .replace("$mod", "CmdOrCtrl")
    .replace(/Key([A-Z])$/, "$1")
    .replace("Comma", ",")
    .replace("Slash", "/")
    .replace(/Arrow(Up|Down)$/, "$1");
}

export function installMenu(actions: MenuActions): void {
  const isMac = process.platform === "darwin";
  const commandItem = (id: CommandId): MenuItemConstructorOptions => {
    const { key } = placeOf(id);
    return {
      label: t(`commands:${id}`),
      click: (_, window) => actions.command(id, window as BrowserWindow | undefined),
      // Escape belongs to whatever is open: the page decides.
      ...(key === undefined
        ? {}
        : { accelerator: acceleratorOf(key), registerAccelerator: key !== "Escape" }),
    };
  };
  const itemsOf = (menu: CommandPlace["menu"]) =>
    commandIds.filter((id) => placeOf(id).menu === menu).map(commandItem);
  const separator = { type: "separator" } as const;
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: t("shell:menu.file"),
      submenu: [
        ...itemsOf("file"),
        separator,
        { role: "close" },
        ...(isMac ? [] : [{ role: "quit" } as const]),
      ],
    },
    {
      label: t("shell:menu.edit"),
      submenu: [
        { role: "undo" },
        { role: "redo" },
        separator,
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "pasteAndMatchStyle" },
        { role: "selectAll" },
        separator,
        ...itemsOf("edit"),
      ],
    },
    {
      label: t("shell:menu.view"),
      submenu: [
        ...itemsOf("view"),
        separator,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
        { role: "reload" },
        { role: "toggleDevTools" },
      ],
    },
    { label: t("shell:menu.session"), submenu: itemsOf("session") },
    { label: t("shell:menu.conversation"), submenu: itemsOf("conversation") },
    { role: "windowMenu", label: t("shell:menu.window") },
    { role: "help", label: t("shell:menu.help"), submenu: itemsOf("help") },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
