// The system's menus: on texts, on links, and nowhere else.

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { expect, settingsFor, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

/** From now on a menu that would appear is noted instead: Chromium's event and our template are real, the drawing is the system's. */
async function noteMenus(app: ElectronApplication): Promise<() => Promise<string[][]>> {
  await app.evaluate(({ Menu }) => {
    const shown: string[][] = [];
    Object.assign(globalThis, { shownMenus: shown });
    Menu.prototype.popup = function popup() {
      shown.push(this.items.map(({ label, type }) => (type === "separator" ? "-" : label)));
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { shownMenus: string[][] }).shownMenus);
}

test("texts, marked words and links have a menu of the system, empty ground has none, and never two", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("See [the page](https://example.org/a) about it."));
  await chat.send("Where?");
  await chat.settled();
  const menus = await noteMenus(chat.braid.app);
  await chat.composer.fill("words");
  await chat.composer.click({ button: "right" });
  await expect.poll(menus).toEqual([["Cut", "Copy", "Paste", "Paste as text", "-", "Select all"]]);

  // The list of sessions has a menu of its own.
  await chat.sessions.first().click({ button: "right" });
  await expect(chat.page.getByRole("menu")).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(chat.page.getByRole("menu")).toBeHidden();
  await chat.title.click({ button: "right" });

  await chat.answer.getByRole("link", { name: "the page" }).click({ button: "right" });
  await expect.poll(menus).toHaveLength(2);
  expect((await menus())[1]?.slice(0, 2)).toEqual(["Open link", "Copy link address"]);
  await expect(chat.page.getByRole("menu")).toBeHidden();
});

test("the spell checker asks nobody for anything until it is turned on", async ({
  open,
  provider,
  dataDir,
}) => {
  const asked: string[] = [];
  const dictionaries = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((resolve) => dictionaries.listen(0, "127.0.0.1", resolve));
  const address = dictionaries.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const chat = await open();
  await chat.braid.app.evaluate(
    ({ session }, url) => session.defaultSession.setSpellCheckerDictionaryDownloadURL(url),
    `http://127.0.0.1:${address.port}/`,
  );
  const state = () =>
    chat.braid.app.evaluate(({ session }) => ({
      on: session.defaultSession.isSpellCheckerEnabled(),
      languages: session.defaultSession.getSpellCheckerLanguages(),
    }));
  await chat.composer.pressSequentially("Teh wrods are mispelled. ");
  expect(await state()).toEqual({ on: false, languages: [] });
  expect(asked).toEqual([]);

  const settings = { ...JSON.parse(settingsFor(provider.baseUrl)), window: { spellcheck: true } };
  await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
  await chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect.poll(state).toEqual({ on: true, languages: ["en-US"] });
  await chat.composer.pressSequentially("Teh wrods are mispelled. ");
  await expect.poll(() => asked.join(" ")).toMatch(/en-us.*\.bdic/);
  await new Promise((resolve) => dictionaries.close(resolve));
});
