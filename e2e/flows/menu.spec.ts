// The application menu in the running app: every command with its key, as the window in front can do it, and it does what it says.
import type { ElectronApplication } from "@playwright/test";
import {
  COMMANDS,
  type CommandId,
  type CommandPlace,
  commandIds,
} from "../../src-preload/contract/window/commands";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

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

test("every command is in the menu with its key", async ({ open }) => {
  const chat = await open();
  const items = await itemsOf(chat.braid.app);
  expect(Object.keys(items).toSorted()).toEqual(commandIds.toSorted());
  const withKeys = (Object.entries(COMMANDS) as [CommandId, CommandPlace][]).filter(([, { key }]) => key);
  for (const [id] of withKeys) expect([id, typeof items[id]?.accelerator]).toEqual([id, "string"]);
});

test("the menu says what can be done now, and what is on", async ({ open, provider }) => {
  const chat = await open();
  const enabled = (id: CommandId) => async () => (await itemsOf(chat.braid.app))[id]?.enabled;
  const checked = (id: CommandId) => async () => (await itemsOf(chat.braid.app))[id]?.checked;
  await expect.poll(enabled("find")).toBe(false);
  await expect.poll(enabled("stop")).toBe(false);
  await expect.poll(checked("toggle-sidebar")).toBe(true);
  provider.enqueue([{ text: "Begun, " }, { gate: "never" }]);
  await chat.send("Talk.");
  await expect.poll(enabled("stop")).toBe(true);
  await expect.poll(enabled("find")).toBe(true);
  await choose(chat.braid.app, "stop");
  await chat.settled("stopped");
  await expect.poll(enabled("stop")).toBe(false);
  await choose(chat.braid.app, "toggle-sidebar");
  await expect.poll(checked("toggle-sidebar")).toBe(false);
});

test("Ask the guide: a session on the built-in model, with a question ready", async ({ open }) => {
  const chat = await open({ env: { BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  // What main says before the first frame is heard by nobody.
  await expect(chat.model).toContainText("big");
  await choose(chat.braid.app, "ask-guide");
  await expect(chat.composer).toHaveValue("What is Braid, and how do I begin?");
  await chat.composer.press("Enter");
  await chat.settled();
  await expect(chat.answer).toContainText("no word is ever lost");
});

const dialog = (name: string) => (chat: Chat) =>
  expect(chat.page.getByRole("dialog", { name })).toBeVisible();
const tab = (name: string) => (chat: Chat) =>
  expect(chat.page.getByRole("tab", { name, selected: true })).toBeVisible();
const checked = (id: CommandId) => (chat: Chat) =>
  expect.poll(async () => (await itemsOf(chat.braid.app))[id]?.checked).toBe(true);

/**
 * What each command shows when it has been done, in an order in which each can be; Escape follows. Stop, Continue, the sidebar, windows,
 * the guide and diagnostics have tests of their own.
 */
const effects: [CommandId, (chat: Chat) => Promise<void>][] = [
  ["go-to", dialog("Go to or do")],
  ["show-keys", dialog("Keys")],
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

test("the menu does what it says", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  for (const title of ["Postcards from Lisbon", "Names for a cat"]) {
    await chat.page.keyboard.press("Control+N");
    await chat.send(title);
    await chat.settled();
  }
  for (const [id, seen] of effects) {
    await test.step(id, async () => {
      await expect.poll(async () => (await itemsOf(chat.braid.app))[id]?.enabled, id).toBe(true);
      // What gives the focus to something must find it elsewhere.
      await chat.sessions.first().focus();
      await choose(chat.braid.app, id);
      await seen(chat);
      await chat.page.keyboard.press("Escape");
    });
  }
});
