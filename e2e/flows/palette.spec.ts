// "Search or run a command": sessions, commands, models and settings by a few letters, all by keyboard. And the sheet of all keys.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

test.use({ sharesApp: true });

class Palette {
  constructor(readonly chat: Chat) {}
  get dialog() {
    return this.chat.page.getByRole("dialog", { name: "Search or run a command" });
  }
  get field() {
    return this.dialog.getByRole("combobox", { name: "Search or run a command" });
  }
  get options() {
    return this.dialog.getByRole("option");
  }
  get chosen() {
    return this.dialog.getByRole("option", { selected: true });
  }
  async open() {
    await expect(this.chat.status).toBeVisible();
    await this.chat.page.keyboard.press("Control+K");
    await expect(this.field).toBeFocused();
  }
}

test("a session is found by letters of its title, archived too, and opened here or in a window of its own; the focus comes back", async ({
  open,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  const palette = new Palette(chat);
  for (const title of ["Names for a cat", "Postcards from Porto"])
    await chat.call("session.create", { title });
  const { session } = await chat.call("session.create", { title: "Postcards from Lisbon" });
  await chat.call("session.archive", { session_id: session.id });
  await test.step("unasked, the newest; the key that opens it closes it", async () => {
    await palette.open();
    await expect(palette.chosen).toContainText("Postcards from Porto");
    await expect(palette.options.filter({ hasText: "Lisbon" })).toHaveCount(0);
    await keyboard.press("Escape");
    await expect(palette.dialog).toBeHidden();
    await expect(chat.composer).toBeFocused();
    await palette.open();
    await keyboard.press("Control+K");
    await expect(palette.dialog).toBeHidden();
  });
  await test.step("what was put away is found by its title, and said to be archived", async () => {
    await palette.open();
    await keyboard.type("postcards");
    await expect(palette.options.filter({ hasText: "Lisbon" })).toHaveText(/archived/);
    await expect(palette.options.filter({ hasText: "Porto" })).not.toHaveText(/archived/);
    await palette.field.fill("lisb post");
    await expect(palette.chosen).toContainText("Lisbon");
    await keyboard.press("Enter");
    await expect(palette.dialog).toBeHidden();
    await expect(chat.title).toHaveText("Postcards from Lisbon");
  });
  await palette.open();
  await keyboard.type("names cat");
  await expect(palette.chosen).toContainText("Names for a cat");
  const other = await windowAfter(chat, () => keyboard.press("Control+Enter"));
  await expect(other.title).toHaveText("Names for a cat");
  await expect(chat.title).toHaveText("Postcards from Lisbon");
});

test("a command is done, those used lately come first; the sheet names each with its key, and what a dialog covers is out of reach", async ({
  open,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  const palette = new Palette(chat);
  await palette.open();
  await keyboard.type("stop");
  await expect(palette.field).toHaveValue("stop");
  await expect(palette.options.filter({ hasText: "Stop the answer" })).toHaveCount(0);
  await palette.field.fill("keys");
  await expect(palette.chosen).toContainText(/^ShortcutsCtrl\+\/$/);
  await keyboard.press("Enter");
  const sheet = chat.page.getByRole("dialog", { name: "Shortcuts" });
  await expect(sheet.getByRole("term").filter({ hasText: "New session" })).toBeVisible();
  await expect(sheet.getByRole("definition").filter({ hasText: /^Ctrl\+N$/ })).toBeVisible();
  await expect(sheet.getByRole("region", { name: "While writing a message" })).toContainText("Shift+Enter");
  // The sessions beside the conversation, which are covered, stay as they are.
  await keyboard.press("Control+B");
  await keyboard.press("Control+K");
  await expect(palette.chosen).toContainText("Shortcuts");
  await keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(chat.page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
});

test("a setting's value is set at once and can be taken back; a setting and a part of a page are opened with the focus in them; what cannot be written is told", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  const palette = new Palette(chat);
  const file = join(dataDir, "settings.json");
  const theme = async () => JSON.parse(await readFile(file, "utf8")).appearance?.theme;
  const settings = chat.page.getByRole("dialog", { name: "Settings", exact: true });
  const adding = settings.getByRole("region", { name: "Add a provider" });
  const enter = async (words: string, chosen: RegExp) => {
    await palette.open();
    await palette.field.fill(words);
    await expect(palette.chosen).toContainText(chosen);
    await keyboard.press("Enter");
    await expect(palette.dialog).toBeHidden();
  };
  await chat.call("settings.change", { path: "appearance.theme", value: "light" });
  await enter("dark", /^Theme: Dark$/);
  await expect.poll(theme).toBe("dark");
  const done = chat.page.getByRole("region", { name: "Done" });
  await expect(done).toContainText("Theme: Dark");
  // The notice stays while the pointer is on it.
  await done.hover();
  await test.step("what was told is told in the language of now", async () => {
    await chat.call("settings.change", { path: "appearance.language", value: "de" });
    await expect(chat.page.getByRole("region", { name: "Gerade geschehen" })).toHaveText(
      "Design: DunkelRückgängig",
    );
    await chat.call("settings.change", { path: "appearance.language", value: "en" });
    await expect(done).toHaveText("Theme: DarkUndo");
  });
  await done.getByRole("button", { name: "Undo" }).click();
  await expect.poll(theme).toBe("light");
  await palette.open();
  await palette.field.fill("theme");
  await expect(palette.chosen).toContainText(/^ThemeLight$/);
  await expect(palette.options.filter({ hasText: "Theme: Light" })).toContainText("current");
  await keyboard.press("Escape");
  for (const [words, name, field] of [
    ["bigger text", /^Font size/, settings.getByRole("slider", { name: "Font size" })],
    ["retries", /^Retries/, settings.getByRole("textbox", { name: "Retries", exact: true })],
    ["backup", /^Backups/, settings.getByRole("button", { name: "Back up now" })],
    ["add a provider", /^Add a provider/, adding.getByRole("button").first()],
  ] as const) {
    await enter(words, name);
    await expect(field).toBeFocused();
    await keyboard.press("Escape");
    await expect(settings).toBeHidden();
    await expect(chat.composer).toBeFocused();
  }
  await writeFile(file, '{ "run": ');
  await enter("night mode", /^Theme: Dark$/);
  await expect(chat.alert.filter({ hasText: "has to be corrected first" })).toBeVisible();
  expect(await readFile(file, "utf8")).toBe('{ "run": ');
});

test("what every app's menu has is done from here as well: zooming, copying the marked text, closing the window", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("The quick brown fox."));
  await chat.send("Which fox?");
  await chat.settled();
  const palette = new Palette(chat);
  const choose = async (words: string, chosen: RegExp, of = palette) => {
    await of.open();
    await of.field.fill(words);
    await expect(of.chosen).toContainText(chosen);
  };
  const enter = async (words: string, chosen: RegExp) => {
    await choose(words, chosen);
    await chat.page.keyboard.press("Enter");
    await expect(palette.dialog).toBeHidden();
  };
  const words = chat.answer.getByText("The quick brown fox.");
  // The plain text that stands there before is replaced, and loses what is marked in it.
  await chat.drawn();
  const position = await words.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (text !== null) range.setStart(text, "The ".length);
    if (text !== null) range.setEnd(text, "The quick".length);
    const [word, all] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return { x: word.x + word.width / 2 - all.x, y: word.y + word.height / 2 - all.y };
  });
  await words.dblclick({ position });
  expect(await chat.page.evaluate(() => getSelection()?.toString())).toBe("quick");
  await enter("copy text", /^Copy the marked text/);
  await expect.poll(() => chat.braid.app.evaluate(({ clipboard }) => clipboard.readText())).toBe("quick");
  const zoom = () =>
    chat.braid.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getZoomLevel()),
    );
  await enter("zoom", /^Zoom inCtrl\+Plus$/);
  await expect.poll(zoom).toEqual([0.5]);
  await enter("actual size", /^Actual size/);
  await expect.poll(zoom).toEqual([0]);
  const other = await windowAfter(chat, () => enter("new window", /^New window/));
  await expect(other.composer).toBeFocused();
  await choose("close window", /^Close window/, new Palette(other));
  const closed = other.page.waitForEvent("close");
  // The page may go before the press is answered.
  await other.page.keyboard.press("Enter").catch(() => undefined);
  await closed;
  await expect.poll(() => chat.braid.app.windows().length).toBe(1);
});
