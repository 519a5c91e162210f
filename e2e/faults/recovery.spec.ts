// The way back after damage, in the window: a backup restored, what can be read recovered, a kill in the midst of either (SV-8).
import { existsSync } from "node:fs";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Chat, expect, test } from "../fixtures/chat";
import { damage } from "../fixtures/damage";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

interface Bridge {
  call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown; error?: { message: string } }>;
}

/** What the page may ask for, asked for as the page does. */
const call = (chat: Chat, name: string, input: unknown = {}) =>
  chat.page.evaluate(
    async ([name, input]) => {
      const { braid } = globalThis as unknown as { braid: Bridge };
      const result = await braid.call(name, input);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    },
    [name, input] as const,
  );

const notice = (chat: Chat) => chat.alert.filter({ hasText: "damaged" });
const titles = (chat: Chat) => chat.sessions.allTextContents();

async function talk(chat: Chat, words: string[]): Promise<void> {
  for (const text of words) {
    await chat.button("New session").first().click();
    await chat.send(text);
    await chat.settled();
  }
}

test("[SV-8d] the newest backup is restored beside what was said since, and the damaged file is kept", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("An answer from before."));
  const first = await open();
  await talk(first, ["Alpha question", "Beta question"]);
  await call(first, "storage.back_up");
  await talk(first, ["Gamma question, after the backup"]);
  await first.braid.close();
  const [backup = ""] = await readdir(join(dataDir, "backups"));
  expect((await stat(join(dataDir, "backups", backup))).mode & 0o777).toBe(0o600);
  damage(dataDir, "chat_messages", { schema: true });

  const chat = await open();
  await expect(notice(chat)).toContainText("damaged, so Braid has started with an empty one");
  await expect(chat.sessions).toHaveCount(0);
  await chat.send("Said before the restore");
  await chat.settled();
  await chat.page.getByRole("button", { name: /^Restore the backup of / }).click();
  await expect(chat.alert).toContainText("The backup is restored: 2 sessions, 4 messages.");
  await expect(chat.sessions).toHaveCount(3);
  expect((await titles(chat)).join(" ")).not.toContain("Gamma");
  await chat.sessions.filter({ hasText: "Alpha" }).click();
  await expect(chat.answer).toContainText("An answer from before.");
  await chat.send("And on it goes");
  await chat.settled();

  // What came after the backup is still in the damaged file: it can be had, too.
  await chat.button("Recover what can be read").click();
  await expect(chat.alert).toContainText("Recovered:");
  await expect(chat.sessions.filter({ hasText: "Gamma" })).toHaveCount(1);
  await chat.button("Dismiss").click();
  await expect(chat.alert).toHaveCount(0);
  expect((await readdir(dataDir)).some((name) => name.startsWith("braid.db.set-aside-"))).toBe(true);

  await chat.braid.close();
  const again = await open();
  await expect(again.sessions).toHaveCount(4);
  await expect(again.alert).toHaveCount(0);
  expect(withDatabase(dataDir, (db) => db.pragma("integrity_check", { simple: true }))).toBe("ok");
});

test("[SV-8c] without a backup, what a damaged database still holds is recovered and what is lost is said", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Words. ".repeat(400)));
  const first = await open();
  await talk(first, ["One thing", "Another thing", "A third thing"]);
  await first.braid.close();
  damage(dataDir, "chat_parts", { schema: true });

  const offered = await open();
  await expect(offered.page.getByRole("button", { name: /^Restore/ })).toHaveCount(0);
  // Undecided, it is offered again.
  await offered.braid.close();
  const chat = await open();
  await expect(notice(chat)).toContainText("Nothing was deleted");
  await chat.button("Recover what can be read").click();
  await expect(chat.alert).toContainText("Recovered: 3 sessions, 6 messages.");
  await expect(chat.alert).toContainText(/messages are missing a part/);
  await expect(chat.sessions).toHaveCount(3);
  await chat.button("Dismiss").click();
  await talk(chat, ["Life goes on"]);
});

test("[SV-8] a kill in the midst of a recovery leaves everything as it was, and it is offered again", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("Once."), [{ text: "Being written" }, { gate: "end" }], reply("Later."));
  const first = await open();
  await first.send("Precious");
  await first.settled();
  await first.braid.close();
  damage(dataDir, "chat_sessions_recent", { schema: true });

  const chat = await open();
  await chat.send("A talk that goes on");
  await expect(chat.answer).toContainText("Being written");
  await chat.button("Recover what can be read").click();
  // Everything is read; its place it gets when no answer is being written.
  await expect(chat.alert).toContainText("Waiting for the answer that is being written to end");
  expect(existsSync(join(dataDir, "braid.db.recovering"))).toBe(true);
  await chat.braid.kill();

  const again = await open();
  await expect(again.alert.first()).toContainText("damaged");
  expect(existsSync(join(dataDir, "braid.db.recovering"))).toBe(false);
  await expect(again.sessions).toHaveCount(1);
  await again.button("Recover what can be read").click();
  await expect(again.alert).toContainText("Recovered: 1 session, 2 messages.");
  await expect(again.sessions).toHaveCount(2);
});

test("[SV-8] a recovery that waits for an answer can be cancelled", async ({ open, provider, dataDir }) => {
  provider.enqueue(reply("Once."), [{ text: "Being written" }, { gate: "end" }]);
  const first = await open();
  await first.send("Precious");
  await first.settled();
  await first.braid.close();
  damage(dataDir, "chat_messages", { schema: true });
  const chat = await open();
  await chat.send("A talk that goes on");
  await expect(chat.answer).toContainText("Being written");
  await chat.button("Recover what can be read").click();
  await expect(chat.alert).toContainText("Waiting for the answer");
  await chat.button("Cancel").click();
  await expect(chat.button("Recover what can be read")).toBeVisible();
  provider.open("end");
  await chat.settled("interrupted");
  await expect.poll(() => existsSync(join(dataDir, "braid.db.recovering"))).toBe(false);
  await expect(chat.sessions).toHaveCount(1);
});

/** Beside it, what failed is told where it was asked for. */
const offer = (chat: Chat) => chat.page.locator("[role=alert].recovery");

const search = async (chat: Chat, words: string) => {
  await chat.page.keyboard.press("Control+f");
  await chat.page.locator(".find-text").fill(words);
};

test("[SV-8] damage that only a search meets is told with its session, and what helps is offered there and then", async ({
  open,
  dataDir,
}) => {
  await (await open()).braid.close();
  withDatabase(dataDir, (db) => fillRows(db, 0, 1, 600));
  damage(dataDir, "chat_parts");
  const chat = await open();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText("Message 599");
  await expect(chat.alert).toHaveCount(0);
  const title = (await chat.title.textContent()) ?? "";
  await search(chat, "message 1:");
  await expect(offer(chat)).toContainText(`It was met in the session “${title}”`);
  await expect(chat.button("Recover what can be read")).toBeVisible();
});

test("[SV-7] a file that another program put in the place of the chats is left alone, and they are put back", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await talk(chat, ["Precious words"]);
  const file = join(dataDir, "braid.db");
  await rename(file, `${file}.away`);
  await writeFile(file, "another program's ".repeat(500));
  await search(chat, "precious");
  await expect(offer(chat)).toContainText("was deleted, moved or replaced while Braid was running");
  await expect(chat.button("Recover what can be read")).toHaveCount(0);
  expect(await readFile(file, "utf8")).toMatch(/^another program's/);
  await chat.button("Put the file back").click();
  await expect(offer(chat)).toContainText("1 session, 2 messages");
  await offer(chat).getByRole("button", { name: "Dismiss" }).click();
  await chat.send("On it goes");
  await chat.settled();
});
