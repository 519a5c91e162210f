/** The application menu: every command with its key, enabled as the window in front can do it, and each system's usual entries. */
import { app, type BaseWindow, BrowserWindow, Menu, type MenuItemConstructorOptions } from "electron";
import {
  type CommandId,
  type CommandPlace,
  type CommandStates,
  commandIds,
  placeOf,
} from "../../../src-preload/contract/window/commands";
import { keysInForce, type Shortcuts } from "../../../src-preload/contract/window/shortcuts";
import { t } from "../../language/language";
import { acceleratorOf } from "./accelerator";

export interface MenuActions {
  /** `window` is undefined where none is open (macOS, the tray). */
  command(id: CommandId, window: BrowserWindow | undefined): void;
  /** Loads the window's page anew, also where it has failed. */
  reload(window: BrowserWindow | undefined): void;
  /** The commands that the window can do now; undefined before it has reported them. */
  statesOf(window: BrowserWindow): CommandStates | undefined;
  /** The keys that the user has chosen. */
  shortcuts(): Shortcuts;
}

type Entries = Pick<MenuActions, "command" | "reload" | "shortcuts">;

/** The commands that need no window. */
const WITHOUT_WINDOW: readonly CommandId[] = ["new-session", "new-window"];

/** Entries with a check mark: they name a state, not an action. */
const CHECKED = {
  "toggle-sidebar": "shell:menu.sidebar",
  "group-by-folder": "commands:group-by-folder",
  "pin-session": "shell:menu.pinned",
} as const satisfies Partial<Record<CommandId, string>>;
const isChecked = (id: CommandId): id is keyof typeof CHECKED => id in CHECKED;

type Items = MenuItemConstructorOptions[];
const line: Items[number] = { type: "separator" };

const asWindow = (window: BaseWindow | undefined) =>
  window instanceof BrowserWindow ? window : (BrowserWindow.getFocusedWindow() ?? undefined);

/** The key of an entry. The system listens for no key that the page must decide about. */
function keyOf(
  id: CommandId,
  shortcuts: Shortcuts,
): Pick<Items[number], "accelerator" | "registerAccelerator"> {
  const inForce = keysInForce(shortcuts);
  const own = inForce.find((one) => one.id === id);
  if (own === undefined) return {};
  const isFirst = inForce.find(({ key }) => key === own.key) === own;
  // The page handles these keys: Escape belongs to whatever is open there, a command that yields leaves its key to text fields, and of two
  // commands with one key it knows the one that can be done.
  const registerAccelerator = own.key !== "Escape" && !own.yields && isFirst;
  return { accelerator: acceleratorOf(own.key), registerAccelerator };
}

function commandItem(id: CommandId, actions: Pick<MenuActions, "command" | "shortcuts">): Items[number] {
  return {
    id,
    label: isChecked(id) ? t(CHECKED[id]) : t(`commands:${id}`),
    ...(isChecked(id) ? { type: "checkbox" as const } : {}),
    click: (_, window) => actions.command(id, asWindow(window)),
    ...keyOf(id, actions.shortcuts()),
  };
}

function appMenu(settings: Items): Items {
  const name = "Braid";
  return [
    { role: "about", label: t("shell:menu.about") },
    line,
    ...(settings.length === 0 ? [] : [...settings, line]),
    { role: "services", label: t("shell:menu.services") },
    line,
    { role: "hide", label: t("shell:menu.hide", { name }) },
    { role: "hideOthers", label: t("shell:menu.hide-others") },
    { role: "unhide", label: t("shell:menu.unhide") },
    line,
    { role: "quit", label: t("shell:menu.quit") },
  ];
}

const editRoles = (): Items => [
  { role: "undo", label: t("shell:edit.undo") },
  { role: "redo", label: t("shell:edit.redo") },
  line,
  { role: "cut", label: t("shell:edit.cut") },
  { role: "copy", label: t("shell:edit.copy") },
  { role: "paste", label: t("shell:edit.paste") },
  { role: "pasteAndMatchStyle", label: t("shell:edit.paste-as-text") },
  { role: "selectAll", label: t("shell:edit.select-all") },
];

const viewItems = (actions: Pick<MenuActions, "reload">): Items => [
  { role: "resetZoom", label: t("shell:menu.reset-zoom") },
  { role: "zoomIn", label: t("shell:menu.zoom-in") },
  { role: "zoomOut", label: t("shell:menu.zoom-out") },
  line,
  { role: "togglefullscreen", label: t("shell:menu.fullscreen") },
  {
    label: t("shell:menu.reload"),
    accelerator: "CmdOrCtrl+Shift+R",
    click: (_, window) => actions.reload(asWindow(window)),
  },
  { role: "toggleDevTools", label: t("shell:menu.developer-tools") },
];

/** Named here: Electron's own entries are in English. */
const windowItems = (isMac: boolean, close: Items[number]): Items => [
  { role: "minimize", label: t("shell:menu.minimize") },
  ...(isMac
    ? [
        { role: "zoom" as const, label: t("shell:menu.zoom") },
        line,
        { role: "front" as const, label: t("shell:menu.front") },
      ]
    : [close]),
];

/** The menus for `platform`: macOS keeps settings, "About" and "Quit" under the app's own name. */
export function menuTemplate(platform: NodeJS.Platform, actions: Entries): Items {
  const isMac = platform === "darwin";
  const itemsOf = (menu: CommandPlace["menu"]): Items =>
    commandIds
      .filter((id) => placeOf(id).menu === menu && !(isMac && id === "open-settings"))
      .map((id) => commandItem(id, actions));
  const close: Items[number] = { role: "close", label: t("shell:menu.close") };
  const quit: Items[number] = { role: "quit", label: t("shell:menu.quit") };
  const about: Items[number] = { role: "about", label: t("shell:menu.about") };
  return [
    ...(isMac ? [{ label: "Braid", submenu: appMenu([commandItem("open-settings", actions)]) }] : []),
    { label: t("shell:menu.file"), submenu: [...itemsOf("file"), line, close, ...(isMac ? [] : [quit])] },
    { label: t("shell:menu.edit"), submenu: [...editRoles(), line, ...itemsOf("edit")] },
    { label: t("shell:menu.view"), submenu: [...itemsOf("view"), line, ...viewItems(actions)] },
    { label: t("shell:menu.session"), submenu: itemsOf("session") },
    { label: t("shell:menu.conversation"), submenu: itemsOf("conversation") },
    { role: "windowMenu", label: t("shell:menu.window"), submenu: windowItems(isMac, close) },
    {
      role: "help",
      label: t("shell:menu.help"),
      submenu: [...itemsOf("help"), ...(isMac ? [] : [line, about])],
    },
  ];
}

/** Enables and checks commands as the window in front reports them. Until its report all of them are enabled. */
export function refreshMenu(actions: MenuActions): void {
  const menu = Menu.getApplicationMenu();
  const window = BrowserWindow.getFocusedWindow();
  const states = window === null ? undefined : actions.statesOf(window);
  const none = BrowserWindow.getAllWindows().length === 0;
  for (const id of commandIds) {
    const item = menu?.getMenuItemById(id);
    if (item === null || item === undefined) continue;
    item.enabled = none ? WITHOUT_WINDOW.includes(id) : (states?.enabled.includes(id) ?? true);
    if (item.type === "checkbox") item.checked = states?.checked.includes(id) ?? false;
  }
}

export function installMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, actions)));
  refreshMenu(actions);
}

/** Called before `ready`: otherwise Electron makes a menu of its own, in English, until ours is there. */
export const leaveMenuOut = (): void => Menu.setApplicationMenu(null);

/** The menu of the window that tells a failed start: to copy its text, and to quit. */
export function plainMenuTemplate(platform: NodeJS.Platform): Items {
  const quit: Items[number] = { role: "quit", label: t("shell:menu.quit") };
  return [
    platform === "darwin"
      ? { label: "Braid", submenu: appMenu([]) }
      : { label: t("shell:menu.file"), submenu: [quit] },
    { label: t("shell:menu.edit"), submenu: editRoles() },
  ];
}

export const installPlainMenu = (): void =>
  Menu.setApplicationMenu(Menu.buildFromTemplate(plainMenuTemplate(process.platform)));

/** Called once. All windows share one menu, which follows the one in front. */
export function followFocus(actions: MenuActions): void {
  app.on("browser-window-focus", () => refreshMenu(actions));
  const follow = (window: BrowserWindow) => window.once("closed", () => refreshMenu(actions));
  for (const window of BrowserWindow.getAllWindows()) follow(window);
  app.on("browser-window-created", (_, window) => follow(window));
}

/** The facts in "About Braid". */
export function describeApp(version: string, icon: string): void {
  app.setAboutPanelOptions({
    applicationName: "Braid",
    applicationVersion: version,
    credits: t("shell:about"),
    copyright: "MIT",
    iconPath: icon,
  });
}
