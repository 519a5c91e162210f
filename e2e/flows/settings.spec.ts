// The settings dialog: each setting changed where its user sees it, kept in settings.json, and in force at once in all windows.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Chat, expect, settingsFor, test } from "../fixtures/chat";

class SettingsDialog {
  constructor(readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole("dialog", { name: "Settings", exact: true });
  }
  get search(): Locator {
    return this.dialog.getByRole("searchbox", { name: "Search settings" });
  }
  tab(name: string): Locator {
    return this.dialog.getByRole("tab", { name });
  }
  field(role: "switch" | "combobox" | "textbox" | "slider", name: string): Locator {
    return this.dialog.getByRole(role, { name, exact: true });
  }
  async choose(name: string, option: string): Promise<void> {
    await this.field("combobox", name).click();
    await this.page.getByRole("option", { name: option }).click();
  }
}

async function openSettings(chat: Chat, tab?: string): Promise<SettingsDialog> {
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+,");
  const settings = new SettingsDialog(chat.page);
  await expect(settings.dialog).toBeVisible();
  if (tab !== undefined) await settings.tab(tab).click();
  return settings;
}

const inFile = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, "settings.json"), "utf8")) as Record<
    string,
    Record<string, unknown>
  >;

test.use({ sharesApp: true });

test("[SV-11, CP-8b, CP-9, PR-1] each setting is changed in its page, stands in the file, holds in all windows at once, and with the keys of commands from the first frame after a kill", async ({
  open,
  dataDir,
}) => {
  let chat = await open();
  let settings = await openSettings(chat, "General");
  for (const name of ["Notifications", "First words in notifications", "Keep in the tray"])
    await settings.field("switch", name).click();
  await settings.tab("Answers").click();
  await settings.field("textbox", "Steps in one answer").fill("7");
  await settings.field("textbox", "Steps in one answer").press("Enter");
  await settings.field("textbox", "Time-out between words").fill("1.5");
  await settings.field("textbox", "Tokens for one answer").fill("1,000");
  await settings.field("textbox", "Tokens for one answer").blur();
  await settings.choose("Save an answer", "When the answer ends");
  await expect
    .poll(() => inFile(dataDir))
    .toMatchObject({
      window: { notifications: false, notification_content: false, tray: true },
      run: { max_retries: 0, max_steps: 7, stall_timeout_ms: 1500, token_budget: 1000 },
      recorder: { save_on: "turn" },
    });
  await settings.field("textbox", "Tokens for one answer").fill("");
  await settings.field("textbox", "Tokens for one answer").press("Enter");
  await expect.poll(async () => (await inFile(dataDir)).run?.token_budget).toBe(null);
  await test.step("compaction, its parts of a window in percent", async () => {
    const alert = settings.dialog.getByRole("tabpanel").getByRole("alert");
    const room = settings.field("textbox", "Room for these turns");
    await settings.tab("Compaction").click();
    await expect(room).toHaveValue("25%");
    await expect(settings.field("textbox", "Shorten large outputs from")).toHaveValue("30%");
    await room.fill("130");
    await room.press("Enter");
    await expect(alert).toContainText("no percentage from 0 to 100");
    await room.fill("12.5");
    await room.press("Enter");
    await expect(room).toHaveValue("12.5%");
    await settings.field("textbox", "Longest wait for a summary").fill("30");
    await settings.field("switch", "Summarise by itself").click();
    await settings.field("switch", "Prepare the next summary").click();
    await settings.field("switch", "Too long to summarise: without the middle").click();
    await expect
      .poll(async () => (await inFile(dataDir)).compaction)
      .toEqual({
        tail_budget_pct: 0.125,
        retry_block_ms: 30_000,
        auto: false,
        prepare: true,
        smart_recovery: { drop_middle: false },
      });
    await settings.search.fill("drop_middle");
    await settings.search.press("Enter");
    await expect(settings.field("switch", "Too long to summarise: without the middle")).toBeFocused();
  });
  await chat.page.keyboard.press("Escape");
  await expect(settings.dialog).toBeHidden();
  await expect(chat.composer).toBeFocused();

  const second = await chat.newWindow();
  const pages = [chat.page, second.page];
  await test.step("theme, size and language, in both windows", async () => {
    // Else the test's own theme would hide the app's.
    for (const page of pages) await page.emulateMedia({ colorScheme: null, reducedMotion: "reduce" });
    const styleOf = (page: Page, name: "backgroundColor" | "fontSize") =>
      page.evaluate((of) => getComputedStyle(document.body)[of], name);
    settings = await openSettings(chat, "Appearance");
    for (const [theme, ground] of [
      ["Light", "rgb(252, 252, 250)"],
      ["Dark", "rgb(25, 25, 24)"],
    ] as const) {
      await settings.choose("Theme", theme);
      for (const page of pages) await expect.poll(() => styleOf(page, "backgroundColor")).toBe(ground);
    }
    const inSize = async (size: string) => {
      for (const page of pages) await expect.poll(() => styleOf(page, "fontSize")).toBe(size);
    };
    await settings.field("slider", "Font size").press("End");
    await inSize("24px");
    await settings.dialog.getByRole("button", { name: "Reset" }).click();
    await inSize("13.5px");
    await settings.field("slider", "Font size").press("End");
    await inSize("24px");
    await settings.tab("General").click();
    await settings.choose("Language", "Deutsch");
    for (const page of pages) await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(chat.page.getByRole("dialog", { name: "Einstellungen" })).toBeVisible();
    const menu = () =>
      chat.braid.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
    await expect.poll(menu).toContain("&Datei");
  });
  const changes = [{ command: "go-to" as const, key: "$mod+Shift+KeyP" }];
  await chat.call("settings.change_shortcuts", { changes });
  await chat.braid.closeWindow(second.page);
  await chat.braid.kill();

  chat = await open({ settings: "none" });
  const first = await chat.braid.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
    ground: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    dark: nativeTheme.shouldUseDarkColors,
  }));
  expect(first).toEqual({ ground: "#191918", dark: true });
  const boot = await chat.page.evaluate(() => (window as unknown as { braid: { boot: unknown } }).braid.boot);
  expect(boot).toMatchObject({ font_size: 24, language: "de" });
  await chat.call("settings.change", { path: "appearance.language", value: "en" });
  await test.step("keys of commands, in the menu and in the window", async () => {
    const key = () =>
      chat.braid.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("go-to")?.accelerator);
    await expect.poll(key).toBe("CmdOrCtrl+Shift+P");
    await expect(chat.composer).toBeFocused();
    const palette = chat.page.getByRole("combobox", { name: "Search or run a command" });
    await chat.page.keyboard.press("Control+Shift+P");
    await expect(palette).toBeFocused();
    await chat.page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
  });
  settings = await openSettings(chat, "Answers");
  await expect(settings.field("textbox", "Steps in one answer")).toHaveValue("7");
  await expect(settings.field("textbox", "Time-out between words")).toHaveValue("1.5");
  await expect(settings.field("combobox", "Save an answer")).toHaveText("When the answer ends");
  await settings.tab("General").click();
  await expect(settings.field("switch", "Notifications")).not.toBeChecked();
  await expect(settings.field("switch", "Keep in the tray")).toBeChecked();
});

test("a search finds a setting by another name, jumps to it and marks it, all by keyboard", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const settings = await openSettings(chat);
  const { keyboard } = chat.page;
  await expect(settings.search).toBeFocused();
  await keyboard.type("night");
  await expect(settings.dialog.getByRole("list", { name: "Settings found" })).toContainText("Theme");
  await keyboard.press("Enter");
  await expect(settings.tab("Appearance")).toHaveAttribute("aria-selected", "true");
  await expect(settings.field("combobox", "Theme")).toBeFocused();
  const option = chat.page.getByRole("option");
  await keyboard.press("Enter");
  await expect(option.first()).toBeFocused();
  for (const name of ["Light", "Dark"]) {
    await keyboard.press("ArrowDown");
    await expect(option.filter({ hasText: name })).toBeFocused();
  }
  await keyboard.press("Enter");
  await expect.poll(async () => (await inFile(dataDir)).appearance?.theme).toBe("dark");

  await settings.search.fill("timeout");
  await expect(settings.dialog.getByRole("list", { name: "Settings found" })).toContainText("between words");
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await keyboard.press(key);
  await expect(settings.tab("Answers")).toHaveAttribute("aria-selected", "true");
  await expect(settings.dialog.locator(":focus")).toHaveAttribute("inputmode", "decimal");

  await settings.search.fill("zzzz");
  await expect(settings.dialog).toContainText("No setting is about “zzzz”.");
  await keyboard.press("Escape");
  await expect(settings.search).toHaveValue("");
  await keyboard.press("Tab");
  await expect(settings.tab("Answers")).toBeFocused();
  await keyboard.press("ArrowUp");
  await expect(settings.tab("Agents")).toBeFocused();
  await expect(settings.tab("Agents")).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Escape");
  await expect(settings.dialog).toBeHidden();
  await expect(chat.composer).toBeFocused();
});

test("what cannot be saved is told at its setting, a mistake in the file as well; the others stand above, with the file a click away", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  const settings = await openSettings(chat, "Answers");
  const file = join(dataDir, "settings.json");
  const alert = settings.dialog.getByRole("alert");
  const steps = settings.field("textbox", "Steps in one answer");
  const above = settings.dialog.getByRole("region", { name: "Mistakes in settings.json" });
  const enter = async (text: string) => {
    await steps.fill(text);
    await steps.press("Enter");
  };
  await test.step("no value of this setting", async () => {
    await enter("0");
    await expect(alert).toContainText("must be a whole number from 1 to 100000");
    await enter("a few");
    await expect(alert).toContainText("This is not a number.");
    await enter("50");
    await expect(alert).toHaveCount(0);
  });
  await test.step("a file that cannot be read is left to its user", async () => {
    await writeFile(file, '{ "run": ');
    await settings.tab("General").click();
    await settings.field("switch", "Keep in the tray").click();
    await expect(alert).toContainText("settings.json has to be corrected first");
    await expect(settings.field("switch", "Keep in the tray")).not.toBeChecked();
    await expect(above).toContainText("settings.json:1");
    expect(await readFile(file, "utf8")).toBe('{ "run": ');
  });
  const mistaken = JSON.parse(settingsFor(provider.baseUrl));
  mistaken.run.max_steps = "many";
  mistaken.colour = "red";
  await writeFile(file, JSON.stringify(mistaken));
  // Whoever comes back to the window from an editor has it look at the file.
  await chat.page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  await expect(above).toContainText("colour");
  await expect(above).not.toContainText("max_steps");
  await settings.tab("Answers").click();
  await expect(steps).toHaveValue("50");
  await expect(steps).toHaveAccessibleDescription(/must be a whole number from 1 to 100000/);

  await chat.braid.app.evaluate(({ shell }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    shell.openPath = async (path) => {
      asked.push(path);
      return "";
    };
    shell.showItemInFolder = (path) => void asked.push(path);
  });
  await above.getByRole("button", { name: "Open settings.json" }).click();
  await above.getByRole("button", { name: "Show in folder" }).click();
  await expect
    .poll(() => chat.braid.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
    .toEqual([file, file]);
  await enter("8");
  await expect(steps).not.toHaveAccessibleDescription(/must be a whole number/);
  await expect.poll(async () => (await inFile(dataDir)).run?.max_steps).toBe(8);
  expect((await inFile(dataDir)).colour).toBe("red");
});
