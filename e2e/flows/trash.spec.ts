// Sessions go into the trash and come back, or go for good: by key alone, over restarts, in two windows (DB-10).
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { builtWhileScrolling } from "../fixtures/long-lists";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

/** Made and deleted, without a word in them. */
async function deleted(chat: Chat, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const { session } = await chat.call("session.create", { title });
    await chat.call("trash.put", { session_id: session.id });
  }
}

const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });
const rows = ({ page }: Chat) => page.getByRole("list", { name: "Trash" }).getByRole("listitem");
const inRow = (chat: Chat, title: string, button: string) =>
  rows(chat).filter({ hasText: title }).getByRole("button", { name: button, exact: true });

test("[DB-10] [RW-7] [SE-9] deleted by key, without a question: the next is shown, and Undo brings it back with what was being written, also after a kill", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  let chat = await open();
  const [, pears, plums] = await sessionsNamed(chat, "Apples", "Pears", "Plums");
  await chat.composer.fill("Half a thou");
  await test.step("deleted and brought back", async () => {
    await chat.sessions.first().focus();
    // Held down it repeats itself; one is deleted.
    for (let n = 0; n < 3; n++) await chat.page.keyboard.down("Delete");
    await chat.page.keyboard.up("Delete");
    await expect(chat.sessions).toHaveText([/Pears/, /Apples/]);
    await expect(chat.title).toHaveText("Pears");
    await expect(chat.composer).toHaveValue("");
    // The focus goes on from where it was; the notice is on the way.
    await expect(chat.sessions.first()).toBeFocused();
    await expect(done(chat)).toContainText("Moved to the trash: \u2068Plums\u2069");
    await chat.page.keyboard.press("F6");
    await expect(done(chat).getByRole("button", { name: "Undo" })).toBeFocused();
    await chat.page.keyboard.press("Enter");
    await expect(chat.sessions).toHaveText([/Plums/, /Pears/, /Apples/]);
    await expect(chat.title).toHaveText("Plums");
    await expect(chat.composer).toHaveValue("Half a thou");
    await expect(chat.composer).toBeFocused();
    await expect(done(chat)).toHaveCount(0);
    // The session's commands are there with its conversation.
    await expect(chat.messages).toHaveCount(2);
  });
  await test.step("the notice goes after a while, but not while somebody is at it, by key or by mouse", async () => {
    await chat.page.clock.install();
    await chat.composer.fill("/delete");
    await chat.composer.press("Enter");
    await expect(chat.title).toHaveText("Pears");
    await expect(chat.composer).toBeFocused();
    await done(chat).getByRole("button", { name: "Undo" }).focus();
    await chat.page.clock.fastForward(20_000);
    await expect(done(chat)).toHaveCount(1);
    await chat.composer.focus();
    await done(chat).hover();
    await chat.page.clock.fastForward(20_000);
    await expect(done(chat)).toHaveCount(1);
    await chat.page.mouse.move(0, 0);
    await chat.page.clock.fastForward(20_000);
    await expect(done(chat)).toHaveCount(0);
  });
  await chat.braid.kill();
  // As if it had been killed before it was remembered what took its place.
  const remembered =
    "UPDATE app_state SET value_json = replace(value_json, ?, ?) WHERE value_json LIKE '%ses_%'";
  withDatabase(dataDir, (db) => {
    expect(db.prepare(remembered).run(pears, plums).changes).toBeGreaterThan(0);
  });
  chat = await open();
  await expect(chat.title).toHaveText("New session");
  await expect(chat.sessions).toHaveText([/Pears/, /Apples/]);
  await expect(chat.alert).toHaveCount(0);
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("Control+Z");
  await expect(chat.sessions).toHaveText([/Plums/, /Pears/, /Apples/]);
  await expect(done(chat)).toContainText("Back from the trash: \u2068Plums\u2069");
  await done(chat).getByRole("button", { name: "Show" }).press("Enter");
  await expect(chat.title).toHaveText("Plums");
  await expect(chat.messages).toHaveCount(2);
});

test("[DB-10] in the trash by key alone, in two windows: restored, deleted for good, emptied after one question", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  await deleted(chat, "One", "Two", "Three", "Four", "Five");
  const other = await chat.newWindow();
  for (const { page } of [chat, other]) await page.getByRole("button", { name: "Trash" }).press("Enter");
  await expect(rows(other)).toHaveText([/Five/, /Four/, /Three/, /Two/, /One/]);
  const { keyboard } = chat.page;
  await expect(rows(chat).first()).toBeFocused();
  expect(await findings(chat.page)).toEqual([]);
  await keyboard.press("ArrowDown");
  await expect(rows(chat).nth(1)).toBeFocused();
  await keyboard.press("Tab");
  await expect(inRow(chat, "Four", "Restore")).toBeFocused();
  await keyboard.press("Enter");
  await expect(inRow(chat, "Three", "Restore")).toBeFocused();
  for (const one of [chat, other]) {
    await expect(rows(one)).toHaveText([/Five/, /Three/, /Two/, /One/]);
    await expect(one.page.getByRole("treeitem", { includeHidden: true })).toHaveText([/Four/]);
  }
  await keyboard.press("End");
  await expect(inRow(chat, "One", "Restore")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(rows(chat).last()).toContainText("Delete \u2068One\u2069 permanently?");
  await expect(chat.button("Keep")).toBeFocused();
  expect(await findings(chat.page)).toEqual([]);
  await keyboard.press("Escape");
  await expect(inRow(chat, "One", "Delete for good")).toBeFocused();
  await keyboard.press("Enter");
  await keyboard.press("Shift+Tab");
  await expect(chat.button("Delete")).toBeFocused();
  await keyboard.press("Enter");
  await expect(inRow(chat, "Two", "Restore")).toBeFocused();
  for (const one of [chat, other]) await expect(rows(one)).toHaveText([/Five/, /Three/, /Two/]);

  await chat.button("Empty trash").press("Enter");
  await expect(chat.page.getByRole("group", { name: "Delete 3 sessions permanently?" })).toBeVisible();
  await expect(chat.button("Keep")).toBeFocused();
  expect(await findings(chat.page)).toEqual([]);
  await keyboard.press("Escape");
  await expect(chat.button("Empty trash")).toBeFocused();
  await expect(rows(chat)).toHaveCount(3);
  await keyboard.press("Enter");
  await chat.button("Delete").press("Enter");
  for (const { page } of [chat, other])
    await expect(page.getByRole("dialog", { name: "Trash" })).toContainText(
      "are kept here until you restore",
    );
  await expect(rows(chat)).toHaveCount(0);
  await expect(chat.page.locator(".list-nothing")).toBeFocused();
  await keyboard.press("Escape");
  await expect(chat.button("Trash")).toBeFocused();
  const left = () =>
    withDatabase(dataDir, (db) => db.prepare("SELECT title FROM chat_sessions").pluck().all());
  await expect.poll(left).toEqual(["Four"]);

  await test.step("what is gone for good is offered no Undo any more", async () => {
    await chat.sessions.first().press("Delete");
    await expect(done(chat).getByRole("button", { name: "Undo" })).toBeVisible();
    await chat.button("Trash").press("Enter");
    await inRow(chat, "Four", "Delete for good").press("Enter");
    await chat.button("Delete").press("Enter");
    await expect(rows(chat)).toHaveCount(0);
    await keyboard.press("Escape");
    await expect(done(chat)).toHaveCount(0);
  });
});

test("[DB-10] [BR-4] a session that another window deletes is stopped; who was writing there, or in its sidecar, is told, writes nothing into another, and gets every word back", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Going") ? [{ text: "Begun, " }, { gate: "never" }] : reply("Yes."),
  );
  const chat = await open();
  const { keyboard } = chat.page;
  await sessionsNamed(chat, "Kept");
  await chat.composer.fill("Not this");
  await sessionsNamed(chat, "Aside");
  const other = await chat.newWindow();
  await test.step("writing in a sidecar", async () => {
    await keyboard.press("Control+J");
    const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
    await expect(sidecar.getByRole("textbox", { name: "Message" })).toBeFocused();
    await other.sessions.filter({ hasText: "Aside" }).first().focus();
    await keyboard.type("Half a thou");
    await other.page.keyboard.press("Delete");
    await expect(chat.title).toHaveText("Kept");
    await keyboard.type("ght");
    await keyboard.press("Enter");
    await expect(chat.conversation).toBeFocused();
    await expect(sidecar).toHaveCount(0);
    await expect(chat.composer).toHaveValue("Not this");
    expect(provider.requests).toHaveLength(2);
    await chat.composer.fill("");
  });
  await keyboard.press("Control+N");
  await expect(chat.title).toHaveText("New session");
  await chat.send("Going");
  await expect(chat.answer).toContainText("Begun,");
  await other.sessions.filter({ hasText: "Going" }).focus();
  // Not saved yet when it goes: what is left is saved into the trash.
  await chat.composer.fill("Half a thou");
  await other.page.keyboard.press("Delete");
  await expect(chat.title).toHaveText("Kept");
  await keyboard.type("ght");
  await keyboard.press("Enter");
  await expect(chat.conversation).toBeFocused();
  await expect(chat.composer).toHaveValue("");
  await expect(done(chat)).toContainText("Moved to the trash: \u2068Going\u2069");
  expect((await (await provider.received(2)).closed).by).toBe("client");
  await other.page.keyboard.press("Control+Z");
  await expect(chat.sessions).toHaveText([/Going/, /Kept/]);
  await chat.sessions.first().click();
  await expect(chat.composer).toHaveValue("Half a thou");
  expect(provider.requests).toHaveLength(3);
  await expect(chat.answer).toHaveAttribute("data-state", "stopped");
  await expect(chat.alert).toHaveCount(0);
});

test("[DB-10] hundreds in the trash: what is in sight is built, keys reach the last, restoring it leaves the focus there", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 250, 1);
    db.exec("UPDATE chat_sessions SET deleted_at = updated_at / 5000 * 5000");
  });
  await chat.button("Trash").click();
  await expect(chat.page.getByRole("dialog")).toContainText("250 deleted sessions");
  const focused = chat.page.locator("li:focus");
  const place = async () => Number(await focused.getAttribute("aria-posinset"));
  await expect(rows(chat).first()).toBeFocused();
  await expect.poll(place).toBe(1);
  await expect(async () => {
    await chat.page.keyboard.press("End");
    expect(await place()).toBe(250);
  }).toPass({ intervals: [50] });
  await expect(focused).toContainText("Session number 0");
  await expect(focused).toBeInViewport();
  const built = await builtWhileScrolling(chat.page.locator(".long-list"), 4_000, "li");
  expect(built.most, "rows at a time").toBeLessThan(60);
  expect(built.forEach, "each is built once").toBeLessThan(2);

  // Keys that come faster than anything is drawn are each for the row the one before led to.
  const led = await chat.page.evaluate(() =>
    ["Home", "ArrowDown", "End"].map((key) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return document.activeElement?.getAttribute("aria-posinset");
    }),
  );
  expect(led).toEqual(["1", "2", "250"]);

  // The row with the focus is still there, and the next key goes on from it.
  await chat.page.keyboard.press("Tab");
  await expect(inRow(chat, "Session number 0", "Restore")).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(inRow(chat, "Session number 1", "Restore").last()).toBeFocused();
  await expect(chat.page.getByRole("dialog")).toContainText("249 deleted sessions");
});
