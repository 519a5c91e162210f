// The backups in the window: made, looked into, copied to a second folder, and restored with a restart; nothing of today is lost (SV-8).
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

async function openBackups({ page }: Chat) {
  await page.keyboard.press("ControlOrMeta+Comma");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Backups" }).click();
  await expect(dialog.getByRole("button", { name: "Back up now" })).toBeVisible();
  return dialog;
}

/** The system's dialog for files and folders answers with this path. */
const chooses = (chat: Chat, path: string) =>
  chat.braid.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);

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

test("[SV-8g] [SV-8h] a backup is made, copied, and looked into", async ({
  open,
  provider,
  dataDir,
}, testInfo) => {
  provider.respond(() => reply("The recipe is butter."));
  const second = testInfo.outputPath("second");
  mkdirSync(second);
  const chat = await open();
  // Looked at before anything is said: the backup of the day would be there once this start is some time ago.
  let page = await openBackups(chat);
  await expect(page.getByText(/^There is no backup yet/)).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(page).toHaveCount(0);
  await chat.send("Alpha question");
  await chat.settled();
  page = await openBackups(chat);
  const said = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible();
  const rows = () => rowsIn(page);

  await test.step("the first one is made, and copied to a folder of the user's choice", async () => {
    await chooses(chat, join(dataDir, "backups-of-its-own"));
    mkdirSync(join(dataDir, "backups-of-its-own"));
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await said(/^This folder is in Braid's own data folder/);
    await chooses(chat, second);
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await said(/^Each backup is copied to /);
    await page.getByRole("button", { name: "Back up now" }).click();
    await said(/^Backup made: /);
    await expect(rows()).toHaveCount(1);
    await expect(rows().first()).toContainText("1 session");
    await said("The newest is there. It is the only one.");
    const [name = ""] = inFolder(join(dataDir, "backups"));
    expect(name).toMatch(/^braid-\d{4}-\d\d-\d\dT\d{6}\.db$/);
    expect((await stat(join(dataDir, "backups"))).mode & 0o777).toBe(0o700);
    // One that the app made by itself may have been copied before it.
    await expect.poll(() => inFolder(second)).toEqual([name]);
  });

  await test.step("a look into it", async () => {
    await rows().first().getByRole("button", { name: "Look into" }).click();
    await expect(page.getByRole("textbox", { name: "Words to find" })).toBeFocused();
    await page.getByRole("button", { name: /^Read / }).click();
    await said("Alpha question");
    await said("The recipe is butter.");
    await page.getByRole("button", { name: "Back to the sessions" }).click();
    await page.getByRole("textbox", { name: "Words to find" }).fill("no such words");
    await said("No title has these words.");
    await page.getByRole("textbox", { name: "Words to find" }).fill("butt");
    await page.getByRole("button", { name: "Search the messages too" }).click();
    await said("1 session has a message with these words.");
    const found = page.getByRole("list", { name: "Sessions whose messages have these words" });
    await expect(found.locator("mark")).toHaveText("butter");
    await found.getByRole("button", { name: /^Read / }).click();
    await said("Alpha question");
    await page.getByRole("button", { name: "Back to the sessions" }).click();
    await expect(found.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Back to the backups" }).click();
    await expect(rows().first().getByRole("button", { name: "Look into" })).toBeFocused();
    expect(await findingsInBoth(chat.page)).toEqual([]);
  });

  await test.step("the old ones go after a question, and the newest stays", async () => {
    const folder = join(dataDir, "backups");
    const [name = ""] = inFolder(folder);
    for (const day of ["01", "02"])
      await copyFile(join(folder, name), join(folder, `braid-2020-01-${day}T000000.db`));
    await chat.page.keyboard.press("Escape");
    await expect(page).toHaveCount(0);
    page = await openBackups(chat);
    const asker = page.getByRole("button", { name: "Delete old backups…" });
    const keep = page.getByRole("button", { name: "Keep", exact: true });
    await asker.click();
    await said("Delete 2 old backups for good? The newest stays.");
    await expect(keep).toBeFocused();
    expect(await findingsInBoth(chat.page)).toEqual([]);
    await chat.page.keyboard.press("Enter");
    await expect(asker).toBeFocused();
    expect(inFolder(folder)).toHaveLength(3);
    await chat.page.keyboard.press("Enter");
    await expect(keep).toBeFocused();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await said(/ freed\.$/);
    await expect(rows()).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Back up now" })).toBeFocused();
    expect(inFolder(folder).filter((left) => left.startsWith("braid-2020"))).toEqual([]);
  });
});

/** A question that is answered, and a backup with it. Returns the path of a copy that the app does not know. */
async function copyOfBackup(chat: Chat, dataDir: string, pathOf: (name: string) => string): Promise<string> {
  await chat.send("Alpha question");
  await chat.settled();
  const made = await chat.call("backups.make", { work_id: crypto.randomUUID() });
  const name = made?.name ?? "";
  // Copied by hand: the app may replace the day's backup, and its own copy of that, by one with a later question.
  const elsewhere = pathOf(name);
  await copyFile(join(dataDir, "backups", name), elsewhere);
  return elsewhere;
}

test("[SV-8h] any file can be chosen; one that is no backup is refused in words", async ({
  open,
  provider,
  dataDir,
}, testInfo) => {
  provider.respond(() => reply("The recipe is butter."));
  const chat = await open();
  const elsewhere = await copyOfBackup(chat, dataDir, (name) => testInfo.outputPath(name));
  const page = await openBackups(chat);
  const said = (text: RegExp) => expect(page.getByText(text)).toBeVisible();
  const fromFile = fromFileIn(page);
  await chooseFile(chat, page, join(dataDir, "settings.json"));
  await said(/^This file is no backup of Braid\./);
  await expect(rowsIn(page)).toHaveCount(1);
  await chooseFile(chat, page, elsewhere);
  await expect(fromFile).toContainText("1 session");
  await fromFile.getByRole("button", { name: "Restore…" }).click();
  await said(/^Replace everything by braid-.*\.db\?$/);
  await page.getByRole("button", { name: "Keep today's" }).click();
  await expect(fromFile.getByRole("button", { name: "Look into" })).toBeFocused();
});

test("[SV-8h] [SV-8i] a copy elsewhere is restored; what there was today is kept and comes back", async ({
  open,
  provider,
  dataDir,
}, testInfo) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Beta")
      ? [{ text: "Being written" }, { gate: "never" }]
      : reply("The recipe is butter."),
  );
  let chat = await open();
  const elsewhere = await copyOfBackup(chat, dataDir, (name) => testInfo.outputPath(name));

  const page = () => chat.page.getByRole("dialog", { name: "Settings" });
  const kept = () => rowsIn(page()).filter({ hasText: "Kept before a restore" });

  /** Ends the app as a restore does. The next start stands for the one that the app itself would make. */
  const restore = async () => {
    await chat.braid.app.evaluate(({ app }) => {
      app.relaunch = () => undefined;
    });
    const ended = chat.braid.app.waitForEvent("close");
    await page().getByRole("button", { name: "Restore and restart" }).click();
    await ended;
    chat = await open();
  };

  await test.step("it is restored from a copy elsewhere, while an answer is being written", async () => {
    await chat.page.keyboard.press("ControlOrMeta+N");
    await chat.send("Beta question, after the backup");
    await expect(chat.answer).toContainText("Being written");
    await openBackups(chat);
    await chooseFile(chat, page(), elsewhere);
    await fromFileIn(page()).getByRole("button", { name: "Restore…" }).click();
    await expect(page().getByText("An answer is being written and will be stopped:")).toBeVisible();
    await page().getByRole("button", { name: "Keep today's" }).click();
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
});
