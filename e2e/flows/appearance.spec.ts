// What the window looks like: its letters, its size, its theme.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, settingsFor, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { layoutShifts } from "../fixtures/shifts";

/** The families of which a file has been read, by the browser's own account. */
const loadedFonts = () =>
  [...document.fonts]
    .filter((font) => font.status === "loaded")
    .map((font) => `${font.family} ${font.style}`);

test("the letters are bundled, come with the first paint, and move nothing", async ({ open }) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect.poll(() => chat.page.evaluate(loadedFonts)).toContain("Inter Variable normal");
  await chat.page.evaluate(() => document.fonts.ready);
  expect(await layoutShifts(chat.page)).toBeLessThan(0.01);
});

const PAGES = ["General", "Appearance", "Models and providers", "Answers", "Storage", "Keys"];

async function openSettings(chat: Chat): Promise<Locator> {
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+,");
  const dialog = chat.page.getByRole("dialog", { name: "Settings", exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function turnTo(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("tab", { name }).click();
  await expect(dialog.getByRole("tabpanel", { name })).not.toBeEmpty();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing serious is found on any page of the settings, ${colorScheme}`, async ({
    open,
    dataDir,
    provider,
  }) => {
    const mistaken = JSON.parse(settingsFor(provider.baseUrl));
    mistaken.colour = "red";
    mistaken.run.max_steps = "many";
    await writeFile(join(dataDir, "settings.json"), JSON.stringify(mistaken));
    const chat = await open({ settings: "none" });
    await chat.page.emulateMedia({ colorScheme });
    const dialog = await openSettings(chat);
    for (const name of PAGES) {
      await turnTo(dialog, name);
      expect(await findings(chat.page), name).toEqual([]);
    }
    await dialog.getByRole("searchbox").fill("time");
    await expect(dialog.getByRole("list", { name: "Settings found" })).toBeVisible();
    expect(await findings(chat.page), "search").toEqual([]);
  });
}

/** What is cut off or has to be scrolled sideways, in the page and in whatever clips or scrolls in it; a line that ends in … says so. */
const tooWide = () =>
  [document.documentElement, ...document.querySelectorAll(".dialog *, .sidebar *, .session *")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      return overflowX !== "visible" && textOverflow !== "ellipsis";
    })
    .map((element) => element.className || element.tagName);

async function resizeWindow(chat: Chat, width: number, height: number, zoom: number): Promise<void> {
  await chat.braid.app.evaluate(
    ({ BrowserWindow }, size) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(size.width, size.height);
      window?.webContents.setZoomFactor(size.zoom);
    },
    { width, height, zoom },
  );
  await expect.poll(() => chat.page.evaluate(() => window.innerWidth)).toBe(Math.round(width / zoom));
}

for (const [name, font_size, width, height, zoom] of [
  ["200 % zoom", 13.5, 1280, 800, 2],
  ["the largest letters", 24, 1280, 800, 1],
  ["the largest letters in a narrow window", 24, 700, 900, 1],
] as const) {
  test(`nothing is cut off at ${name}`, async ({ open, provider, dataDir }, testInfo) => {
    provider.respond(() => reply(`A sentence. ${"unbroken".repeat(40)} **bold**`));
    const settings = { ...JSON.parse(settingsFor(provider.baseUrl)), appearance: { font_size } };
    await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
    const chat = await open({ settings: "none" });
    await resizeWindow(chat, width, height, zoom);
    await chat.send("Hello? ".repeat(20));
    await chat.settled();
    // Drawn, and not only said.
    await expect.poll(() => chat.text()).toMatch(/unbroken bold$/);
    await expect.poll(() => chat.page.evaluate(tooWide), "the conversation").toEqual([]);
    await expect(chat.composer).toBeInViewport({ ratio: 1 });
    await chat.page.screenshot({ path: testInfo.outputPath("conversation.png") });
    const dialog = await openSettings(chat);
    for (const page of PAGES) {
      await turnTo(dialog, page);
      await expect.poll(() => chat.page.evaluate(tooWide), page).toEqual([]);
      await chat.page.screenshot({ path: testInfo.outputPath(`${page}.png`) });
    }
    await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  });
}

test("in the colours of the system the marks are still seen", async ({ open, provider }, testInfo) => {
  provider.enqueue([{ text: "Half" }, { gate: "never" }]);
  const chat = await open();
  await chat.page.emulateMedia({ forcedColors: "active" });
  await chat.send("Hello?");
  await expect(chat.answer).toContainText("Half");
  const ground = (selector: string) =>
    chat.page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(chat.page.locator(".status-mark")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect.poll(async () => (await ground(".status-mark")) !== (await ground("body"))).toBe(true);
  const dialog = await openSettings(chat);
  await expect(dialog.getByRole("tab", { name: "General" })).toHaveCSS("outline-style", "solid");
  await expect(dialog.getByRole("switch", { name: "Notifications", exact: true })).toHaveCSS(
    "forced-color-adjust",
    "none",
  );
  await chat.page.screenshot({ path: testInfo.outputPath("forced-colors.png") });
});

test("the policy of the page is not broken by anything the dialog brings", async ({ open }) => {
  const chat = await open();
  const complaints: string[] = [];
  chat.page.on("console", (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      complaints.push(message.text());
  });
  const dialog = await openSettings(chat);
  for (const page of PAGES) await turnTo(dialog, page);
  await dialog.getByRole("tab", { name: "Appearance" }).click();
  await dialog.getByRole("combobox", { name: "Theme" }).click();
  await expect(chat.page.getByRole("option", { name: "Dark" })).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(chat.page.getByRole("option", { name: "Dark" })).toBeHidden();
  await expect(dialog.getByRole("combobox", { name: "Theme" })).toBeFocused();
  // A pointer that arrives while the list is still going away has to move once more, as a hand does.
  await expect(async () => {
    await chat.page.mouse.move(5, 5);
    await dialog.getByRole("button", { name: "Close" }).hover();
    await expect(chat.page.locator(".tooltip")).toContainText("Close", { timeout: 2000 });
  }).toPass();
  expect(complaints).toEqual([]);
});
