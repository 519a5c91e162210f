import type { MenuItemConstructorOptions } from "electron";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type CommandId,
  commandIds,
  isOnSystem,
  placeOf,
} from "../../../src-preload/contract/window/commands";
import { type Shortcuts, shownKey } from "../../../src-preload/contract/window/shortcuts";

const { speak } = await import("../../language/language");
vi.mock("electron", () => ({ BrowserWindow: Object.assign(class {}, { getFocusedWindow: () => null }) }));
const { acceleratorOf } = await import("./accelerator");
const { menuTemplate, plainMenuTemplate } = await import("./menu");

const command = vi.fn();
const reload = vi.fn();
let chosen: Shortcuts = {};
const actions = { command, reload, shortcuts: () => chosen };
function itemsOf(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  return menuTemplate(platform, actions).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
}

describe.each(["linux", "win32", "darwin"] as const)("the menu on %s", (platform) => {
  const items = itemsOf(platform);
  const isMac = platform === "darwin";

  it("has every command once, with its key", () => {
    const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id as CommandId]));
    expect(ids.toSorted()).toEqual(commandIds.filter((id) => isOnSystem(id, isMac)).toSorted());
    for (const { id, accelerator } of items) {
      if (id === undefined) continue;
      const key = shownKey(id as CommandId, {}, isMac);
      expect([id, accelerator]).toEqual([id, key === undefined ? undefined : acceleratorOf(key)]);
    }
  });

  it("has no entry that is no command, but for the menu of services", () => {
    const others = items.filter(({ id, type }) => id === undefined && type !== "separator");
    expect(others.map(({ role }) => role)).toEqual(isMac ? ["services"] : []);
  });

  it("leaves what every app has to the system, and does the rest itself", () => {
    for (const { id, role, click } of items) {
      if (id === undefined) continue;
      expect([id, role ?? typeof click]).toEqual([id, placeOf(id as CommandId).system?.role ?? "function"]);
    }
  });

  it("has words for everything", () => {
    for (const { label, type } of items) if (type !== "separator") expect(label).toMatch(/\S/);
  });

  it("leaves no menu and no entry to Electron's own words, in either language", () => {
    for (const language of ["en", "de"] as const) {
      speak(language);
      for (const menu of [...menuTemplate(platform, actions), ...plainMenuTemplate(platform)]) {
        expect(menu.label).toMatch(/\S/);
        expect(Array.isArray(menu.submenu), menu.label).toBe(true);
        for (const { label, type } of [menu.submenu].flat() as MenuItemConstructorOptions[])
          expect([menu.label, type ?? label]).toEqual([menu.label, expect.stringMatching(/\S/)]);
      }
    }
    speak("en");
  });

  it("tells its user's choice to the app", () => {
    const item = items.find(({ id }) => id === "new-session");
    item?.click?.(undefined as never, undefined as never, undefined as never);
    expect(command).toHaveBeenLastCalledWith("new-session", undefined);
  });
});

describe("what a system expects", () => {
  const menus = (platform: NodeJS.Platform) => menuTemplate(platform, actions);
  const idsOf = (platform: NodeJS.Platform, index: number) => {
    const submenu = menus(platform)[index]?.submenu;
    return Array.isArray(submenu) ? submenu.map(({ id }) => id) : [];
  };

  it("is Undo for text fields, beside the undo of changes, which leaves them the key", () => {
    for (const platform of ["linux", "win32", "darwin"] as const) {
      const items = itemsOf(platform);
      expect(items.find(({ role }) => role === "undo")?.registerAccelerator).toBeUndefined();
      expect(items.find(({ id }) => id === "undo-change")?.registerAccelerator).toBe(false);
    }
  });

  it("is the app's own menu on macOS", () => {
    expect(idsOf("darwin", 0)).toEqual(
      expect.arrayContaining(["about", "open-settings", "hide-app", "quit"]),
    );
    expect(idsOf("darwin", 1)).not.toContain("quit");
  });

  it("is Quit under File and About under Help elsewhere", () => {
    expect(idsOf("linux", 0)).toContain("quit");
    expect(idsOf("linux", menus("linux").length - 1)).toContain("about");
  });
});

describe("the keys that the user has chosen", () => {
  const itemOf = (id: CommandId) => itemsOf("linux").find((item) => item.id === id);
  afterEach(() => {
    chosen = {};
  });

  it("stand in the menu in place of the defaults, and a key that was taken away does not", () => {
    chosen = { find: "$mod+Shift+KeyF", "toggle-sidebar": null, compact: "$mod+Alt+F7" };
    expect(itemOf("find")).toMatchObject({ accelerator: "CmdOrCtrl+Shift+F", registerAccelerator: true });
    expect(itemOf("toggle-sidebar")?.accelerator).toBeUndefined();
    expect(itemOf("compact")?.accelerator).toBe("CmdOrCtrl+Alt+F7");
  });

  it("are shown at both commands of a clash, and listened for at the one that was chosen", () => {
    chosen = { "write-message": "$mod+KeyK" };
    expect(itemOf("write-message")).toMatchObject({ accelerator: "CmdOrCtrl+K", registerAccelerator: true });
    expect(itemOf("go-to")).toMatchObject({ accelerator: "CmdOrCtrl+K", registerAccelerator: false });
  });

  it("are listened for where they mean nothing in a text field", () => {
    chosen = { "undo-change": "F8", stop: "F9" };
    expect(itemOf("undo-change")?.registerAccelerator).toBe(true);
    expect(itemOf("stop")?.registerAccelerator).toBe(true);
  });

  it.each([
    ["$mod+Period", "CmdOrCtrl+."],
    ["Alt+ArrowUp", "Alt+Up"],
    ["$mod+Digit7", "CmdOrCtrl+7"],
    ["$mod+Backslash", "CmdOrCtrl+\\"],
    ["Control+Shift+F12", "Control+Shift+F12"],
    ["$mod+PageDown", "CmdOrCtrl+PageDown"],
  ])("%s is %s in Electron's words", (key, accelerator) => expect(acceleratorOf(key)).toBe(accelerator));
});
