// "Go to or do": sessions, commands, models and settings by a few letters, all by keyboard. And the sheet of all keys.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

class Palette {
  constructor(readonly chat: Chat) {}
  get dialog() {
    return this.chat.page.getByRole("dialog", { name: "Go to or do" });
  }
  get field() {
    return this.dialog.getByRole("combobox", { name: "Go to or do" });
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
  async type(text: string) {
    await this.chat.page.keyboard.type(text);
    await expect(this.field).toHaveValue(text);
  }
}

/** Further sessions, newest first, as if they had been there for long. */
function fill(dataDir: string, titles: string[]): void {
  withDatabase(dataDir, (db) => {
    const [row] = db.prepare("SELECT * FROM chat_sessions LIMIT 1").all() as Record<string, unknown>[];
    if (row === undefined) throw new Error("no session to copy");
    const names = Object.keys(row);
    const insert = db.prepare(
      `INSERT INTO chat_sessions (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    );
    db.transaction(() => {
      titles.forEach((title, n) => {
        const id = `${String(row.id).slice(0, 18)}${n.toString(36).padStart(12, "0")}`;
        const updated_at = Number(row.updated_at) - 60_000 * (n + 1);
        insert.run(names.map((name) => ({ ...row, id, title, updated_at })[name] ?? null));
      });
    })();
  });
}

test("a session is found by letters of its title and opened, all by keyboard; the focus comes back", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("One."), reply("Two."));
  await chat.send("Postcards from Lisbon");
  await chat.settled();
  await chat.page.keyboard.press("Control+N");
  await chat.send("Names for a cat");
  await chat.settled();

  const palette = new Palette(chat);
  await palette.open();
  await palette.type("lisb post");
  await expect(palette.chosen).toContainText("Postcards from Lisbon");
  await chat.page.keyboard.press("Enter");
  await expect(palette.dialog).toBeHidden();
  await expect(chat.title).toHaveText("Postcards from Lisbon");

  await chat.composer.focus();
  await palette.open();
  // Unasked: the others, newest first, and what can be done.
  await expect(palette.chosen).toContainText("Names for a cat");
  await chat.page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(chat.composer).toBeFocused();
  // The key that opens it closes it.
  await palette.open();
  await chat.page.keyboard.press("Control+K");
  await expect(palette.dialog).toBeHidden();
});

test("what was put away is found by its title, and said to be archived", async ({ open }) => {
  const chat = await open();
  const { session } = await chat.call("session.create", { title: "Postcards from Lisbon" });
  await chat.call("session.create", { title: "Postcards from Porto" });
  await chat.call("session.archive", { session_id: session.id });
  const palette = new Palette(chat);
  await palette.open();
  await expect(palette.options.filter({ hasText: "Porto" })).toHaveCount(1);
  await expect(palette.options.filter({ hasText: "Lisbon" })).toHaveCount(0);
  await palette.type("postcards");
  await expect(palette.options.filter({ hasText: "Lisbon" })).toHaveText(/archived/);
  await expect(palette.options.filter({ hasText: "Porto" })).not.toHaveText(/archived/);
  await palette.field.fill("postcards li");
  await expect(palette.chosen).toContainText("Lisbon");
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText("Postcards from Lisbon");
});

test("a command is done, those used lately come first, those that cannot be done are not offered", async ({
  open,
}) => {
  const chat = await open();
  const palette = new Palette(chat);
  await palette.open();
  await palette.type("stop");
  await expect(palette.options.filter({ hasText: "Stop the answer" })).toHaveCount(0);
  await palette.field.fill("keys");
  await expect(palette.chosen).toContainText(/^KeysCtrl\+\/$/);
  await chat.page.keyboard.press("Enter");
  const sheet = chat.page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await palette.open();
  await expect(palette.chosen).toContainText("Keys");
});

test("Ctrl+Enter opens the session in a window of its own", async ({ open, provider }) => {
  const chat = await open();
  provider.enqueue(reply("One."));
  await chat.send("Postcards from Lisbon");
  await chat.settled();
  await chat.page.keyboard.press("Control+N");
  await expect(chat.composer).toBeFocused();
  const palette = new Palette(chat);
  await palette.open();
  await expect(palette.chosen).toContainText("Postcards");
  const other = await windowAfter(chat, () => chat.page.keyboard.press("Control+Enter"));
  await expect(other.title).toHaveText("Postcards from Lisbon");
  await expect(chat.title).not.toHaveText("Postcards from Lisbon");
});

test("among ten thousand sessions the oldest is found while somebody types, and hostile titles are text", async ({
  open,
  provider,
  dataDir,
}) => {
  const first = await open();
  provider.enqueue(reply("One."));
  await first.send("The newest");
  await first.settled();
  await first.braid.close();
  const evil = '<img src=x onerror="document.title=1"> $t(keys:title) {{title}} \u202e';
  fill(dataDir, [
    ...Array.from({ length: 10_000 }, (_, n) => `Session number ${n}`),
    evil,
    "Needle in the hay",
  ]);

  const chat = await open();
  await expect(chat.sessions.first()).toBeVisible();
  const palette = new Palette(chat);
  await palette.open();
  await palette.type("needle hay");
  await expect(palette.chosen).toContainText("Needle in the hay");
  await palette.field.fill("onerror");
  await expect(palette.chosen).toContainText(evil.trim());
  await expect(palette.dialog.locator("img")).toHaveCount(0);
});

test("the sheet names every command with its key, and what a dialog covers is out of reach by key as well", async ({
  open,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+/");
  const sheet = chat.page.getByRole("dialog", { name: "Keys" });
  await expect(sheet.getByRole("term").filter({ hasText: "New session" })).toBeVisible();
  await expect(sheet.getByRole("definition").filter({ hasText: /^Ctrl\+N$/ })).toBeVisible();
  await expect(sheet.getByRole("region", { name: "While writing a message" })).toContainText("Shift+Enter");
  // The sessions beside the conversation, which are covered, stay as they are.
  await chat.page.keyboard.press("Control+B");
  await chat.page.keyboard.press("Control+K");
  const { dialog } = new Palette(chat);
  await expect(dialog).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(chat.page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
});
