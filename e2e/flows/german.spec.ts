// The window in German: every role under its German name, the guide in German, and no English word left where a German one is meant.
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";

type Words = { [key: string]: string | Words };
const LOCALES = join(import.meta.dirname, "../../resources/locales");
const texts = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : texts(value)));
const saidIn = (language: string) =>
  readdirSync(join(LOCALES, language)).flatMap((file) =>
    texts(JSON.parse(readFileSync(join(LOCALES, language, file), "utf8"))),
  );
const german = new Set(saidIn("de"));
/** What only an English window says. A language is called by its own name in both. */
const english = new Set(saidIn("en").filter((text) => !german.has(text)));

/** All that is written in the page, and what only a screen reader or a tooltip says. */
const allWords = (page: Page) =>
  page.evaluate(() => {
    const attributes = ["aria-label", "aria-description", "title", "placeholder", "alt"];
    return [...document.querySelectorAll("body *")].flatMap((element) => [
      ...attributes.map((name) => element.getAttribute(name) ?? ""),
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? ""),
    ]);
  });
const leftInEnglish = async (page: Page) => (await allWords(page)).filter((text) => english.has(text));

async function openInGerman(open: () => Promise<Chat>, dataDir: string): Promise<Page> {
  await writeFile(join(dataDir, "settings.json"), JSON.stringify({ appearance: { language: "de" } }));
  const { page } = await open();
  await expect(page.getByRole("textbox", { name: "Nachricht", exact: true })).toBeFocused();
  return page;
}

test("a window set to German has German roles, and the guide answers in German", async ({
  open,
  dataDir,
}) => {
  const env = { BRAID_GUIDE_WORDS_PER_SECOND: "2000" };
  const page = await openInGerman(() => open({ settings: "none", env }), dataDir);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("navigation", { name: "Sitzungen" })).toBeVisible();
  await expect(page.getByRole("log", { name: "Unterhaltung" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Modell" })).toHaveText("Leitfaden (eingebaut, offline)");
  expect(await leftInEnglish(page), "first run").toEqual([]);
  expect(await findings(page), "first run").toEqual([]);

  const composer = page.getByRole("textbox", { name: "Nachricht", exact: true });
  await composer.fill("Wie benenne ich eine Sitzung um?");
  await composer.press("Enter");
  const answer = page.getByRole("article", { name: /^Antwort/ }).last();
  await expect(answer).toHaveAttribute("data-state", "done");
  await expect(answer).toContainText("Das steht im Handbuch unter Sitzungen");
  await expect(answer.getByRole("heading", { name: "Eine Sitzung umbenennen" })).toBeVisible();
  expect(await leftInEnglish(page), "conversation").toEqual([]);
  expect(await findings(page), "conversation").toEqual([]);
});

test("palette, settings and the sheet of keys have no English word", async ({ open, dataDir }) => {
  const page = await openInGerman(() => open({ settings: "none" }), dataDir);

  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Gehe zu oder tue" });
  await expect(palette.getByRole("option", { name: /Neues Fenster/ })).toBeVisible();
  expect(await leftInEnglish(page), "palette").toEqual([]);
  expect(await findings(page), "palette").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+/");
  const keys = page.getByRole("dialog", { name: "Tasten" });
  await expect(keys).toContainText("Strg+Bild ab");
  expect(await leftInEnglish(page), "keys").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);

  await page.keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "Einstellungen", exact: true });
  for (const name of [
    "Allgemein",
    "Darstellung",
    "Modelle und Anbieter",
    "Antworten",
    "Speicher",
    "Tasten",
  ]) {
    await settings.getByRole("tab", { name }).click();
    await expect(settings.getByRole("tabpanel")).not.toBeEmpty();
    expect(await leftInEnglish(page), name).toEqual([]);
  }
});

test("what failed in a German window is in English once the window is, and is stored in no language", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ status: 401, message: "no such key" }]);
  const chat = await open();
  await chat.call("settings.change", { path: "appearance.language", value: "de" });
  const composer = chat.page.getByRole("textbox", { name: "Nachricht", exact: true });
  await composer.fill("Hallo?");
  await composer.press("Enter");
  await expect(chat.alert).toContainText(
    "Der Anbieter hat den Schlüssel nicht angenommen (401): no such key",
  );
  await chat.call("settings.change", { path: "appearance.language", value: "en" });
  await expect(chat.alert).toContainText("The provider did not accept the key (401): no such key");
  const stored = withDatabase(dataDir, (db) =>
    db.prepare<[], string>("SELECT metadata_json FROM chat_messages WHERE role = 'assistant'").pluck().get(),
  );
  expect(JSON.parse(stored ?? "{}").error).toEqual({
    code: "PROVIDER_AUTH",
    message: {
      key: "provider.answered.with-reason",
      params: { what: { key: "provider.key.message" }, status: "401", said: "no such key" },
    },
    hint: { key: "provider.key.hint" },
  });
});
