// The data folder in the hands of others: files that are something else, open to all, taken away, immutable, spoiled. Each start ends in a
// window or in a reason.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { early } from "../fixtures/early";
import { runBraid } from "../fixtures/launch";
import { ordinaryUser } from "../fixtures/ordinary-user";
import { reply } from "../fixtures/provider/script";

const run = (command: string, ...args: string[]) => void execFileSync(command, args, { stdio: "ignore" });

test("pipes, folders and links in the place of its files: it starts, says each of them, and leaves them as they are", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const at = (name: string) => join(dataDir, name);
  run("mkfifo", at("settings.json"));
  mkdirSync(at("secrets.json"));
  symlinkSync(at("models-cache.json"), at("models-cache.json"));
  writeFileSync(at("backups"), "mine");
  writeFileSync(at("chromium"), "mine");
  mkdirSync(at("logs"));
  run("mkfifo", at("logs/braid.log"));
  const chat = await open({ settings: "none" });
  for (const words of [
    "settings.json: is no ordinary file",
    "secrets.json is a folder",
    "models-cache.json is a link that leads to itself",
    "backups is a file where a folder should be",
    "chromium is a file where a folder should be",
    "logs/braid.log is no ordinary file",
  ])
    await expect(chat.alert.filter({ hasText: words }).first()).toBeVisible();
  await chat.send("Still usable?");
  await chat.settled();
  expect(statSync(at("settings.json")).isFIFO()).toBe(true);
  expect(statSync(at("logs/braid.log")).isFIFO()).toBe(true);
  expect(readdirSync(at("secrets.json"))).toEqual([]);
  expect(readdirSync(at("logs"))).toEqual(["braid.log"]);
});

test("[DB-6] what is no database of Braid's, or a newer one, is refused with its own sentence, untouched, by an exit that is no success", async ({
  launch,
  dataDir,
}) => {
  const at = (name: string) => join(dataDir, name);
  const args = ["--smoke", at("smoke.png")];
  const clear = async () => {
    // The links are of the start before.
    for (const name of await readdir(dataDir)) await rm(at(name), { recursive: true });
  };
  const refused = async (says: RegExp) => {
    const { code, output } = await runBraid({ dataDir, args });
    expect(output).toMatch(says);
    expect(code).toBe(1);
    await clear();
  };
  await test.step("a folder, a lock that is none, another program's", async () => {
    mkdirSync(at("braid.db"));
    await refused(/Braid cannot start: Braid keeps its chats in .*braid\.db, but that is a folder/);
    mkdirSync(at("SingletonLock"));
    await refused(/Braid cannot start: In .*, something else has the name SingletonLock/);
    withDatabase(dataDir, (db) => db.exec("CREATE TABLE theirs (a)"));
    const before = await readFile(at("braid.db"));
    const { code, output } = await runBraid({ dataDir, args });
    expect(output).toMatch(/is the database of another program.*Move it away/s);
    expect(code).toBe(1);
    expect(Buffer.compare(await readFile(at("braid.db")), before)).toBe(0);
    await clear();
  });
  await test.step("a newer one, told in a window without a script", async () => {
    withDatabase(dataDir, (db) => {
      db.exec("CREATE TABLE chat_sessions (id)");
      db.pragma("user_version = 9999");
    });
    const before = await readFile(at("braid.db"));
    const { window, app, closeWindow } = await launch({ dataDir });
    await expect(window.getByRole("alert")).toContainText(/newer/);
    expect(window.url()).toBe("app://braid/cannot-start.html");
    expect(await window.evaluate(() => document.scripts.length)).toBe(0);
    const policy = await app.evaluate(async ({ net }) =>
      (await net.fetch("app://braid/cannot-start.html")).headers.get("content-security-policy"),
    );
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const exit = new Promise((resolve) => app.process().once("exit", resolve));
    await closeWindow(window);
    expect(await exit).toBe(1);
    expect(Buffer.compare(await readFile(at("braid.db")), before)).toBe(0);
  });
  await test.step("a folder that cannot be written to, told with what to do", async () => {
    const user = await ordinaryUser();
    const folder = join(user.home, "read-only");
    await user.run(["mkdir", folder]);
    await chmod(folder, 0o500);
    const { code, output } = await user.runBraid(["--data-dir", folder, ...args]);
    expect(output).toMatch(/Braid cannot start: The data folder .*read-only cannot be written to/);
    expect(output).toContain("Make the folder writable, or start Braid with --data-dir and another folder.");
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    await user.remove();
  });
});

test("[SV-7] an error that nobody caught before there is a window is told in one, and Braid ends", async ({
  launch,
  dataDir,
}) => {
  const thrown = await early(
    dataDir,
    `const { app } = require("electron");
    const ask = app.requestSingleInstanceLock.bind(app);
    app.requestSingleInstanceLock = (...told) => {
      setImmediate(() => { throw new Error("The sky fell"); });
      return ask(...told);
    };`,
  );
  const { app, window, closeWindow } = await launch({ dataDir, ...thrown });
  await expect(window.getByRole("alert")).toContainText("Something in Braid failed: The sky fell");
  expect(app.windows()).toHaveLength(1);
  const exit = new Promise((resolve) => app.process().once("exit", resolve));
  await closeWindow(window);
  expect(await exit).toBe(1);
});

test("[SV-8a] [DB-14] garbage in place of the database is set aside and said; what is kept is for its user alone, also without a mask", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const wrapper = `${dataDir}-unmasked`;
  await writeFile(wrapper, `#!/bin/sh\numask 0\nexec ${process.env.BRAID_ELECTRON} "$@"\n`, { mode: 0o755 });
  await chmod(dataDir, 0o777);
  await writeFile(join(dataDir, "braid.db"), "this was never a database ".repeat(500));
  const chat = await open({ executablePath: wrapper });
  await expect(chat.alert).toContainText("damaged, so Braid has started with an empty one");
  await expect(chat.alert).toContainText("Nothing was deleted");
  const aside = (await readdir(dataDir)).filter((name) => /^braid\.db.*\d{4}-?\d{2}/.test(name));
  expect(aside).toHaveLength(1);
  const [name = ""] = aside;
  await expect(chat.alert).toContainText(name);
  expect(await readFile(join(dataDir, name), "utf8")).toContain("this was never a database");
  await chat.send("Still usable?");
  await chat.settled();
  await chat.button("Start empty").click();
  await expect(chat.alert).toHaveCount(0);
  const openToOthers = () => {
    const chromium = ["-path", "*/chromium/*", "-prune"];
    const found = ["-perm", "/077", "-not", "-type", "l", "-print"];
    // Chromium and the store remove files at moments of their own: one that goes while it is looked at is no error.
    const args = [dataDir, "-ignore_readdir_race", ...chromium, "-o", ...found];
    return execFileSync("find", args, { encoding: "utf8" });
  };
  expect(await readdir(dataDir)).toContain("braid.db-wal");
  expect(openToOthers()).toBe("");
  await chat.braid.close();
  expect(openToOthers()).toBe("");
  await rm(wrapper);
});

/** In the one session, of four turns, the second answer is damaged. */
async function goesOn(chat: Chat, damaged: string): Promise<void> {
  await expect(chat.composer).toBeFocused();
  await expect(chat.alert).toHaveCount(0);
  await chat.sessions.first().click();
  await expect(chat.messages).toHaveCount(8);
  await expect(chat.answers.nth(1)).toContainText("This message cannot be read.");
  await expect(chat.answers.nth(1)).toContainText(damaged);
  await expect(chat.answers.nth(2)).toContainText("All is well.");
  await chat.send("And now?");
  await expect(chat.answers).toHaveCount(5);
  await expect(chat.answer).toContainText("All is well.");
  await chat.settled();
}

test("[SV-7] [SV-8] [LY-4] [SE-9] the database immutable, deleted and replaced under the app: each is told, and it goes on with all that was said; so does a session with a damaged message", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ text: "Begun, " }, { gate: "immutable" }, { text: "and more" }, { gate: "never" }]);
  const chat = await open();
  const file = join(dataDir, "braid.db");
  const missing = "was deleted, moved or replaced while Braid was running";
  const offer = chat.page.locator("[role=alert].recovery");

  await test.step("immutable for a while", async () => {
    await chat.send("First");
    await expect(chat.answer).toContainText("Begun,");
    run("chattr", "+i", file, `${file}-wal`);
    try {
      provider.open("immutable");
      const told = chat.alert.filter({ hasText: /may not write|reported an error|cannot be opened/ });
      await expect(told.first()).toBeVisible();
      expect((await (await provider.received(0)).closed).by).toBe("client");
    } finally {
      run("chattr", "-i", file, `${file}-wal`);
    }
    // Nothing is done in the window: it asks by itself until the session is there again.
    await expect(chat.status).not.toHaveAttribute("data-state", /busy|retrying/);
    await expect(chat.button("Stop")).toHaveCount(0);
    await expect(chat.conversation).toContainText("Begun,");
    provider.respond(() => reply("All is well."));
    await chat.send("Precious words");
    await expect(chat.answer).toContainText("All is well.");
    await chat.settled();
  });
  await test.step("deleted: no message is taken, and it is put back", async () => {
    await rm(file);
    await chat.composer.fill("And these?");
    await chat.composer.press("Enter");
    await expect(chat.alert.filter({ hasText: missing }).first()).toBeVisible();
    await expect(chat.composer).toHaveValue("And these?");
    await expect(chat.conversation).toContainText("Precious words");
    await expect(chat.page.getByText("Nothing saved was lost")).toHaveCount(0);
    await chat.button("Put the file back").click();
    const back = chat.alert.filter({ hasText: "The file is back: 1 session, 4 messages." });
    await back.getByRole("button", { name: "Dismiss" }).click();
    await chat.composer.press("Enter");
    await expect(chat.questions).toHaveCount(3);
    await chat.settled();
  });
  await test.step("replaced by another program's, which is left alone: a search finds that out", async () => {
    await rename(file, `${file}.away`);
    await writeFile(file, "another program's ".repeat(500));
    await chat.page.keyboard.press("Control+f");
    await chat.page.locator(".find-text").fill("precious");
    await expect(offer).toContainText(missing);
    await expect(chat.button("Recover what can be read")).toHaveCount(0);
    expect(await readFile(file, "utf8")).toMatch(/^another program's/);
    await chat.button("Put the file back").click();
    await expect(offer).toContainText("1 session, 6 messages");
    await offer.getByRole("button", { name: "Dismiss" }).click();
    await chat.send("On it goes");
    await chat.settled();
  });
  const damaged = await chat.answers.nth(1).getAttribute("data-message-id");
  await chat.braid.close();
  const kept = withDatabase(dataDir, (db) => db.prepare("SELECT count(*) FROM chat_messages").pluck().get());
  expect(kept).toBe(8);
  await test.step("a damaged message says so in its place; an unreadable fact of the app costs that fact alone", async () => {
    withDatabase(dataDir, (db) => {
      db.exec("DROP TRIGGER chat_parts_append_only");
      db.prepare(`UPDATE chat_parts SET data_json = '{"type":"te' WHERE message_id = ?`).run(damaged);
      db.exec("UPDATE app_state SET value_json = '{{{' WHERE key = 'windows'");
    });
    await goesOn(await open(), damaged ?? "");
    const left = withDatabase(dataDir, (db) =>
      db.prepare("SELECT data_json FROM chat_parts WHERE message_id = ?").pluck().get(damaged),
    );
    expect(left).toBe('{"type":"te');
  });
});
