// The keys of commands: chosen in the settings, in force at once, kept in settings.json, and never two for one without a word.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ElectronApplication, Locator, Page } from "@playwright/test";
import type { CommandId } from "../../src-preload/contract/window/commands";
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";

test.use({ sharesApp: true });

class ShortcutsPage {
  constructor(readonly page: Page) {}

  get settings(): Locator {
    return this.page.getByRole("dialog", { name: "Settings", exact: true });
  }
  row(command: string): Locator {
    return this.settings.getByRole("listitem").filter({ has: this.page.getByText(command, { exact: true }) });
  }
  /** The button with a command's key. */
  box(command: string): Locator {
    return this.settings
      .getByRole("button", { name: `${command}: ` })
      .and(this.page.locator(".shortcut-box"));
  }
  async choose(command: string, key: string): Promise<void> {
    await this.box(command).click();
    await expect(this.box(command)).toHaveText("Press keys…");
    await this.page.keyboard.press(key);
  }
}

async function openPage({ page }: Chat): Promise<ShortcutsPage> {
  await page.keyboard.press("Control+,");
  const shortcuts = new ShortcutsPage(page);
  await shortcuts.settings.getByRole("tab", { name: "Shortcuts" }).click();
  await expect(shortcuts.box("Find in conversation")).toBeVisible();
  return shortcuts;
}

const accelerator = (app: ElectronApplication, id: CommandId) => () =>
  app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator ?? null, id);

const chosenIn = async (dataDir: string): Promise<unknown> =>
  (JSON.parse(await readFile(join(dataDir, "settings.json"), "utf8")) as { shortcuts?: unknown }).shortcuts;

test("a key is changed in the settings: it works at once in all windows, the old one does not, and menu, tooltip and cheat sheet show it", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const second = await chat.newWindow();
  const { page } = chat;
  const palette = (of: Page) => of.getByRole("dialog", { name: "Search or run a command" });
  await chat.composer.focus();
  const shortcuts = await openPage(chat);
  await test.step("found by the search, and changed by keyboard", async () => {
    await shortcuts.settings.getByRole("searchbox").fill("command palette");
    const found = shortcuts.settings.getByRole("list", { name: "Settings found" });
    await expect(found.getByRole("button").first()).toHaveText("Search or run a command…Shortcuts");
    await page.keyboard.press("Enter");
    await expect(shortcuts.box("Search or run a command…")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Shift+KeyP");
    await expect(shortcuts.box("Search or run a command…")).toHaveText("Ctrl+Shift+P");
    await expect(shortcuts.box("Search or run a command…")).toBeFocused();
    expect(await chosenIn(dataDir)).toEqual({ "go-to": "$mod+Shift+KeyP" });
  });
  await test.step("Escape leaves the key, and the dialog stays", async () => {
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(shortcuts.box("Search or run a command…")).toHaveText("Ctrl+Shift+P");
    await page.keyboard.press("Escape");
    await expect(shortcuts.settings).toBeHidden();
  });
  // The words of the palette's button come with the keys that the window obeys.
  const obeys = (of: Page) =>
    expect(of.getByRole("button", { name: "Search or run a command…" })).toHaveAttribute(
      "aria-keyshortcuts",
      "Control+Shift+P",
    );
  await test.step("the new key works in both windows, and the old one in none", async () => {
    await expect.poll(accelerator(chat.braid.app, "go-to")).toBe("CmdOrCtrl+Shift+P");
    for (const window of [second, chat]) {
      await obeys(window.page);
      await window.page.bringToFront();
      await window.composer.focus();
      await window.page.keyboard.press("Control+K");
      await window.page.keyboard.press("Control+Shift+P");
      await expect(palette(window.page)).toBeVisible();
      await window.page.keyboard.press("Escape");
      await expect(palette(window.page)).toBeHidden();
      // Had the old key opened it, the new one would have closed it.
    }
  });
  await test.step("cheat sheet", async () => {
    await page.keyboard.press("Control+/");
    const sheet = page.getByRole("dialog", { name: "Shortcuts" });
    await expect(sheet.locator(".keys-line").filter({ hasText: "Search or run a command…" })).toContainText(
      "Ctrl+Shift+P",
    );
    await page.keyboard.press("Escape");
  });
});

test("a clash is shown at both commands and resolved by one press; keys that are needed elsewhere are refused in words; a mistake in the file is told", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  await expect(chat.composer).toBeFocused();
  const shortcuts = await openPage(chat);
  const { keyboard } = page;
  const alert = shortcuts.settings.getByRole("alert");
  await test.step("refused", async () => {
    await shortcuts.choose("Storage…", "k");
    await expect(alert).toContainText("This key writes text.");
    await keyboard.press("Control+C");
    await expect(alert).toContainText("Text fields and lists need this key");
    await keyboard.press("Control+W");
    await expect(alert).toContainText("The window or its menu needs this key");
    await expect(shortcuts.box("Storage…")).toHaveAccessibleDescription(/The window or its menu/);
    expect(await findingsInBoth(page)).toEqual([]);
    await keyboard.press("Tab");
    await expect(alert).toHaveCount(0);
    expect(await chosenIn(dataDir)).toBeUndefined();
  });
  await test.step("a clash", async () => {
    await shortcuts.choose("Storage…", "Control+B");
    await expect(shortcuts.row("Storage…")).toContainText("Also: Show or hide sessions");
    await expect(shortcuts.row("Show or hide sessions")).toContainText("Also: Storage…");
    expect(await findingsInBoth(page)).toEqual([]);
    // The chosen key comes first.
    await shortcuts.settings.getByRole("tab", { name: "General" }).click();
    await keyboard.press("Control+B");
    await expect(shortcuts.settings.getByRole("tab", { name: "Storage", selected: true })).toBeVisible();
    await shortcuts.settings.getByRole("tab", { name: "Shortcuts" }).click();
    await shortcuts
      .row("Storage…")
      .getByRole("button", { name: "Take it from “Show or hide sessions”" })
      .click();
    await expect(shortcuts.box("Show or hide sessions")).toHaveText("No key");
    await expect(shortcuts.box("Storage…")).toBeFocused();
    await expect(shortcuts.settings.getByText("Also: ")).toHaveCount(0);
    expect(await chosenIn(dataDir)).toEqual({ "toggle-sidebar": null, "open-storage": "$mod+KeyB" });
    await expect.poll(accelerator(chat.braid.app, "toggle-sidebar")).toBeNull();
  });
  await test.step("Backspace takes a key away, and resets bring the defaults back", async () => {
    await shortcuts.choose("Storage…", "Backspace");
    await expect(shortcuts.box("Storage…")).toHaveText("No key");
    await shortcuts.choose("Find in conversation", "F8");
    await expect(shortcuts.box("Find in conversation")).toHaveText("F8");
    await shortcuts.settings.getByRole("button", { name: "Reset: Find in conversation" }).click();
    await expect(shortcuts.box("Find in conversation")).toHaveText("Ctrl+F");
    await expect(shortcuts.box("Find in conversation")).toBeFocused();
    await shortcuts.settings.getByRole("button", { name: "Reset all" }).click();
    await expect(shortcuts.box("Show or hide sessions")).toHaveText("Ctrl+B");
    expect(await chosenIn(dataDir)).toBeUndefined();
  });
  await test.step("written by hand", async () => {
    const file = join(dataDir, "settings.json");
    const written = JSON.parse(await readFile(file, "utf8"));
    written.shortcuts = { find: "Control+KeyV", "write-message": "Shift+$mod+KeyL", fnd: "F8" };
    await writeFile(file, JSON.stringify(written));
    await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
    const above = shortcuts.settings.getByRole("region", { name: "Mistakes in settings.json" });
    await expect(above).toContainText("shortcuts.find must not be a key that text fields and lists need");
    await expect(above).toContainText("shortcuts.fnd is not a setting that Braid knows");
    await expect(shortcuts.box("Find in conversation")).toHaveText("Ctrl+F");
    await expect(shortcuts.box("Write a message")).toHaveText("Ctrl+Shift+L");
  });
});
