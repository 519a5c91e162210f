// The data folder in the hands of others: files that are something else, taken away, immutable, damaged. Each start ends in a window or in a reason.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures/chat";
import { damage } from "../fixtures/damage";
import { withDatabase } from "../fixtures/database";
import { runBraid } from "../fixtures/launch";
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

test("what is no database of Braid's is refused with its own sentence, untouched, by an exit that is no success", async ({
  launch,
  dataDir,
}) => {
  const file = join(dataDir, "braid.db");
  mkdirSync(file);
  const smoke = { dataDir, args: ["--smoke", join(dataDir, "smoke.png")] };
  const refused = await runBraid(smoke);
  expect(refused.output).toMatch(
    /Braid cannot start: Braid keeps its chats in .*braid\.db, but that is a folder/,
  );
  expect(refused.code).toBe(1);
  await rm(file, { recursive: true });
  // The link of the start before.
  await rm(join(dataDir, "SingletonLock"), { force: true });
  mkdirSync(join(dataDir, "SingletonLock"));
  const locked = await runBraid(smoke);
  expect(locked.output).toMatch(/Braid cannot start: In .*, something else has the name SingletonLock/);
  expect(locked.code).toBe(1);
  await rm(join(dataDir, "SingletonLock"), { recursive: true });
  withDatabase(dataDir, (db) => db.exec("CREATE TABLE theirs (a)"));
  const { window, app, closeWindow } = await launch({ dataDir });
  await expect(window.getByRole("alert")).toContainText("is the database of another program");
  await expect(window.getByRole("alert")).toContainText("Move it away");
  const exit = new Promise((resolve) => app.process().once("exit", resolve));
  await closeWindow(window);
  expect(await exit).toBe(1);
  expect(withDatabase(dataDir, (db) => db.prepare("SELECT name FROM sqlite_schema").pluck().all())).toEqual([
    "theirs",
  ]);
});

test("[SE-9] a fact of the app that no longer can be read costs that fact, not the start", async ({
  open,
  dataDir,
}) => {
  const first = await open();
  await expect(first.composer).toBeVisible();
  await first.braid.close();
  withDatabase(dataDir, (db) => db.exec("UPDATE app_state SET value_json = '{{{' WHERE key = 'windows'"));
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await expect(chat.alert).toHaveCount(0);
});

test("[DB-14] without a mask what the app keeps is for its user alone all the same", async ({
  open,
  dataDir,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const wrapper = join(dataDir, "..", `${Date.now()}-unmasked`);
  writeFileSync(wrapper, `#!/bin/sh\numask 0\nexec ${process.env.BRAID_ELECTRON} "$@"\n`, { mode: 0o755 });
  execFileSync("chmod", ["777", dataDir]);
  const chat = await open({ executablePath: wrapper });
  await chat.send("Hello?");
  await chat.settled();
  await chat.braid.close();
  const loose = execFileSync(
    "find",
    [dataDir, "(", "-type", "f", "-o", "-type", "d", ")", "-perm", "/077", "-not", "-path", "*/chromium/*"],
    {
      encoding: "utf8",
    },
  );
  expect(loose).toBe("");
  await rm(wrapper);
});

test("[SV-7] [LY-4] files that were immutable for a while: what failed is told, and once they are not, nothing is busy and it goes on", async ({
  open,
  provider,
  dataDir,
}) => {
  const files = ["braid.db", "braid.db-wal"].map((name) => join(dataDir, name));
  provider.enqueue(
    [{ text: "Begun, " }, { gate: "immutable" }, { text: "and more" }, { gate: "never" }],
    reply("All is well."),
  );
  const chat = await open();
  await chat.send("First");
  await expect(chat.answer).toContainText("Begun,");
  run("chattr", "+i", ...files);
  try {
    provider.open("immutable");
    await expect(chat.alert.first()).toContainText(/may not write|reported an error|cannot be opened/);
    expect((await (await provider.received(0)).closed).by).toBe("client");
  } finally {
    run("chattr", "-i", ...files);
  }
  // Nothing is done in the window: it asks by itself until the session is there again.
  await expect(chat.status).not.toHaveAttribute("data-state", /busy|retrying/);
  await expect(chat.button("Stop")).toHaveCount(0);
  await expect(chat.conversation).toContainText("Begun,");
  await chat.send("Are you well?");
  await expect(chat.answer).toContainText("All is well.");
  await chat.settled();
});

test("[SV-7] [SV-8] the database deleted under the app: it says so, takes no message, and puts it back with all that was said", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("Precious words");
  await chat.settled();
  await rm(join(dataDir, "braid.db"));
  await chat.composer.fill("And these?");
  await chat.composer.press("Enter");
  await expect(chat.alert.filter({ hasText: "was deleted, moved or replaced" }).first()).toBeVisible();
  await expect(chat.composer).toHaveValue("And these?");
  await expect(chat.conversation).toContainText("Precious words");
  await expect(chat.page.getByText("Nothing saved was lost")).toHaveCount(0);
  await chat.button("Put the file back").click();
  const back = chat.alert.filter({ hasText: "The file is back: 1 session, 2 messages." });
  await back.getByRole("button", { name: "Dismiss" }).click();
  await chat.composer.press("Enter");
  await expect(chat.questions).toHaveCount(2);
  await chat.settled();
  await chat.braid.close();
  const again = await open();
  await expect(again.questions).toHaveCount(2);
  await expect(again.alert).toHaveCount(0);
});

test("[SV-8, SV-7c] damage that the start has missed is told with its session, and mended there and then", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Words. ".repeat(3000)));
  const first = await open();
  await first.send("Alpha question");
  await first.settled();
  await first.button("New session").first().click();
  await first.send("Beta question");
  await first.settled();
  // So much newer that a start does not look at the first.
  for (let n = 0; n < 9; n++) {
    await first.send(`more of it, ${n}`);
    await first.settled();
  }
  await first.braid.close();
  damage(dataDir, "chat_parts");
  const chat = await open();
  await expect(chat.sessions).toHaveCount(2);
  await chat.sessions.filter({ hasText: "Alpha" }).click();
  const offer = chat.alert.filter({ hasText: "Other sessions can be read and go on" });
  await expect(offer).toContainText("It was met in the session “Alpha question”");
  await chat.sessions.filter({ hasText: "Beta" }).click();
  await expect(chat.questions.last()).toContainText("more of it, 8");
  await chat.button("Recover what can be read").click();
  await expect(chat.alert.filter({ hasText: "Recovered: 2 sessions" })).toBeVisible();
  await chat.sessions.filter({ hasText: "Alpha" }).click();
  await expect(chat.conversation).toBeVisible();
  await expect(chat.title).toContainText("Alpha");
  await chat.alert.filter({ hasText: "Recovered" }).getByRole("button", { name: "Dismiss" }).click();
  await expect(chat.alert.filter({ hasText: "Recovered" })).toHaveCount(0);
  expect(existsSync(join(dataDir, "braid.db.recovering"))).toBe(false);
});
