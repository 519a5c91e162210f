// The settings dialog: each setting changed where its user sees it, kept in settings.json, and in force at once in all windows.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Chat, expect, settingsFor, test } from "../fixtures/chat";
import { resize } from "../fixtures/system";

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

test("[SV-11] each setting is changed in its page, stands in the file, and holds after a restart", async ({
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
  await settings.field("textbox", "Longest silence").fill("1.5");
  await settings.field("textbox", "Tokens for one answer").fill("1,000");
  await settings.field("textbox", "Tokens for one answer").blur();
  await settings.choose("Save an answer", "When the answer ends");
  await expect
    .poll(async () => {
      const { window, run, recorder } = await inFile(dataDir);
      return { window, run, recorder };
    })
    .toEqual({
      window: { notifications: false, notification_content: false, tray: true },
      run: { max_retries: 0, max_steps: 7, stall_timeout_ms: 1500, token_budget: 1000 },
      recorder: { save_on: "turn" },
    });
  await chat.page.keyboard.press("Escape");
  await expect(settings.dialog).toBeHidden();
  await expect(chat.composer).toBeFocused();
  await chat.braid.kill();

  chat = await open({ settings: "none" });
  settings = await openSettings(chat, "Answers");
  await expect(settings.field("textbox", "Steps in one answer")).toHaveValue("7");
  await expect(settings.field("textbox", "Longest silence")).toHaveValue("1.5");
  await expect(settings.field("combobox", "Save an answer")).toHaveText("When the answer ends");
  await settings.field("textbox", "Tokens for one answer").fill("");
  await settings.field("textbox", "Tokens for one answer").press("Enter");
  await expect.poll(async () => (await inFile(dataDir)).run?.token_budget).toBe(null);
  await settings.tab("General").click();
  await expect(settings.field("switch", "Notifications")).not.toBeChecked();
  await expect(settings.field("switch", "Keep in the tray")).toBeChecked();
});

test("theme, language and size take effect in all windows at once", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  const second = await chat.newWindow();
  const pages = [chat.page, second.page];
  // Else the test's own theme would hide the app's.
  for (const page of pages) await page.emulateMedia({ colorScheme: null });
  const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const sizeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontSize);

  const settings = await openSettings(chat, "Appearance");
  await settings.choose("Theme", "Dark");
  for (const page of pages) await expect.poll(() => groundOf(page)).toBe("rgb(25, 25, 24)");
  await settings.choose("Theme", "Light");
  for (const page of pages) await expect.poll(() => groundOf(page)).toBe("rgb(252, 252, 250)");

  await settings.field("slider", "Font size").focus();
  await chat.page.keyboard.press("End");
  for (const page of pages) await expect.poll(() => sizeOf(page)).toBe("24px");
  await settings.dialog.getByRole("button", { name: "Usual size" }).click();
  for (const page of pages) await expect.poll(() => sizeOf(page)).toBe("13.5px");

  await settings.tab("General").click();
  await settings.choose("Language", "Deutsch");
  for (const page of pages)
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
  await expect(chat.page.getByRole("dialog", { name: "Einstellungen" })).toBeVisible();
  const menu = () =>
    chat.braid.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  await expect.poll(menu).toContain("&Datei");
});

test("a start in the dark is dark from the first frame, and in the size that was chosen", async ({
  open,
  dataDir,
}) => {
  await writeFile(
    join(dataDir, "settings.json"),
    JSON.stringify({ appearance: { theme: "dark", font_size: 20, language: "de" } }),
  );
  const chat = await open({ settings: "none" });
  const first = await chat.braid.app.evaluate(({ BrowserWindow, nativeTheme }) => ({
    ground: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    dark: nativeTheme.shouldUseDarkColors,
  }));
  expect(first).toEqual({ ground: "#191918", dark: true });
  const boot = await chat.page.evaluate(() => (window as unknown as { braid: { boot: unknown } }).braid.boot);
  expect(boot).toMatchObject({ font_size: 20, language: "de" });
  await expect.poll(() => chat.page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("20px");
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

  await settings.search.focus();
  await keyboard.type("timeout");
  await expect(settings.dialog.getByRole("list", { name: "Settings found" })).toContainText("silence");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(settings.tab("Answers")).toHaveAttribute("aria-selected", "true");
  await expect(settings.dialog.locator(":focus")).toHaveAttribute("inputmode", "decimal");

  await settings.search.focus();
  await keyboard.type("zzzz");
  await expect(settings.dialog).toContainText("No setting is about “zzzz”.");
  await keyboard.press("Escape");
  await expect(settings.search).toHaveValue("");
  await keyboard.press("Tab");
  await expect(settings.tab("Answers")).toBeFocused();
  await keyboard.press("ArrowUp");
  await expect(settings.tab("Models and providers")).toBeFocused();
  await expect(settings.tab("Models and providers")).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Escape");
  await expect(settings.dialog).toBeHidden();
  await expect(chat.composer).toBeFocused();
});

test("a mistake in the file is shown at its setting, the others above, and the file is a click away", async ({
  open,
  provider,
  dataDir,
}) => {
  const file = join(dataDir, "settings.json");
  const mistaken = JSON.parse(settingsFor(provider.baseUrl));
  mistaken.run.max_steps = "many";
  mistaken.colour = "red";
  await writeFile(file, JSON.stringify(mistaken));
  const chat = await open({ settings: "none" });
  const settings = await openSettings(chat, "General");
  const above = settings.dialog.getByRole("region", { name: "Mistakes in settings.json" });
  await expect(above).toContainText("colour");
  await expect(above).not.toContainText("max_steps");
  await settings.tab("Answers").click();
  const steps = settings.field("textbox", "Steps in one answer");
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

  await steps.fill("8");
  await steps.press("Enter");
  await expect(steps).not.toHaveAccessibleDescription(/must be a whole number/);
  await expect.poll(async () => (await inFile(dataDir)).run?.max_steps).toBe(8);
  expect((await inFile(dataDir)).colour).toBe("red");
});

test("what cannot be saved is told at its setting, which goes back to what holds", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const settings = await openSettings(chat, "Answers");
  const steps = settings.field("textbox", "Steps in one answer");
  await steps.fill("0");
  await steps.press("Enter");
  await expect(settings.dialog.getByRole("alert")).toContainText("must be a whole number from 1 to 100000");
  await steps.fill("a few");
  await steps.press("Enter");
  await expect(settings.dialog.getByRole("alert")).toContainText("This is not a number.");
  await steps.fill("50");
  await steps.press("Enter");
  await expect(settings.dialog.getByRole("alert")).toHaveCount(0);

  await writeFile(join(dataDir, "settings.json"), '{ "run": ');
  await settings.tab("General").click();
  await settings.field("switch", "Keep in the tray").click();
  await expect(settings.dialog.getByRole("alert")).toContainText("settings.json has to be corrected first");
  await expect(settings.field("switch", "Keep in the tray")).not.toBeChecked();
  await expect(settings.dialog.getByRole("region", { name: "Mistakes in settings.json" })).toContainText(
    "settings.json:1",
  );
  expect(await readFile(join(dataDir, "settings.json"), "utf8")).toBe('{ "run": ');
});

test("in the largest letters and the narrowest window the words of a setting have room", async ({
  open,
  dataDir,
}) => {
  await writeFile(join(dataDir, "settings.json"), '{"appearance": {"font_size": 24, "language": "de"}}');
  const chat = await open({ settings: "none" });
  await resize(chat, 480, 700);
  await expect(chat.page.locator("[data-composer]")).toBeFocused();
  await chat.page.keyboard.press("Control+,");
  const page = chat.page.getByRole("dialog", { name: "Einstellungen" }).getByRole("tabpanel");
  await expect(page).toBeVisible();
  const words = page.getByText("Sprache", { exact: true }).locator("..");
  const share = async () =>
    ((await words.boundingBox())?.width ?? 0) / ((await page.boundingBox())?.width ?? 1);
  await expect.poll(share).toBeGreaterThan(0.75);
});
