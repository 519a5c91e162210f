// The way back after damage, in the window: a backup restored, what can be read recovered, a kill in the midst of either (SV-8).
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Chat, expect, test } from "../fixtures/chat";
import { damage } from "../fixtures/damage";
import { withDatabase } from "../fixtures/database";
import { withoutDailyBackup } from "../fixtures/early";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

/** The app is started three times in each of these. */
test.describe.configure({ timeout: 300_000 });

const notice = (chat: Chat) => chat.alert.filter({ hasText: "damaged" });
const recover = (chat: Chat) => chat.button("Recover what can be read");
const isRecovering = (dataDir: string) => existsSync(join(dataDir, "braid.db.recovering"));

test("[SV-8d] the newest backup is restored beside what was said since, and what came after it recovered; both can be put off, or killed", async ({
  open,
  provider,
  dataDir,
}) => {
  const endless = [{ text: "Being written" }, { gate: "never" }];
  provider.respond(({ rawBody }) =>
    rawBody.includes("Said before the restore") ? endless : reply("An answer from before."),
  );
  await test.step("a backup, and then damage", async () => {
    const chat = await open(await withoutDailyBackup(dataDir));
    await sessionsNamed(chat, "Alpha question", "Beta question");
    await chat.call("backups.make", { work_id: crypto.randomUUID() });
    await sessionsNamed(chat, "Gamma question, after the backup");
    await chat.braid.close();
    const [backup = ""] = await readdir(join(dataDir, "backups"));
    expect((await stat(join(dataDir, "backups", backup))).mode & 0o777).toBe(0o600);
    damage(dataDir, "chat_messages", { schema: true });
  });

  await test.step("a recovery waits for the answer that is written; it is cancelled, then killed", async () => {
    const chat = await open();
    await expect(notice(chat)).toContainText("damaged, so Braid has started with an empty one");
    await expect(chat.sessions).toHaveCount(0);
    await chat.send("Said before the restore");
    await expect(chat.answer).toContainText("Being written");
    await recover(chat).click();
    // Everything is read; its place it gets when no answer is being written.
    await expect(chat.alert).toContainText("Waiting for the answer that is being written to end");
    await chat.button("Cancel").click();
    await expect(recover(chat)).toBeVisible();
    await expect.poll(() => isRecovering(dataDir)).toBe(false);
    await recover(chat).click();
    await expect(chat.alert).toContainText("Waiting for the answer");
    expect(isRecovering(dataDir)).toBe(true);
    await chat.braid.kill();
  });

  const chat = await open();
  await test.step("offered again after the kill, with everything as it was: the backup is restored", async () => {
    await expect(notice(chat).first()).toBeVisible();
    expect(isRecovering(dataDir)).toBe(false);
    await expect(chat.sessions).toHaveCount(1);
    await chat.page.getByRole("button", { name: /^Restore the backup of / }).click();
    await expect(chat.alert).toContainText("The backup is restored: 2 sessions, 4 messages.");
    await expect(chat.sessions).toHaveCount(3);
    expect((await chat.sessions.allTextContents()).join(" ")).not.toContain("Gamma");
    await chat.sessions.filter({ hasText: "Alpha" }).click();
    await expect(chat.answer).toContainText("An answer from before.");
    await chat.send("And on it goes");
    await chat.settled();
  });
  await test.step("what came after the backup is still in the damaged file", async () => {
    await recover(chat).click();
    await expect(chat.alert).toContainText("Recovered:");
    await expect(chat.sessions.filter({ hasText: "Gamma" })).toHaveCount(1);
    await expect(chat.sessions).toHaveCount(4);
    await chat.button("Dismiss").click();
    await expect(chat.alert).toHaveCount(0);
    expect((await readdir(dataDir)).some((name) => name.startsWith("braid.db.set-aside-"))).toBe(true);
    await chat.braid.close();
    expect(withDatabase(dataDir, (db) => db.pragma("integrity_check", { simple: true }))).toBe("ok");
  });
});

test("[SV-8c] [SV-7c] without a backup, what can be read is recovered and what is lost is said: at a start, and where damage is met later", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const recovered = (chat: Chat) => chat.alert.filter({ hasText: "Recovered: 2 sessions" });
  await test.step("damage that the start finds", async () => {
    // The app makes the database, which is then filled while nobody has it open.
    await (await open()).braid.close();
    withDatabase(dataDir, (db) => fillRows(db, 0, 2, 600));
    damage(dataDir, "chat_parts", { schema: true });
    const chat = await open();
    await expect(notice(chat)).toContainText("Nothing was deleted");
    await expect(chat.page.getByRole("button", { name: /^Restore/ })).toHaveCount(0);
    await recover(chat).click();
    await expect(recovered(chat)).toContainText(/messages are missing a part/);
    await expect(chat.sessions).toHaveCount(2);
    await recovered(chat).getByRole("button", { name: "Dismiss" }).click();
    await chat.send("Life goes on");
    await expect(chat.sessions).toHaveCount(3);
    await chat.settled();
    // The index of the search has all by now. Otherwise the next start reads all for it, and meets the damage before the user does.
    const search = { text: "message", order: "newest", limit: 1 } as const;
    await expect.poll(async () => (await chat.call("search.find", search)).building).toBeUndefined();
    await chat.braid.close();
  });

  // Only the oldest parts are damaged. Much newer ones come after them, so that a start does not look at them.
  damage(dataDir, "chat_parts");
  const chat = await open(await withoutDailyBackup(dataDir));
  await test.step("damage that the start has missed is told with its session where a search meets it", async () => {
    await chat.sessions.filter({ hasText: "Session number 0" }).click();
    await expect(chat.messages.last()).toContainText("Message 599");
    await expect(chat.alert).toHaveCount(0);
    await chat.page.keyboard.press("Control+f");
    await chat.page.locator(".find-text").fill("message 20:");
    // Beside it, what failed is told where it was asked for.
    const offer = chat.page.locator("[role=alert].recovery");
    await expect(offer).toContainText("It was met in the session “Session number 0”");
    await expect(offer).toContainText("Other sessions can be read and go on");
    await chat.page.keyboard.press("Escape");
    await chat.sessions.filter({ hasText: "Session number 1" }).click();
    await expect(chat.messages.last()).toContainText("Message 1199");
  });
  await test.step("and mended there and then", async () => {
    await recover(chat).click();
    const told = chat.alert.filter({ hasText: "Recovered: 3 sessions" });
    await expect(told).toBeVisible();
    await chat.sessions.filter({ hasText: "Session number 0" }).click();
    await expect(chat.messages.last()).toContainText("Message 599");
    await told.getByRole("button", { name: "Dismiss" }).click();
    await expect(chat.alert).toHaveCount(0);
    expect(isRecovering(dataDir)).toBe(false);
  });
});
