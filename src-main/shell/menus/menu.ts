/** The application menu: every command with its key, enabled as the window in front can do it, and each system's usual entries. */
import {
  app,
  type BaseWindow,
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from "electron";
import {
  type CommandId,
  type CommandPlace,
  type CommandStates,
  ownCommandIds,
  placeOf,
  type SystemCommandId,
} from "../../../src-preload/contract/window/commands";
import { keysInForce, type Shortcuts, shownKey } from "../../../src-preload/contract/window/shortcuts";
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
  const registerAccelerator = own.key !== "Escape" && own.yields === undefined && isFirst;
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

/** In the menu stands the short name: what is edited is the text that has the focus. */
const SHORT = {
  "undo-text": "shell:edit.undo",
  "redo-text": "shell:edit.redo",
  cut: "shell:edit.cut",
  copy: "shell:edit.copy",
  paste: "shell:edit.paste",
  "paste-as-text": "shell:edit.paste-as-text",
  "select-all": "shell:edit.select-all",
} as const satisfies Partial<Record<SystemCommandId, string>>;
const isShort = (id: SystemCommandId): id is keyof typeof SHORT => id in SHORT;

/** An entry that every app has. It has words of ours, because Electron's own are in English. */
function systemItem(id: SystemCommandId, platform: NodeJS.Platform): Items[number] {
  const role = placeOf(id).system?.role;
  const key = shownKey(id, {}, platform === "darwin");
  return {
    id,
    label: isShort(id) ? t(SHORT[id]) : t(`commands:${id}`),
    ...(role === undefined ? {} : { role }),
    ...(key === undefined ? {} : { accelerator: acceleratorOf(key) }),
  };
}

const UNDO: readonly SystemCommandId[] = ["undo-text", "redo-text"];
const CLIPBOARD: readonly SystemCommandId[] = ["cut", "copy", "paste", "paste-as-text", "select-all"];
const ZOOM: readonly SystemCommandId[] = ["actual-size", "zoom-in", "zoom-out"];

function appMenu(settings: Items): Items {
  const system = (...ids: readonly SystemCommandId[]): Items => ids.map((id) => systemItem(id, "darwin"));
  return [
    ...system("about"),
    line,
    ...(settings.length === 0 ? [] : [...settings, line]),
    // A menu of the system's, which has no deed of its own.
    { role: "services", label: t("shell:menu.services") },
    line,
    ...system("hide-app", "hide-others", "show-all"),
    line,
    ...system("quit"),
  ];
}

const editItems = (platform: NodeJS.Platform): Items => [
  ...UNDO.map((id) => systemItem(id, platform)),
  line,
  ...CLIPBOARD.map((id) => systemItem(id, platform)),
];

/** The menus for `platform`: macOS keeps settings, "About" and "Quit" under the app's own name. */
export function menuTemplate(platform: NodeJS.Platform, actions: Entries): Items {
  const isMac = platform === "darwin";
  const itemsOf = (menu: CommandPlace["menu"]): Items =>
    ownCommandIds
      .filter((id) => placeOf(id).menu === menu && !(isMac && id === "open-settings"))
      .map((id) => commandItem(id, actions));
  const system = (...ids: readonly SystemCommandId[]): Items => ids.map((id) => systemItem(id, platform));
  const [settings, reload] = [commandItem("open-settings", actions), system("reload-window")[0]];
  return [
    ...(isMac ? [{ label: "Braid", submenu: appMenu([settings]) }] : []),
    {
      label: t("shell:menu.file"),
      submenu: [...itemsOf("file"), line, ...system("close-window", ...(isMac ? [] : (["quit"] as const)))],
    },
    { label: t("shell:menu.edit"), submenu: [...editItems(platform), line, ...itemsOf("edit")] },
    {
      label: t("shell:menu.view"),
      submenu: [
        ...itemsOf("view"),
        line,
        ...system(...ZOOM),
        line,
        ...system("full-screen"),
        { ...reload, click: (_, window) => actions.reload(asWindow(window)) },
        ...system("developer-tools"),
      ],
    },
    { label: t("shell:menu.session"), submenu: itemsOf("session") },
    { label: t("shell:menu.conversation"), submenu: itemsOf("conversation") },
    {
      role: "windowMenu",
      label: t("shell:menu.window"),
      submenu: [
        ...system("minimize-window"),
        ...(isMac ? [...system("zoom-window"), line, ...system("bring-to-front")] : []),
      ],
    },
    {
      role: "help",
      label: t("shell:menu.help"),
      submenu: [...itemsOf("help"), ...(isMac ? [] : [line, ...system("about")])],
    },
  ];
}

/** Enables and checks commands as the window in front reports them. Until its report all of them are enabled. */
export function refreshMenu(actions: MenuActions): void {
  const menu = Menu.getApplicationMenu();
  const window = BrowserWindow.getFocusedWindow();
  const states = window === null ? undefined : actions.statesOf(window);
  const none = BrowserWindow.getAllWindows().length === 0;
  for (const id of ownCommandIds) {
    const item = menu?.getMenuItemById(id);
    if (item === null || item === undefined) continue;
    item.enabled = none ? WITHOUT_WINDOW.includes(id) : (states?.enabled.includes(id) ?? true);
    if (item.type === "checkbox") item.checked = states?.checked.includes(id) ?? false;
  }
}

/** Does what an entry of the menu does, in the window of `contents`. */
export function chooseInMenu(id: SystemCommandId, contents: WebContents): void {
  const window = BrowserWindow.fromWebContents(contents) ?? undefined;
  Menu.getApplicationMenu()?.getMenuItemById(id)?.click(undefined, window, contents);
}

export function installMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, actions)));
  refreshMenu(actions);
}

/** Called before `ready`: otherwise Electron makes a menu of its own, in English, until ours is there. */
export const leaveMenuOut = (): void => Menu.setApplicationMenu(null);

/** The menu of the window that tells a failed start: to copy its text, and to quit. */
export function plainMenuTemplate(platform: NodeJS.Platform): Items {
  return [
    platform === "darwin"
      ? { label: "Braid", submenu: appMenu([]) }
      : { label: t("shell:menu.file"), submenu: [systemItem("quit", platform)] },
    { label: t("shell:menu.edit"), submenu: editItems(platform) },
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
