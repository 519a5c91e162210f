// A private window: its sessions are kept in memory alone, until the app ends (SE-10).
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

/** Words that no file may hold. */
const SECRET = "mulberry-harpsichord";
const ANSWER = "quince-barometer";
const FILE = "tangerine-sextant";
const DRAFT = "gooseberry-theodolite";

const ORDINARY = "An ordinary answer.";

/** The files of the data folder that hold one of these words. */
async function filesWith(dataDir: string, words = [SECRET, ANSWER, FILE, DRAFT]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    // Chromium removes files of its own at any moment.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (words.some((word) => bytes.includes(word))) found.push(file);
  }
  return found;
}

async function attach(chat: Chat): Promise<void> {
  await chat.page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "note.txt"));
    document.body.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  }, FILE);
  await expect(chat.main.getByRole("list", { name: "Attached files" })).toContainText("note.txt");
}

/** Answers the system's questions with their first answer, which keeps all; the handle has their words. */
const noteQuestions = ({ braid: { app } }: Chat) =>
  app.evaluateHandle(({ dialog }) => {
    const questions: string[] = [];
    dialog.showMessageBox = async (...given: unknown[]) => {
      questions.push((given.at(-1) as { message: string }).message);
      return { response: 0, checkboxChecked: false };
    };
    return questions;
  });

/** A window in which an ordinary question was asked and answered. */
async function ordinaryWindow(open: () => Promise<Chat>, provider: ScriptedProvider): Promise<Chat> {
  const chat = await open();
  provider.respond(() => reply(ORDINARY));
  await chat.send("An ordinary question.");
  await chat.settled();
  return chat;
}

const openPrivate = (chat: Chat) => windowAfter(chat, () => chat.page.keyboard.press("Control+Shift+P"));

/** Asks in a private window, with a file, what nobody may find. */
async function askInPrivate(hidden: Chat, provider: ScriptedProvider): Promise<void> {
  provider.respond(() => reply(`The answer is ${ANSWER}.`));
  await attach(hidden);
  await hidden.send(`What is ${SECRET}?`);
  await hidden.settled();
  await expect(hidden.answer).toContainText(ANSWER);
}

const save = (chat: Chat) => chat.button("Save…").click();
const savingIn = ({ page }: Chat) => page.getByRole("dialog", { name: "Save this private session" });

test("[SE-10b] a private session is saved once its answer is written, which the dialog says", async ({
  open,
  provider,
}) => {
  const first = await open();
  // Whoever presses a key before the page listens has pressed it in vain.
  await expect(first.composer).toBeVisible();
  const hidden = await openPrivate(first);
  await expect(hidden.button("Save…")).toHaveCount(0);
  provider.respond(() => [{ text: `The answer is ${ANSWER}.` }, { gate: "end" }, ...reply(" Truly.")]);
  await hidden.send(`What is ${SECRET}?`);
  await expect(hidden.answer).toContainText(ANSWER);
  await save(hidden);
  const dialog = savingIn(hidden);
  await expect(dialog).toContainText("A private answer is being written");
  await expect(dialog.getByRole("button", { name: "Save it" })).toHaveAttribute("aria-disabled", "true");
  expect(await findings(hidden.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it private" }).click();
  provider.open("end");
  await hidden.settled();
  await save(hidden);
  await expect(dialog.getByRole("button", { name: "Save it" })).toBeEnabled();
});

test("[SE-10b] a saved private session is an ordinary one, whole, also after a restart", async ({
  open,
  provider,
  dataDir,
}) => {
  const first = await open();
  await expect(first.composer).toBeVisible();
  let hidden = await openPrivate(first);
  await askInPrivate(hidden, provider);
  await hidden.composer.fill(DRAFT);
  expect(await filesWith(dataDir)).toEqual([]);
  const saved = await windowAfter(hidden, async () => {
    await save(hidden);
    await savingIn(hidden).getByRole("button", { name: "Save it" }).click();
  });
  await test.step("an ordinary window shows it, and the private one is gone", async () => {
    await expect(saved.answer).toContainText(ANSWER);
    await expect(saved.composer).toHaveValue(DRAFT);
    await expect(saved.main.locator("form.composer")).not.toContainText("Private");
    await expect(saved.sessions).toHaveCount(1);
    await expect.poll(() => hidden.page.isClosed()).toBe(true);
  });
  hidden = await openPrivate(saved);
  await expect(hidden.sessions).toHaveCount(0);
  // The window that shows the session is the one that comes back.
  await first.page.close();
  await saved.braid.close();
  const again = await open();
  await expect(again.answer).toContainText(ANSWER);
  await expect(again.composer).toHaveValue(DRAFT);
  await expect(again.main).toContainText("note.txt");
});

test("[SE-10a] a private window says that it is one, and its settings leave the ordinary sessions alone", async ({
  open,
  provider,
}) => {
  const hidden = await openPrivate(await ordinaryWindow(open, provider));
  await test.step("it looks and reads otherwise, and offers no folder", async () => {
    await expect(hidden.main).toContainText("gone when Braid quits");
    await expect(hidden.main.locator("form.composer")).toContainText("Private");
    await expect(hidden.page).toHaveTitle(/Private/);
    await expect(hidden.button("Work in a folder")).toHaveCount(0);
    await expect(hidden.sessions).toHaveCount(0);
    expect(await findings(hidden.page)).toEqual([]);
  });
  await test.step("its settings", async () => {
    await hidden.page.keyboard.press("Control+Comma");
    const settings = hidden.page.getByRole("dialog", { name: "Settings" });
    for (const page of ["Backups", "Storage"]) {
      await settings.getByRole("tab", { name: page }).click();
      await expect(settings.getByRole("tabpanel")).toContainText(
        /^Backups, imports and the storage belong to/,
      );
    }
    const ordinary = await windowAfter(hidden, () =>
      settings.getByRole("tabpanel").getByRole("button", { name: "New window" }).click(),
    );
    await expect(ordinary.sessions).toHaveCount(1);
    await expect(ordinary.main.locator("form.composer")).not.toContainText("Private");
    await hidden.page.keyboard.press("Escape");
    await expect(settings).toHaveCount(0);
  });
});

test("[SE-10a] a private session outlives a reload and the end of its window, ends with the app, and leaves no byte", async ({
  open,
  provider,
  dataDir,
}) => {
  let chat = await ordinaryWindow(open, provider);
  let hidden = await openPrivate(chat);
  await test.step("its session is its own, with a file and a draft", async () => {
    await askInPrivate(hidden, provider);
    expect(JSON.stringify(provider.requests.map(({ body }) => body.messages))).toContain(FILE);
    await hidden.composer.fill(DRAFT);
    await expect(hidden.sessions).toHaveCount(1);
    await expect(chat.sessions).toHaveCount(1);
    await expect(chat.sessions.first()).not.toContainText("mulberry");
  });
  await test.step("it outlives a reload, and the end of its window", async () => {
    await hidden.page.reload();
    await expect(hidden.answer).toContainText(ANSWER);
    await expect(hidden.composer).toHaveValue(DRAFT);
    await hidden.page.close();
    hidden = await openPrivate(chat);
    await hidden.sessions.first().click();
    await expect(hidden.answer).toContainText(ANSWER);
  });
  expect(await filesWith(dataDir, [ORDINARY])).not.toEqual([]);
  expect(await filesWith(dataDir)).toEqual([]);
  await test.step("with the app all of it is gone", async () => {
    await chat.braid.close();
    expect(await filesWith(dataDir)).toEqual([]);
    chat = await open();
    await expect(chat.sessions).toHaveCount(1);
    await expect(chat.answer).toContainText(ORDINARY);
    hidden = await openPrivate(chat);
    await expect(hidden.main).toContainText("gone when Braid quits");
    await expect(hidden.sessions).toHaveCount(0);
  });
});

test("[SE-10a] a private window asks before it closes as the last one, for what was said and for words that are only typed", async ({
  open,
  provider,
}) => {
  let chat = await ordinaryWindow(open, provider);
  const hidden = await openPrivate(chat);
  const asked = await noteQuestions(chat);
  const question = "Close the last window?";
  const closeBoth = async () => {
    await chat.braid.closeWindow(chat.page);
    await chat.braid.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  };
  await test.step("words that are only typed", async () => {
    await hidden.composer.fill(DRAFT);
    const kept = () => hidden.call("draft.read", { session_id: null });
    await expect.poll(kept).toMatchObject([{ text: DRAFT }]);
    await closeBoth();
    await expect.poll(() => asked.jsonValue()).toEqual([question]);
    await expect(hidden.composer).toHaveValue(DRAFT);
  });
  await test.step("the whole window comes back, with the ordinary sessions", async () => {
    chat = await windowAfter(hidden, () => hidden.page.keyboard.press("Control+Shift+N"));
    await chat.sessions.first().click();
    await expect(chat.answer).toContainText(ORDINARY);
  });
  await test.step("what was said", async () => {
    await hidden.composer.fill("");
    await askInPrivate(hidden, provider);
    await closeBoth();
    await expect.poll(() => asked.jsonValue()).toEqual([question, question]);
    await expect(hidden.answer).toContainText(ANSWER);
  });
});
