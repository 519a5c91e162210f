// A disk or a database in trouble: the app starts, or says why it cannot, and nothing saved is lost (SV-7, SV-8, DB-6).
import { closeSync, openSync, writeSync } from "node:fs";
import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { runBraid } from "../fixtures/launch";
import { ordinaryUser } from "../fixtures/ordinary-user";
import { reply } from "../fixtures/provider/script";
import { smallDisk } from "../fixtures/small-disk";
import { begun, holdAnswers, queue, waiting, within } from "../fixtures/waiting";

const setAside = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.startsWith("braid.db") && /\d{4}-?\d{2}/.test(name));

/** What the notices say, in one text. */
const noticeText = async (chat: Chat) => (await chat.alert.allTextContents()).join(" ");

test("[SV-8a] garbage in place of the database is set aside, said, and the app starts", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  await writeFile(join(dataDir, "braid.db"), "this was never a database ".repeat(500));
  const chat = await open();
  await expect(chat.alert).toContainText("damaged, so Braid has started with an empty one");
  await expect(chat.alert).toContainText("Nothing was deleted");
  const [aside = ""] = await setAside(dataDir);
  expect(await noticeText(chat)).toContain(aside);
  expect(await readFile(join(dataDir, aside), "utf8")).toContain("this was never a database");
  await chat.send("Still usable?");
  await chat.settled();
  await chat.button("Start empty").click();
  await expect(chat.alert).toHaveCount(0);
});

test("[SV-8] a database with a page overwritten is set aside, said, and the app starts", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const before = await open();
  await before.send("Precious words");
  await before.settled();
  await before.braid.close();
  const file = openSync(join(dataDir, "braid.db"), "r+");
  // The first page holds the schema: without it nothing can be read.
  writeSync(file, Buffer.alloc(3000, 0x5a), 0, 3000, 100);
  closeSync(file);
  const after = await open();
  await expect(after.alert).toContainText("damaged");
  expect(await setAside(dataDir)).not.toEqual([]);
  await expect(after.composer).toBeEnabled();
  await after.send("Still usable?");
  await after.settled();
});

test("[DB-6] a database newer than the app is refused with a clear message and left untouched", async ({
  launch,
  open,
  dataDir,
}) => {
  const first = await open();
  await first.braid.close();
  withDatabase(dataDir, (db) => db.pragma("user_version = 9999"));
  const before = await readFile(join(dataDir, "braid.db"));
  const picture = join(dataDir, "smoke.png");
  const { code, output } = await runBraid({ dataDir, args: ["--smoke", picture] });
  expect(code).toBe(1);
  expect(output).toMatch(/Braid cannot start:.*newer/);

  const { window, app, closeWindow } = await launch({ dataDir });
  await expect(window.getByRole("alert")).toContainText(/newer/);
  const exit = new Promise((resolve) => app.process().once("exit", resolve));
  await closeWindow(window);
  expect(await exit).toBe(1);
  expect(Buffer.compare(await readFile(join(dataDir, "braid.db")), before)).toBe(0);
});

test("a data folder that cannot be written to is told with what to do, and nothing is changed", async ({
  dataDir,
}) => {
  const user = await ordinaryUser();
  const folder = join(user.home, "read-only");
  await user.run(["mkdir", folder]);
  await chmod(folder, 0o500);
  const { code, output } = await user.runBraid(["--data-dir", folder, "--smoke", join(dataDir, "smoke.png")]);
  expect(output).toMatch(/Braid cannot start: The data folder .*read-only cannot be written to/);
  expect(output).toContain("Make the folder writable, or start Braid with --data-dir and another folder.");
  expect(code).toBe(1);
  expect(await readdir(folder)).toEqual([]);
  await user.remove();
});

test("[SV-7a] a disk that fills up in mid-answer stops the run, is said, keeps what was there, and works again with space", async ({
  launch,
  provider,
  dataDir,
}) => {
  const disk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
  const braid = await launch({
    executablePath: disk.executablePath,
    dataDir: disk.dataDir,
    env: { SCRIPTED_KEY: "sk" },
  });
  const chat = new Chat(braid.window, braid);
  provider.enqueue(
    reply("Written while there was space."),
    [
      { text: "Begun, " },
      { gate: "full" },
      { chunks: { count: 400, text: `${"x".repeat(999)}\n` } },
      { gate: "never" },
    ],
    reply("All is well."),
  );
  await chat.send("First");
  await chat.settled();
  await expect.poll(() => disk.logBytes(braid.pid)).toBe(0);
  await chat.send("Second");
  await expect(chat.answer).toContainText("Begun,");
  disk.fill(braid.pid);
  provider.open("full");
  await expect(chat.alert.first()).toContainText(/There is no space left on the disk/);
  await expect(chat.status).toHaveText(/^error/);
  expect((await (await provider.received(1)).closed).by).toBe("client");
  await expect(chat.conversation).toContainText("Written while there was space.");
  await expect(chat.conversation).toContainText("Begun,");

  // Nothing can be stored: the text stays where it was written (QU-2).
  await chat.composer.fill("Are you well?");
  await chat.composer.press("Enter");
  // What failed before it is told in the same words: it has failed when it can be sent again.
  await expect(chat.button("Send")).toBeEnabled();
  await expect(chat.alert.first()).toContainText(/no space left/i);
  await expect(chat.composer).toHaveValue("Are you well?");
  await disk.free(braid.pid);
  await chat.composer.press("Enter");
  await expect(chat.answer).toContainText("All is well.");
  await chat.settled();
  await expect(chat.composer).toHaveValue("");
  await expect(chat.conversation).toContainText("Begun,");
});

test("[RW-1] [QU-1] [SV-7] with a full disk a message, one that waits and one said before are kept where they are written, and it is told there, once", async ({
  launch,
  provider,
  dataDir,
}) => {
  const disk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
  holdAnswers(provider);
  const { executablePath } = disk;
  const braid = await launch({ executablePath, dataDir: disk.dataDir, env: { SCRIPTED_KEY: "sk" } });
  const chat = new Chat(braid.window, braid);
  const { page } = chat;
  /** Enter, with the disk full and then not: `told` is where one looks for what went wrong. */
  const enterTwice = async (box: Locator, text: string, told: Locator) => {
    disk.fill(braid.pid);
    await box.fill(text);
    await box.press("Enter");
    await expect(told.getByRole("alert")).toContainText("There is no space left on the disk");
    // Main has answered all that was asked before.
    await chat.call("app.info", undefined);
    await expect(chat.alert).toHaveCount(1);
    await expect(box).toHaveValue(text);
    await disk.free(braid.pid);
    await box.press("Enter");
    await expect(chat.alert).toHaveCount(0);
  };
  /** The store has put in order what was said. */
  const tidy = () => expect.poll(() => disk.logBytes(braid.pid)).toBe(0);
  await begun(chat);
  await queue(chat, "second");
  const item = waiting(page).first();
  await within(item, "Edit").click();
  await enterTwice(item.getByRole("textbox"), "otherwise", item);
  await expect(item).toHaveText("otherwise");
  for (const n of [1, 2]) provider.open(`end ${n}`);
  await expect(chat.questions).toHaveText([/first/, /otherwise/]);
  await chat.settled();
  await tidy();

  const form = chat.conversation.getByRole("form", { name: "Rewind" });
  await chat.questions.first().getByRole("button", { name: "Edit and resend" }).click();
  await enterTwice(form.getByRole("textbox"), "from the beginning", form);
  provider.open("end 3");
  await expect(chat.questions).toHaveText([/from the beginning/]);
  await chat.settled();
  await tidy();

  await enterTwice(chat.composer, "last", page.getByRole("main"));
  await expect(chat.questions.last()).toContainText("last");
  provider.open("end 4");
  await chat.settled();
});

test("[DB-14] what the app keeps is for its user alone", async ({ open, provider, dataDir }) => {
  provider.respond(() => reply("Yes."));
  await rm(dataDir, { recursive: true });
  await (await import("node:fs/promises")).mkdir(dataDir, { mode: 0o755 });
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await mode(dataDir)).toBe("700");
  for (const name of ["braid.db", "braid.db-wal", "braid.db-shm"])
    expect(await mode(join(dataDir, name)), name).toBe("600");
});
