// Sessions leave as files, from their menu and from the storage page, and nothing else is left beside them (SE-6).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claude, PNG, wholeTalk, zipOf } from "../../src-main/store/exchange/testing/foreign";
import { zipEntries } from "../../src-main/store/exchange/testing/zip-entries";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows, sessionId } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

const dialog = ({ page }: Chat) => page.getByRole("dialog", { name: "Export" });
const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });

/** The system's dialog answers with this path; null: its user cancels. */
const saveAs = (chat: Chat, filePath: string | null) =>
  chat.braid.app.evaluate(({ dialog: system }, path) => {
    system.showSaveDialog = async () => ({ canceled: path === null, filePath: path ?? "" });
  }, filePath);

async function choose(chat: Chat, name: string, option: string): Promise<void> {
  await dialog(chat).getByRole("combobox", { name }).click();
  await chat.page.getByRole("option", { name: option }).click();
  await expect(dialog(chat).getByRole("combobox", { name })).toHaveText(option);
}

/** Opens the dialog of an import and chooses this file. */
async function chooseFile(chat: Chat, path: string): Promise<void> {
  await chat.braid.app.evaluate(({ dialog: system }, filePath) => {
    system.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
  await chat.composer.fill("/import");
  await chat.composer.press("Enter");
  await importing(chat).getByRole("button", { name: "Choose files…" }).click();
}
const importing = ({ page }: Chat) => page.getByRole("dialog", { name: "Import" });

/** Opens the dialog of an export. */
async function begin(chat: Chat): Promise<void> {
  await chat.composer.fill("/export");
  await chat.composer.press("Enter");
  await expect(dialog(chat).getByText(/^\d+ messages? in \d+ sessions?/)).toBeVisible();
}
const save = (chat: Chat) => dialog(chat).getByRole("button", { name: "Export…" }).click();

const said = (sender: string, text: string) => ({
  ...{ uuid: sender, sender, text },
  created_at: "2025-03-01T10:00:00Z",
});
const tea = () => claude([said("human", "Which tea?"), said("assistant", "Green.")]);

// The history of changes remembers the tests before.
test.describe("a history of its own", () => {
  test.use({ sharesApp: false });

  /** Two sessions in one file, and the way to import them. */
  function twoTalks(dataDir: string) {
    const path = join(dataDir, "talks.json");
    writeFileSync(path, JSON.stringify(["One", "Two"].map((name) => ({ ...tea(), name, uuid: name }))));
    return async (chat: Chat) => {
      await chooseFile(chat, path);
      await importing(chat).getByRole("button", { name: "Import 2 sessions" }).click();
      await expect(done(chat)).toContainText("2 sessions imported");
      await expect(chat.sessions).toHaveCount(3);
    };
  }
  const imported = (chat: Chat) => chat.sessions.filter({ hasText: /One|Two/ });

  test("[SE-6f] [RW-7] an import is taken back at once, after another session was opened, and after a restart from the history alone; not once it was used", async ({
    open,
    provider,
    dataDir,
  }) => {
    provider.respond(() => reply("Yes."));
    let chat = await open();
    const bringIn = twoTalks(dataDir);
    const [mine] = await sessionsNamed(chat, "Mine");
    await test.step("Ctrl+Z means the import, and not the change before it", async () => {
      await chat.call("session.archive", { session_id: mine as SessionId });
      await chat.call("session.unarchive", { session_id: mine as SessionId });
      await bringIn(chat);
      await chat.composer.press("Control+Z");
      await expect(done(chat)).toContainText("Undone: what was imported is in the trash.");
      await expect(chat.sessions).toHaveText([/Mine/]);
    });
    await test.step("by the button of its notice, Claude's zip", async () => {
      const zip = join(dataDir, "claude.zip");
      await zipOf(zip, { "conversations.json": JSON.stringify([tea()]) });
      await chooseFile(chat, zip);
      await importing(chat).getByRole("button", { name: "Import 1 session" }).click();
      await expect(done(chat)).toContainText("1 session imported");
      await expect(chat.messages.last()).toContainText("Green.");
      await done(chat).getByRole("button", { name: "Undo" }).click();
      await expect(done(chat)).toContainText("Undone: what was imported is in the trash.");
      await expect(chat.composer).toBeFocused();
      await expect(chat.sessions).toHaveText([/Mine/]);
    });
    await test.step("after another session was opened", async () => {
      await bringIn(chat);
      await imported(chat).first().click();
      await expect(chat.messages.last()).toContainText("Green.");
      await expect(done(chat)).toHaveCount(0);
      await chat.conversation.focus();
      await chat.page.keyboard.press("Control+Z");
      await expect(done(chat)).toContainText(
        "Import undone, 2 sessions are in the trash: \u2068talks.json\u2069",
      );
      await expect(chat.sessions).toHaveText([/Mine/]);
      await expect(chat.questions).toHaveText([/Mine/]);
    });
    await test.step("not by the key once one of its sessions was used", async () => {
      await bringIn(chat);
      await imported(chat).first().click();
      await expect(chat.messages.last()).toContainText("Green.");
      await chat.send("And which cake?");
      await chat.settled();
      await chat.conversation.focus();
      await chat.page.keyboard.press("Control+Z");
      await expect(chat.alert).toContainText("its sessions have been used since");
    });
    await test.step("after a restart, which they outlive, from the history", async () => {
      await chat.braid.close();
      chat = await open();
      await expect(chat.sessions).toHaveCount(3);
      await expect(chat.messages).toHaveCount(4);
      await expect(chat.messages.nth(1)).toContainText("Green.");
      await chat.composer.fill("/changes");
      await chat.composer.press("Enter");
      const entries = chat.page.getByRole("list", { name: "History of changes" }).getByRole("listitem");
      await expect(entries.first()).toHaveText(/talks\.json.*2 sessions imported.*Undo$/);
      await expect(entries.getByRole("button", { name: "Undo" })).toHaveCount(1);
      await entries.first().getByRole("button", { name: "Undo" }).click();
      await expect(entries.first()).toContainText("undone");
      await chat.page.keyboard.press("Escape");
      await expect(chat.sessions).toHaveText([/Mine/]);
    });
  });
});

test("[SE-6a] [SE-1i] [SE-1j] [SV-11d] a session is exported in each format, and nothing is left beside the files", async ({
  open,
  provider,
  dataDir,
}, testInfo) => {
  provider.respond(() => reply("The secret is ```butter"));
  const chat = await open();
  const folder = testInfo.outputPath("elsewhere");
  mkdirSync(folder);
  await chat.send("What is in it?");
  await chat.settled();

  await test.step("whoever cancels the system's dialog is back in Braid's", async () => {
    await begin(chat);
    await expect(dialog(chat).getByText("2 messages in 1 session")).toBeVisible();
    await saveAs(chat, null);
    await save(chat);
    await expect(dialog(chat).getByRole("button", { name: "Export…" })).toBeEnabled();
  });
  await test.step("Markdown", async () => {
    await saveAs(chat, join(folder, "talk.md"));
    await save(chat);
    await expect(dialog(chat)).toHaveCount(0);
    await expect(done(chat)).toContainText("Exported: \u2068talk.md\u2069");
    expect(readFileSync(join(folder, "talk.md"), "utf8")).toMatch(
      /## You\n[\s\S]*What is in it\?[\s\S]*The secret is/,
    );
  });
  await test.step("a web page, with the answer drawn", async () => {
    await begin(chat);
    await choose(chat, "Format", "Web page (HTML)");
    await saveAs(chat, join(folder, "talk.html"));
    await save(chat);
    await expect(done(chat)).toContainText("Exported: \u2068talk.html\u2069");
    expect(readFileSync(join(folder, "talk.html"), "utf8")).toContain(
      '<div class="drawn"><p dir="auto">The secret is',
    );
  });
  await test.step("PDF, printed where nobody sees it", async () => {
    await begin(chat);
    await choose(chat, "Format", "PDF");
    await saveAs(chat, join(folder, "talk.pdf"));
    await save(chat);
    await expect(done(chat)).toContainText("Exported: \u2068talk.pdf\u2069");
    expect(readFileSync(join(folder, "talk.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
  });
  await test.step("a folder that is gone is told in words", async () => {
    await begin(chat);
    await saveAs(chat, join(folder, "nowhere", "talk.md"));
    await save(chat);
    await expect(dialog(chat).getByRole("alert")).toContainText("is not there any more");
    await chat.page.keyboard.press("Escape");
    await expect(dialog(chat)).toHaveCount(0);
  });
  expect(readdirSync(folder).sort()).toEqual(["talk.html", "talk.md", "talk.pdf"]);
  expect(readdirSync(dataDir)).not.toContain("unfinished-exports");
});

test("[SE-6a] [SE-6c] [SE-6f] everything is exported, deleted, imported, and says the same", async ({
  open,
  provider,
}, testInfo) => {
  provider.respond(() => reply("The secret is ```butter"));
  const chat = await open();
  const folder = testInfo.outputPath("elsewhere");
  mkdirSync(folder);
  await chat.send("What is in it?");
  await chat.settled();
  await test.step("everything, as one archive", async () => {
    await begin(chat);
    await choose(chat, "What", "Everything");
    await expect(dialog(chat)).toContainText("the trash does not");
    await choose(chat, "Format", "Braid archive (JSON)");
    await expect(dialog(chat)).toContainText("the trash go along");
    await saveAs(chat, join(folder, "all.json"));
    await save(chat);
    await expect(done(chat)).toContainText("Exported: \u2068all.json\u2069");
    expect(JSON.parse(readFileSync(join(folder, "all.json"), "utf8"))).toMatchObject({
      format: "braid-session",
    });
  });
  expect(readdirSync(folder)).toEqual(["all.json"]);

  const chooseIn = (name = "all.json") => chooseFile(chat, join(folder, name));
  await test.step("what is there already is told, and not brought in twice", async () => {
    await chooseIn();
    await expect(importing(chat).getByText("1 session is there already.")).toBeVisible();
    await expect(importing(chat).getByRole("button", { name: /^Import/ })).toHaveCount(0);
    await chat.page.keyboard.press("Escape");
    await expect(importing(chat)).toHaveCount(0);
  });
  await test.step("deleted and imported, it says the same", async () => {
    await chat.composer.fill("/delete");
    await chat.composer.press("Enter");
    await expect(chat.messages).toHaveCount(0);
    await chooseIn();
    await expect(importing(chat).getByText("1 session was found")).toBeVisible();
    await importing(chat).getByRole("button", { name: "Import 1 session" }).click();
    await expect(importing(chat)).toHaveCount(0);
    await expect(done(chat)).toContainText("1 session imported");
    await expect(chat.messages).toHaveCount(2);
    await expect(chat.messages.last()).toContainText("The secret is");
  });
});

test("[SE-6a] [SE-6c] [SE-6f] a zip of ChatGPT's comes in whole, and chosen sessions leave in one zip", async ({
  open,
  provider,
}, testInfo) => {
  provider.respond(() => reply("Green."));
  const chat = await open();
  const folder = testInfo.outputPath("elsewhere");
  mkdirSync(folder);
  await chat.send("Which tea?");
  await chat.settled();
  await test.step("ChatGPT's zip: its picture, its instructions, and the question that was edited", async () => {
    await zipOf(join(folder, "chatgpt.zip"), {
      "conversations.json": JSON.stringify([wholeTalk()]),
      "file-Abc123-cake.png": PNG,
      "chat.html": "<p>",
    });
    await chooseFile(chat, join(folder, "chatgpt.zip"));
    await expect(importing(chat).getByText("1 session was found")).toBeVisible();
    await expect(importing(chat).getByRole("list", { name: "1 file was left alone" })).toHaveText(
      "chat.html",
    );
    await importing(chat).getByRole("button", { name: "Import 1 session" }).click();
    await expect(done(chat)).toContainText("1 session imported");
    await expect(chat.messages).toHaveCount(2);
    await expect(chat.messages.first().getByRole("img", { name: "cake.png" })).toBeVisible();
    const instructions = chat.messages.first().getByText("Custom instructions of ChatGPT");
    await instructions.click();
    await expect(chat.messages.first()).toContainText("I am a baker.");
    await expect(chat.messages.last()).toContainText("One dot.");
    await expect(chat.page.getByRole("button", { name: "Restore earlier turns" })).toBeVisible();
  });
  await test.step("several sessions are found by their titles, chosen by keys, and leave in one zip", async () => {
    await begin(chat);
    await choose(chat, "What", "Chosen sessions");
    await expect(dialog(chat).getByText("1 of 2 chosen")).toBeVisible();
    const rows = dialog(chat).getByRole("list", { name: "Sessions to export" }).getByRole("checkbox");
    await expect(rows).toHaveCount(2);
    await dialog(chat).getByRole("button", { name: "Choose none" }).click();
    await expect(dialog(chat).getByText("0 of 2 chosen")).toBeVisible();
    await expect(dialog(chat).getByRole("button", { name: "Export…" })).toBeDisabled();
    await rows.first().press("ArrowDown");
    await expect(rows.last()).toBeFocused();
    await rows.last().press("Home");
    await expect(rows.first()).toBeFocused();
    // The session of today; the imported one has the date of its export.
    await rows.first().press("Space");
    await expect(dialog(chat).getByText("1 of 2 chosen")).toBeVisible();
    await dialog(chat).getByRole("searchbox", { name: "Title or folder" }).fill("a talk");
    await expect(rows).toHaveCount(1);
    await dialog(chat).getByRole("button", { name: "Choose all found" }).click();
    await expect(dialog(chat).getByText("2 of 2 chosen")).toBeVisible();
    await choose(chat, "Format", "Tree of entries (JSONL)");
    await saveAs(chat, join(folder, "two.zip"));
    await expect(dialog(chat).getByText("in 2 sessions")).toBeVisible();
    await save(chat);
    await expect(done(chat)).toContainText("Exported: \u2068two.zip\u2069");
    expect(
      [...(await zipEntries(join(folder, "two.zip"))).keys()].every((name) => name.endsWith(".jsonl")),
    ).toBe(true);
  });
});

test("[SE-6f] an import is cancelled while its file is read and while it comes in: nothing of it is there, and the next one comes in", async ({
  open,
  dataDir,
}, testInfo) => {
  const chat = await open();
  const path = testInfo.outputPath("conversations.json");
  // Seconds of work: whoever presses Cancel at its beginning comes in time.
  const pairs = Array.from({ length: 12_000 }, (_, nth) => [
    said("human", `Which tea is number ${nth}?`),
    said("assistant", `Green tea has number ${nth}. `.repeat(8)),
  ]);
  const talk = claude(pairs.flat().map((message, nth) => ({ ...message, uuid: `message-${nth}` })));
  writeFileSync(path, JSON.stringify([talk]));
  const cancel = importing(chat).getByRole("button", { name: "Cancel" });
  const progress = (name: string) => importing(chat).getByRole("progressbar", { name });
  const rows = () =>
    withDatabase(dataDir, (db) =>
      ["chat_sessions", "chat_messages"].map((table) =>
        db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      ),
    );
  await chooseFile(chat, path);
  await expect(progress("Reading…")).toBeVisible();
  await cancel.click();
  await expect(progress("Reading…")).toHaveCount(0);
  await expect(importing(chat).getByText("1 session was found")).toHaveCount(0);
  await importing(chat).getByRole("button", { name: "Choose files…" }).click();
  const bringIn = importing(chat).getByRole("button", { name: "Import 1 session" });
  await bringIn.click();
  await expect(progress("Importing…")).toBeVisible();
  await cancel.click();
  await expect(bringIn).toBeVisible();
  expect(rows()).toEqual([0, 0]);
  writeFileSync(path, JSON.stringify([tea()]));
  await importing(chat).getByRole("button", { name: "Other files…" }).click();
  await expect(importing(chat).getByText("2 messages")).toBeVisible();
  await bringIn.click();
  await expect(done(chat)).toContainText("1 session imported");
  expect(rows()).toEqual([1, 2]);
});

/** More than a page of the list. */
const MANY = 240;

// Emptying takes longer than a start.
test.describe("an app that is left", () => {
  test.use({ sharesApp: false });

  test("[SE-6a] very many sessions are listed as far as one scrolls, chosen without being listed, and exported", async ({
    open,
    provider,
    dataDir,
  }, testInfo) => {
    provider.respond(() => reply("Green."));
    const chat = await open();
    const path = testInfo.outputPath("many.zip");
    await chat.send("Which tea?");
    await chat.settled();
    withDatabase(dataDir, (db) => {
      fillRows(db, 1, MANY, 1);
      db.prepare("UPDATE chat_sessions SET archived_at = 1, workspace_root = ? WHERE id = ?").run(
        "/home/ada/postcards",
        sessionId(7),
      );
    });
    await begin(chat);
    await choose(chat, "What", "Chosen sessions");
    await expect(dialog(chat).getByText(`1 of ${MANY + 1} chosen`)).toBeVisible();
    const rows = dialog(chat).getByRole("list", { name: "Sessions to export" }).getByRole("listitem");
    const built = await rows.count();
    expect(built).toBeLessThan(60);
    const last = dialog(chat).getByRole("checkbox", { name: "Session number 7", exact: true });
    // The archived one comes behind all others, as far as End leads.
    await rows.first().getByRole("checkbox").focus();
    const leads = async () => {
      await chat.page.keyboard.press("End");
      return await last.and(chat.page.locator(":focus")).count();
    };
    await expect.poll(leads, { intervals: [50], timeout: 60_000 }).toBe(1);
    await expect(last).toHaveAccessibleDescription(/postcards · archived$/);
    expect(await rows.count()).toBeLessThan(60);
    await last.press("Space");
    await expect(dialog(chat).getByText(`2 of ${MANY + 1} chosen`)).toBeVisible();
    await dialog(chat).getByRole("searchbox", { name: "Title or folder" }).fill("number");
    await dialog(chat).getByRole("button", { name: "Choose all found" }).click();
    await expect(dialog(chat).getByText(`${MANY + 1} of ${MANY + 1} chosen`)).toBeVisible();
    await expect(rows.first()).toContainText("Session number");
    await rows.first().getByRole("checkbox", { checked: true }).press("Space");
    await expect(dialog(chat).getByText(`${MANY} of ${MANY + 1} chosen`)).toBeVisible();
    await saveAs(chat, path);
    await save(chat);
    await expect(done(chat)).toContainText("Exported: \u2068many.zip\u2069");
    const names = [...(await zipEntries(path)).keys()];
    expect(names.filter((name) => name.endsWith(".md"))).toHaveLength(MANY);
  });
});
