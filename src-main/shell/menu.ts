/** The application menu: the standard roles (copy and paste have their keys from it) and what opens sessions and windows. */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from "electron";

export interface MenuActions {
  newSession(window: BrowserWindow | undefined): void;
  newWindow(): void;
}

export function installMenu(actions: MenuActions): void {
  const isMac = process.platform === "darwin";
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: "&File",
      submenu: [
        {
          label: "New Session",
          accelerator: "CmdOrCtrl+N",
          click: (_, window) => actions.newSession(window as BrowserWindow | undefined),
        },
        { label: "New Window", accelerator: "CmdOrCtrl+Shift+N", click: () => actions.newWindow() },
        { type: "separator" },
        { role: "close" },
        ...(isMac ? [] : [{ role: "quit" } as const]),
      ],
    },
    { role: "editMenu" },
    {
      label: "&View",
      submenu: [
        { role: "reload" },
        { type: "separator" },
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { type: "separator" },
        { role: "togglefullscreen" },
        { role: "toggleDevTools" },
      ],
    },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
