// The backups in the window: made, looked into, copied to a second folder, one session of them brought back, and all of them restored with a
// restart; nothing of today is lost (SV-8).
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withoutDailyBackup } from "../fixtures/early";
import { reply } from "../fixtures/provider/script";
import { chooses } from "../fixtures/system";

async function openBackups({ page }: Chat) {
  await page.keyboard.press("ControlOrMeta+Comma");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Backups" }).click();
  await expect(dialog.getByRole("button", { name: "Back up now" })).toBeVisible();
  return dialog;
}

const rowsIn = (page: Locator) =>
  page.getByRole("list", { name: "Backups, the newest first" }).getByRole("listitem");
/** The row of a file that was chosen. */
const fromFileIn = (page: Locator) => rowsIn(page).filter({ hasText: /^.*From the file braid-/ });

/** Chooses a file in the page of the backups. */
async function chooseFile(chat: Chat, page: Locator, path: string): Promise<void> {
  await chooses(chat, path);
  await page.getByRole("button", { name: "Restore another file…" }).click();
}

const inFolder = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith("braid-") && name.endsWith(".db"));

/** Behind the dialog nothing else has a role. */
const sessionsOf = async (chat: Chat) => (await chat.call("session.list", { limit: 10 })).sessions;
const titlesOf = async (chat: Chat) => (await sessionsOf(chat)).map(({ title }) => title);

const pressIn = (page: Locator, name: string) => page.getByRole("button", { name, exact: true }).click();
const isSaid = (page: Locator, text: string | RegExp) => expect(page.getByText(text)).toBeVisible();
/** Expects a message with this text. The title of its session may have the same words. */
const isRead = (page: Locator, text: string) =>
  expect(page.getByRole("paragraph").filter({ hasText: text })).toBeVisible();
const isKnown = (page: Locator) => isSaid(page, "This session is in your library already, as it is today.");

/** The first one is made, and copied to a folder of the user's choice. Returns its name. */
async function makeCopied(chat: Chat, page: Locator, dataDir: string, second: string): Promise<string> {
  await chooses(chat, join(dataDir, "backups-of-its-own"));
  mkdirSync(join(dataDir, "backups-of-its-own"));
  await pressIn(page, "Choose a folder…");
  await isSaid(page, /^This folder is in Braid's own data folder/);
  await chooses(chat, second);
  await pressIn(page, "Choose a folder…");
  await isSaid(page, /^Each backup is copied to /);
  await pressIn(page, "Back up now");
  await isSaid(page, /^Backup made: /);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(rowsIn(page).first()).toContainText("1 session");
  await isSaid(page, "The newest is there. It is the only one.");
  const [name = ""] = inFolder(join(dataDir, "backups"));
  expect(name).toMatch(/^braid-\d{4}-\d\d-\d\dT\d{6}\.db$/);
  expect((await stat(join(dataDir, "backups"))).mode & 0o777).toBe(0o700);
  await expect.poll(() => inFolder(second)).toEqual([name]);
  return name;
}

/** In the one session of a backup: it is known; a second copy of it comes, and goes again. */
async function bringSecondCopy(chat: Chat, page: Locator): Promise<void> {
  await pressIn(page, "Bring back");
  await isKnown(page);
  await expect(page.getByRole("button", { name: "Open it" })).toBeFocused();
  expect(await findingsInBoth(chat.page)).toEqual([]);
  await pressIn(page, "Bring a second copy");
  await isSaid(page, "The session is back in your library.");
  await expect.poll(() => titlesOf(chat)).toEqual(["Alpha question", "Alpha question"]);
  await pressIn(page, "Undo");
  await isSaid(page, "Undone: what was brought back is in the trash.");
  await expect.poll(() => titlesOf(chat)).toEqual(["Alpha question"]);
  await expect(page.getByRole("button", { name: "Bring back" })).toBeFocused();
}

/** Its sessions are read, and found by their titles and their messages. */
async function lookInto(chat: Chat, page: Locator): Promise<void> {
  const find = page.getByRole("textbox", { name: "Words to find" });
  await rowsIn(page).first().getByRole("button", { name: "Look into" }).click();
  await expect(find).toBeFocused();
  await page.getByRole("button", { name: /^Read / }).click();
  await isRead(page, "Alpha question");
  await isRead(page, "The recipe is butter.");
  await bringSecondCopy(chat, page);
  await pressIn(page, "Back to the sessions");
  await find.fill("no such words");
  await isSaid(page, "No title has these words.");
  await find.fill("butt");
  await pressIn(page, "Search the messages too");
  await isSaid(page, "1 session has a message with these words.");
  const found = page.getByRole("list", { name: "Sessions whose messages have these words" });
  await expect(found.locator("mark")).toHaveText("butter");
  await found.getByRole("button", { name: /^Read / }).click();
  await isRead(page, "Alpha question");
  await pressIn(page, "Back to the sessions");
  await expect(found.getByRole("listitem")).toHaveCount(1);
  await pressIn(page, "Back to the backups");
  await expect(rowsIn(page).first().getByRole("button", { name: "Look into" })).toBeFocused();
}

/** The old ones go after a question, and the newest, which has this name, stays. */
async function deleteOld(chat: Chat, folder: string, name: string): Promise<void> {
  for (const day of ["01", "02"])
    await copyFile(join(folder, name), join(folder, `braid-2020-01-${day}T000000.db`));
  await chat.page.keyboard.press("Escape");
  await expect(chat.page.getByRole("dialog", { name: "Settings" })).toHaveCount(0);
  const page = await openBackups(chat);
  const asker = page.getByRole("button", { name: "Delete old backups…" });
  const keep = page.getByRole("button", { name: "Keep", exact: true });
  await asker.click();
  await isSaid(page, "Delete 2 old backups for good? The newest stays.");
  await expect(keep).toBeFocused();
  expect(await findingsInBoth(chat.page)).toEqual([]);
  await chat.page.keyboard.press("Enter");
  await expect(asker).toBeFocused();
  expect(inFolder(folder)).toHaveLength(3);
  await chat.page.keyboard.press("Enter");
  await expect(keep).toBeFocused();
  await pressIn(page, "Delete");
  await isSaid(page, / freed\.$/);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Back up now" })).toBeFocused();
  expect(inFolder(folder).filter((left) => left.startsWith("braid-2020"))).toEqual([]);
}

/** Any file can be chosen; one that is no backup is refused in words. */
async function chooseAny(chat: Chat, page: Locator, other: string, elsewhere: string): Promise<void> {
  const fromFile = fromFileIn(page);
  await chooseFile(chat, page, other);
  await isSaid(page, /^This file is no backup of Braid\./);
  await expect(rowsIn(page)).toHaveCount(1);
  await chooseFile(chat, page, elsewhere);
  await expect(fromFile).toContainText("1 session");
  await fromFile.getByRole("button", { name: "Restore…" }).click();
  await isSaid(page, /^Replace everything by braid-.*\.db\?$/);
  await pressIn(page, "Keep today's");
  await expect(fromFile.getByRole("button", { name: "Look into" })).toBeFocused();
}

/** The session of the app's own backup is read, and wanted back. */
async function bringBack(chat: Chat): Promise<Locator> {
  const page = await openBackups(chat);
  const own = rowsIn(page).filter({ hasNotText: /Kept before a restore|From the file/ });
  await own.getByRole("button", { name: "Look into" }).click();
  await page.getByRole("button", { name: /^Read / }).click();
  await expect(page.getByText("The recipe is butter.").first()).toBeVisible();
  await pressIn(page, "Bring back");
  return page;
}

/** One session is deleted for good, comes back from the backup, and is opened. */
async function deleteAndBringBack(chat: Chat): Promise<void> {
  const [session] = await sessionsOf(chat);
  if (session === undefined) throw new Error("there is no session");
  await chat.call("trash.put", { session_id: session.id });
  await chat.call("trash.empty", {});
  await expect.poll(() => titlesOf(chat)).toEqual([]);
  const page = await bringBack(chat);
  await isSaid(page, "The session is back in your library.");
  await pressIn(page, "Open it");
  await expect(page).toHaveCount(0);
  await expect(chat.answer).toContainText("The recipe is butter.");
  expect((await sessionsOf(chat))[0]?.id).not.toBe(session.id);
}

test("[SV-8g] [SV-8h] [SV-8i] [SV-8k] a backup is made, copied, and looked into; a session that is deleted for good comes back from it; a copy elsewhere is restored, and what there was today is kept and comes back whole", async ({
  open,
  provider,
  dataDir,
}, testInfo) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Beta")
      ? [{ text: "Being written" }, { gate: "never" }]
      : reply("The recipe is butter."),
  );
  const [second, folder] = [testInfo.outputPath("second"), join(dataDir, "backups")];
  mkdirSync(second);
  const start = await withoutDailyBackup(dataDir);
  let chat = await open(start);
  await isSaid(await openBackups(chat), /^There is no backup yet/);
  await chat.page.keyboard.press("Escape");
  const page = () => chat.page.getByRole("dialog", { name: "Settings" });
  const kept = () => rowsIn(page()).filter({ hasText: "Kept before a restore" });
  await expect(page()).toHaveCount(0);
  await chat.send("Alpha question");
  await chat.settled();
  await openBackups(chat);
  const name = await test.step("the first one is made, and copied to a folder of the user's choice", () =>
    makeCopied(chat, page(), dataDir, second));
  await test.step("a look into it", () => lookInto(chat, page()));
  await test.step("the old ones go", () => deleteOld(chat, folder, name));
  const elsewhere = testInfo.outputPath(name);
  await copyFile(join(folder, name), elsewhere);
  await test.step("any file can be chosen", () =>
    chooseAny(chat, page(), join(dataDir, "settings.json"), elsewhere));
  await chat.page.keyboard.press("Escape");
  await expect(page()).toHaveCount(0);

  /** Ends the app as a restore does. The next start stands for the one that the app itself would make. */
  const restore = async () => {
    await chat.braid.app.evaluate(({ app }) => {
      app.relaunch = () => undefined;
    });
    const ended = chat.braid.app.waitForEvent("close");
    await pressIn(page(), "Restore and restart");
    await ended;
    chat = await open(start);
  };

  await test.step("one session is brought back", () => deleteAndBringBack(chat));
  await test.step("all is restored from a copy elsewhere, while an answer is being written", async () => {
    await chat.page.keyboard.press("ControlOrMeta+N");
    await chat.send("Beta question, after the backup");
    await expect(chat.answer).toContainText("Being written");
    await openBackups(chat);
    await chooseFile(chat, page(), elsewhere);
    await fromFileIn(page()).getByRole("button", { name: "Restore…" }).click();
    await isSaid(page(), "An answer is being written and will be stopped:");
    await pressIn(page(), "Keep today's");
    await fromFileIn(page()).getByRole("button", { name: "Restore…" }).click();
    await restore();
    await expect(chat.page.getByText(/^The backup is restored\./)).toBeVisible();
    await expect(chat.sessions).toHaveCount(1);
    await openBackups(chat);
    await expect(kept()).toContainText("2 sessions");
    expect(existsSync(join(dataDir, "braid.db.restoring"))).toBe(false);
  });
  await test.step("and today's comes back whole", async () => {
    await kept().getByRole("button", { name: "Restore…" }).click();
    await restore();
    await expect(chat.page.getByText(/^The backup of .* is restored\./)).toBeVisible();
    await expect(chat.sessions).toHaveCount(2);
    await chat.sessions.filter({ hasText: "Beta question" }).click();
    await expect(chat.answer).toContainText("Being written");
  });
  await test.step("the session that was brought back is whole, goes on, and is known in the backup", async () => {
    await chat.sessions.filter({ hasText: "Alpha question" }).click();
    await expect(chat.answer).toContainText("The recipe is butter.");
    await chat.send("And then?");
    await chat.settled();
    await expect(chat.messages).toHaveCount(4);
    await isKnown(await bringBack(chat));
  });
});
