// The menus: that of the app, with every command as the window in front can do it, and the system's on texts and links.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import {
  COMMANDS,
  type CommandId,
  type CommandPlace,
  commandIds,
  isOnSystem,
} from "../../src-preload/contract/window/commands";
import { type Chat, expect, settingsFor, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

interface Item {
  enabled: boolean;
  checked: boolean;
  accelerator: string | undefined;
}

const itemsOf = (app: ElectronApplication) =>
  app.evaluate(({ Menu }, ids) => {
    const found: Record<string, Item> = {};
    for (const id of ids) {
      const item = Menu.getApplicationMenu()?.getMenuItemById(id);
      if (item)
        found[id] = { enabled: item.enabled, checked: item.checked, accelerator: item.accelerator as string };
    }
    return found as Record<string, { enabled: boolean; checked: boolean; accelerator: string | undefined }>;
  }, commandIds);

/** As a person would: chosen in the window's menu. */
const choose = (app: ElectronApplication, id: CommandId) =>
  app.evaluate(({ Menu, BrowserWindow }, chosen) => {
    const [window] = BrowserWindow.getAllWindows();
    Menu.getApplicationMenu()?.getMenuItemById(chosen)?.click(undefined, window, window?.webContents);
  }, id);

const dialog = (name: string) => (chat: Chat) =>
  expect(chat.page.getByRole("dialog", { name })).toBeVisible();
const tab = (name: string) => (chat: Chat) =>
  expect(chat.page.getByRole("tab", { name, selected: true })).toBeVisible();
const checked = (id: CommandId) => (chat: Chat) =>
  expect.poll(async () => (await itemsOf(chat.braid.app))[id]?.checked).toBe(true);

/**
 * The effect of each command in the window, in an order in which each can be done. Escape follows each. Other tests see Stop, Continue,
 * the sidebar, windows, the guide and diagnostics.
 */
const effects: [CommandId, (chat: Chat) => Promise<void>][] = [
  ["go-to", dialog("Search or run a command")],
  ["show-keys", dialog("Shortcuts")],
  ["show-handbook", dialog("Handbook")],
  ["show-changes", dialog("History of changes")],
  ["open-trash", dialog("Trash")],
  ["open-settings", dialog("Settings")],
  ["open-storage", tab("Storage")],
  ["find", (chat) => expect(chat.page.locator(".find-text")).toBeFocused()],
  ["write-message", (chat) => expect(chat.composer).toBeFocused()],
  ["choose-model", (chat) => expect(chat.page.getByRole("option").first()).toBeVisible()],
  [
    "rename-session",
    (chat) => expect(chat.page.getByRole("textbox", { name: "Session title" })).toBeFocused(),
  ],
  ["pin-session", checked("pin-session")],
  ["next-session", (chat) => expect(chat.title).toHaveText("Postcards from Lisbon")],
  ["previous-session", (chat) => expect(chat.title).toHaveText("Names for a cat")],
  ["delete-session", (chat) => expect(chat.title).toHaveText("Postcards from Lisbon")],
  ["undo-change", (chat) => expect(chat.title).toHaveText("Names for a cat")],
  ["archive-session", (chat) => expect(chat.sessions).toHaveCount(1)],
  ["new-session", (chat) => expect(chat.title).toHaveText("New session")],
];

test("every command is in the menu with its key, enabled when it can be done, and does what it says", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const item = (id: CommandId) => async () => (await itemsOf(chat.braid.app))[id];
  await test.step("all of them, with their keys", async () => {
    const items = await itemsOf(chat.braid.app);
    expect(Object.keys(items).toSorted()).toEqual(
      commandIds.filter((id) => isOnSystem(id, false)).toSorted(),
    );
    const withKeys = (Object.entries(COMMANDS) as [CommandId, CommandPlace][]).filter(([, { key }]) => key);
    for (const [id] of withKeys) expect([id, typeof items[id]?.accelerator]).toEqual([id, "string"]);
  });
  await test.step("what can be done now, and what is on", async () => {
    await expect.poll(item("find")).toMatchObject({ enabled: false });
    await expect.poll(item("stop")).toMatchObject({ enabled: false });
    await expect.poll(item("toggle-sidebar")).toMatchObject({ checked: true });
    provider.enqueue([{ text: "Begun, " }, { gate: "never" }], reply("Yes."));
    await chat.send("Postcards from Lisbon");
    // Stopped before its request has left, it would leave this answer to the next question.
    await expect(chat.answer).toContainText("Begun,");
    await expect.poll(item("stop")).toMatchObject({ enabled: true });
    await choose(chat.braid.app, "stop");
    await chat.settled("stopped");
    await expect.poll(item("stop")).toMatchObject({ enabled: false });
    for (const checked of [false, true]) {
      await choose(chat.braid.app, "toggle-sidebar");
      await expect.poll(item("toggle-sidebar")).toMatchObject({ checked });
    }
  });
  await chat.page.keyboard.press("Control+N");
  await chat.send("Names for a cat");
  await chat.settled();
  for (const [id, seen] of effects) {
    await test.step(id, async () => {
      await expect.poll(item(id), id).toMatchObject({ enabled: true });
      // A command that moves the focus must find the focus elsewhere.
      await chat.sessions.first().focus();
      await choose(chat.braid.app, id);
      await seen(chat);
      await chat.page.keyboard.press("Escape");
    });
  }
  // A session on the built-in model, with a question ready.
  await choose(chat.braid.app, "ask-guide");
  await expect(chat.composer).toHaveValue("What is Braid, and how do I begin?");
  await expect(chat.model).toHaveText(/^Guide/);
});

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

test("texts and links have a menu of the system, nothing has two, and the spell checker asks nobody until it is turned on", async ({
  open,
  provider,
  dataDir,
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

  const asked: string[] = [];
  const dictionaries = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((resolve) => dictionaries.listen(0, "127.0.0.1", resolve));
  const address = dictionaries.address();
  if (address === null || typeof address === "string") throw new Error("no port");
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
