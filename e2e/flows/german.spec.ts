// The window in German: every role under its German name, the guide in German, and no English word left where a German one is meant.
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";

type Words = { [key: string]: string | Words };
const LOCALES = join(import.meta.dirname, "../../resources/locales");
const texts = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : texts(value)));
const saidIn = (language: string) =>
  readdirSync(join(LOCALES, language)).flatMap((file) =>
    texts(JSON.parse(readFileSync(join(LOCALES, language, file), "utf8"))),
  );
const inGerman = new Set(saidIn("de"));
/** Words that only an English window shows. A language is called by its own name in both. */
const english = new Set(saidIn("en").filter((text) => !inGerman.has(text)));

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

test("a window set to German has German roles and no English word, and the guide answers in German", async ({
  open,
  dataDir,
}) => {
  await writeFile(join(dataDir, "settings.json"), JSON.stringify({ appearance: { language: "de" } }));
  const env = { BRAID_GUIDE_WORDS_PER_SECOND: "2000", BRAID_LOCAL_PORTS: "1,1,1" };
  const { page } = await open({ settings: "none", env });
  const { keyboard } = page;
  const german = async (where: string) => {
    expect(await leftInEnglish(page), where).toEqual([]);
    expect(await findings(page), where).toEqual([]);
  };
  const composer = page.getByRole("textbox", { name: "Nachricht", exact: true });
  await expect(composer).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("navigation", { name: "Sitzungen" })).toBeVisible();
  await expect(page.getByRole("log", { name: "Unterhaltung" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Modell" })).toHaveText("Leitfaden (eingebaut, offline)");
  await german("first run");

  await composer.fill("Wie benenne ich eine Sitzung um?");
  await composer.press("Enter");
  const answer = page.getByRole("article", { name: /^Antwort/ }).last();
  await expect(answer).toHaveAttribute("data-state", "done");
  await expect(answer).toContainText("Das steht im Handbuch unter Sitzungen");
  await expect(answer.getByRole("heading", { name: "Eine Sitzung umbenennen" })).toBeVisible();
  await german("conversation");

  await keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Suchen oder ausführen" });
  await expect(palette.getByRole("option", { name: /Neues Fenster/ })).toBeVisible();
  await german("palette");
  await keyboard.press("Control+/");
  await expect(page.getByRole("dialog", { name: "Tastenkürzel" })).toContainText("Strg+Bild ab");
  await german("keys");
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "Einstellungen", exact: true });
  await expect(settings.getByRole("tab")).toHaveCount(10);
  for (const tab of await settings.getByRole("tab").all()) {
    await tab.click();
    await expect(settings.getByRole("tabpanel")).not.toBeEmpty();
    expect(await leftInEnglish(page), await tab.innerText()).toEqual([]);
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
    mend: "key",
  });
});
