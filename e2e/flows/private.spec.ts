// A private window: its sessions are kept in memory alone, until the app ends (SE-10).
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { windowAfter } from "../fixtures/system";

interface Words {
  question: string;
  answer: string;
  file: string;
  draft: string;
}

/** Those that no file may ever hold. */
const SECRET: Words = {
  question: "mulberry-harpsichord",
  answer: "quince-barometer",
  file: "tangerine-sextant",
  draft: "gooseberry-theodolite",
};
/** Those that no file may hold until they are saved. */
const SAVED: Words = {
  question: "damson-clavichord",
  answer: "medlar-altimeter",
  file: "pomelo-astrolabe",
  draft: "cranberry-clinometer",
};

const ORDINARY = "An ordinary answer.";

/** The files of the data folder that hold one of these words. */
async function filesWith(dataDir: string, words: string[]): Promise<string[]> {
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

async function attach(chat: Chat, words: string): Promise<void> {
  await chat.page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "note.txt"));
    document.body.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  }, words);
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

const save = (chat: Chat) => chat.button("Save…").click();
const savingIn = ({ page }: Chat) => page.getByRole("dialog", { name: "Save this private session" });

async function looksPrivate(hidden: Chat): Promise<void> {
  await expect(hidden.main).toContainText("gone when Braid quits");
  await expect(hidden.main.locator("form.composer")).toContainText("Private");
  await expect(hidden.page).toHaveTitle(/Private/);
  await expect(hidden.button("Work in a folder")).toHaveCount(0);
  await expect(hidden.button("Save…")).toHaveCount(0);
  await expect(hidden.sessions).toHaveCount(0);
  expect(await findings(hidden.page)).toEqual([]);
}

/** Of what belongs to the ordinary sessions they say so, and open an ordinary window. */
async function settingsLeaveOthersAlone(hidden: Chat): Promise<void> {
  await hidden.page.keyboard.press("Control+Comma");
  const settings = hidden.page.getByRole("dialog", { name: "Settings" });
  for (const page of ["Backups", "Storage"]) {
    await settings.getByRole("tab", { name: page }).click();
    await expect(settings.getByRole("tabpanel")).toContainText(/^Backups, imports and the storage belong to/);
  }
  const ordinary = await windowAfter(hidden, () =>
    settings.getByRole("tabpanel").getByRole("button", { name: "New window" }).click(),
  );
  await expect(ordinary.sessions).toHaveCount(1);
  await expect(ordinary.main.locator("form.composer")).not.toContainText("Private");
  await ordinary.braid.closeWindow(ordinary.page);
  await hidden.page.keyboard.press("Escape");
  await expect(settings).toHaveCount(0);
}

/** A question with a file is answered, and saved once the answer is written. Returns the window that shows it then. */
async function askAndSave(hidden: Chat, provider: ScriptedProvider, dataDir: string): Promise<Chat> {
  provider.respond(() => [{ text: `It is ${SAVED.answer}.` }, { gate: "end" }, ...reply(" Truly.")]);
  await attach(hidden, SAVED.file);
  await hidden.send(`What is ${SAVED.question}?`);
  await expect(hidden.answer).toContainText(SAVED.answer);
  await save(hidden);
  const dialog = savingIn(hidden);
  const saveIt = dialog.getByRole("button", { name: "Save it" });
  await expect(dialog).toContainText("A private answer is being written");
  await expect(saveIt).toHaveAttribute("aria-disabled", "true");
  expect(await findings(hidden.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep it private" }).click();
  provider.open("end");
  await hidden.settled();
  await hidden.composer.fill(SAVED.draft);
  expect(await filesWith(dataDir, Object.values(SAVED))).toEqual([]);
  return await windowAfter(hidden, async () => {
    await save(hidden);
    await saveIt.click();
  });
}

/** Asks with a file what nobody may find. */
async function askInPrivate(hidden: Chat, provider: ScriptedProvider): Promise<void> {
  provider.respond(() => reply(`The answer is ${SECRET.answer}.`));
  await attach(hidden, SECRET.file);
  await hidden.send(`What is ${SECRET.question}?`);
  await hidden.settled();
  await expect(hidden.answer).toContainText(SECRET.answer);
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain(SECRET.file);
}

/** What the last window asks before it closes, for words that are only typed and for what was said. Returns the whole window that came back. */
async function asksAsTheLast(chat: Chat, hidden: Chat, provider: ScriptedProvider): Promise<Chat> {
  const asked = await noteQuestions(chat);
  const question = "Close the last window?";
  const closeBoth = async (other: Chat) => {
    await other.braid.closeWindow(other.page);
    await other.braid.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  };
  const whole = () => windowAfter(hidden, () => hidden.page.keyboard.press("Control+Shift+N"));
  await hidden.composer.fill(SECRET.draft);
  const kept = () => hidden.call("draft.read", { session_id: null });
  await expect.poll(kept).toMatchObject([{ text: SECRET.draft }]);
  await closeBoth(chat);
  await expect.poll(() => asked.jsonValue()).toEqual([question]);
  await expect(hidden.composer).toHaveValue(SECRET.draft);
  const back = await whole();
  await expect(back.sessions).toHaveText([/damson/, /An ordinary question/]);
  await hidden.composer.fill("");
  await askInPrivate(hidden, provider);
  await closeBoth(back);
  await expect.poll(() => asked.jsonValue()).toEqual([question, question]);
  await expect(hidden.answer).toContainText(SECRET.answer);
  return await whole();
}

test("[SE-10a] [SE-10b] a private window says that it is one; a session of it is saved and whole after a restart, one that is not is gone with the app and leaves no byte", async ({
  open,
  provider,
  dataDir,
}) => {
  let chat = await ordinaryWindow(open, provider);
  let hidden = await openPrivate(chat);
  await test.step("it looks and reads otherwise, and offers no folder", () => looksPrivate(hidden));
  await test.step("its settings", () => settingsLeaveOthersAlone(hidden));
  await test.step("one is saved: an ordinary window shows it, and the private one is gone", async () => {
    const saved = await askAndSave(hidden, provider, dataDir);
    await expect(saved.answer).toContainText(SAVED.answer);
    await expect(saved.composer).toHaveValue(SAVED.draft);
    await expect(saved.main.locator("form.composer")).not.toContainText("Private");
    await expect(saved.sessions).toHaveCount(2);
    await expect.poll(() => hidden.page.isClosed()).toBe(true);
    await chat.braid.closeWindow(chat.page);
    chat = saved;
  });
  hidden = await openPrivate(chat);
  await expect(hidden.sessions).toHaveCount(0);
  await test.step("it asks before it closes as the last one", async () => {
    chat = await asksAsTheLast(chat, hidden, provider);
    await expect(chat.sessions).toHaveText([/damson/, /An ordinary question/]);
    await chat.sessions.last().click();
    await expect(chat.answer).toContainText(ORDINARY);
  });
  await test.step("its session outlives a reload, and the end of its window", async () => {
    await hidden.composer.fill(SECRET.draft);
    await expect(hidden.sessions).toHaveCount(1);
    await hidden.page.reload();
    await expect(hidden.answer).toContainText(SECRET.answer);
    await expect(hidden.composer).toHaveValue(SECRET.draft);
    await hidden.page.close();
    hidden = await openPrivate(chat);
    await hidden.sessions.first().click();
    await expect(hidden.answer).toContainText(SECRET.answer);
  });
  for (const words of [[ORDINARY], [SAVED.answer]]) expect(await filesWith(dataDir, words)).not.toEqual([]);
  expect(await filesWith(dataDir, Object.values(SECRET))).toEqual([]);
  await test.step("with the app all of it is gone; what was saved is there, whole", async () => {
    await chat.sessions.filter({ hasText: SAVED.question }).click();
    await expect(chat.answer).toContainText(SAVED.answer);
    await chat.braid.close();
    expect(await filesWith(dataDir, Object.values(SECRET))).toEqual([]);
    chat = await open();
    await expect(chat.sessions).toHaveCount(2);
    await expect(chat.answer).toContainText(SAVED.answer);
    await expect(chat.composer).toHaveValue(SAVED.draft);
    await expect(chat.main).toContainText("note.txt");
    hidden = await openPrivate(chat);
    await expect(hidden.main).toContainText("gone when Braid quits");
    await expect(hidden.sessions).toHaveCount(0);
  });
});
