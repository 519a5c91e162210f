// Messages that are sent while an answer is being written wait above the composer (QU-1).
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { expect, settingsFor, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { storedTexts } from "../fixtures/drafts";
import { holdCalls } from "../fixtures/held-calls";
import { begun, holdAnswers, list, queue, waiting, within } from "../fixtures/waiting";

test.use({ sharesApp: true });

const why = (page: Page): Locator => page.locator(".queue-why");
const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Waiting message" });

/** Notes what a turn's begin and end change: whether there is Stop, and what the bar and the list of sessions say. */
async function noteStates(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const stop = document.querySelector("main button[aria-label=Stop]") !== null;
      const status = document.querySelector<HTMLElement>("[role=status]")?.dataset.state;
      const listed = document.querySelector<HTMLElement>("[role=treeitem]")?.dataset.state;
      seen.add(`${stop ? "Stop" : "no Stop"}, ${status}, ${listed}`);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

test("[QU-1] [ST-1] what is said meanwhile waits, is edited and removed, and goes out in order, without a flicker in between", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  for (const text of ["second", "third", "fourth"]) await queue(chat, text);
  const atEnd = () =>
    chat.conversation.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 5);
  await expect.poll(atEnd).toBe(true);
  await expect(why(page)).toHaveText("3 messages wait until the answer is done.");
  expect(await findings(page)).toEqual([]);

  const [second, third] = ["second", "third"].map((hasText) => waiting(page).filter({ hasText })) as [
    Locator,
    Locator,
  ];
  await within(second, "Edit").click();
  await expect(editor(page)).toBeFocused();
  await editor(page).fill("never mind");
  await editor(page).press("Escape");
  await expect(waiting(page).first()).toContainText("second");
  await expect(within(second, "Edit")).toBeFocused();
  await expect(chat.button("Stop")).toBeVisible();
  await within(second, "Edit").click();
  await editor(page).fill("second, otherwise");
  await editor(page).press("Enter");
  await expect(waiting(page).first()).toContainText("second, otherwise");
  await within(third, "Remove").click();
  await expect(waiting(page)).toHaveText(["second, otherwise", "fourth"]);
  await expect(within(waiting(page).nth(1), "Remove")).toBeFocused();

  await expect(chat.sessions.first()).toHaveAttribute("data-state", "busy");
  const states = await noteStates(page);
  for (const n of [1, 2]) {
    provider.open(`end ${n}`);
    await expect(chat.questions).toHaveCount(n + 1);
    await expect(chat.answer).toContainText("Half");
  }
  await expect(list(page)).toHaveCount(0);
  expect(await states()).toEqual(["Stop, busy, busy"]);
  provider.open("end 3");
  await chat.settled();
  await expect(chat.questions).toHaveText([/first/, /second, otherwise/, /fourth/]);
  await expect(chat.button("Stop")).toHaveCount(0);
  const said = provider.requests.at(-1)?.rawBody ?? "";
  for (const text of ["first", "second, otherwise", "fourth"]) expect(said).toContain(text);
  for (const text of ["third", "never mind"]) expect(said).not.toContain(text);
  expect(provider.requests).toHaveLength(3);
});

/** As they were said before, behind what waits already. */
function fill(dataDir: string, count: number): void {
  withDatabase(dataDir, (db) => {
    const session_id = db.prepare<[], string>("SELECT id FROM chat_sessions").pluck().get();
    const insert = db.prepare(
      "INSERT INTO chat_queue (id, session_id, data_json, created_at, updated_at) VALUES (?, ?, ?, 1, 1)",
    );
    db.transaction(() => {
      for (let n = 0; n < count; n++) {
        const text = `number ${n} ${n % 10 === 0 ? "of a long text ".repeat(60) : ""}`;
        insert.run(`que_f${String(n).padStart(13, "0")}AAAAAAAAAAAA`, session_id, JSON.stringify({ text }));
      }
    })();
  });
}

test("[QU-1] [QU-2] Stop and a kill pause it, and what stands in its editor outlives them; by key it is looked through, resumed and cleared", async ({
  open,
  provider,
  dataDir,
}) => {
  holdAnswers(provider);
  const first = await open();
  await begun(first);
  for (const text of ["second", "third", "fourth"]) await queue(first, text);
  await first.composer.press("Escape");
  await expect(why(first.page)).toHaveText("Paused since the answer was stopped.");
  await first.settled("stopped");
  await first.composer.fill("a new one");
  await within(waiting(first.page).first(), "Edit").click();
  await editor(first.page).fill("otherwise");
  // Another is not opened over it.
  await within(waiting(first.page).nth(1), "Edit").click();
  await expect(editor(first.page)).toBeFocused();
  await expect(editor(first.page)).toHaveValue("otherwise");
  const [session] = (await first.call("session.list", { limit: 1 })).sessions;
  await expect
    .poll(() => storedTexts(first, session?.id))
    .toEqual({ composer: "a new one", waiting: "otherwise" });
  await first.braid.kill();
  fill(dataDir, 60);

  const chat = await open();
  const { page } = chat;
  const { keyboard } = page;
  await expect(why(page)).toHaveText("Paused since Braid was started anew.");
  await expect(editor(page)).toHaveValue("otherwise");
  await expect(chat.composer).toHaveValue("a new one");
  await editor(page).press("Escape");
  await expect(within(waiting(page).first(), "Edit")).toBeFocused();
  await test.step("many leave the composer where it is, and are looked through by key", async () => {
    await expect(waiting(page)).toHaveCount(63);
    expect((await list(page).boundingBox())?.height).toBeLessThan(
      0.31 * (page.viewportSize()?.height ?? 800),
    );
    await expect(chat.composer).toBeInViewport({ ratio: 1 });
    await keyboard.press("End");
    await expect(within(waiting(page).last(), "Edit")).toBeFocused();
    await expect(waiting(page).last()).toBeInViewport();
    await keyboard.press("Home");
    await expect(within(waiting(page).first(), "Edit")).toBeFocused();
  });
  const [second, all] = [waiting(page).nth(1), waiting(page)];
  await test.step("removed by key, and put back", async () => {
    await keyboard.press("ArrowDown");
    await expect(within(second, "Edit")).toBeFocused();
    await keyboard.press("Delete");
    await expect(all).toHaveCount(62);
    await expect(second).toHaveText("fourth");
    // Where nothing is written the key for undo takes back what the window has just said.
    await expect(page.getByText("A waiting message was removed.").first()).toBeVisible();
    await keyboard.press("Control+z");
    await expect(second).toHaveText("third");
    await within(second, "Remove").click();
    await expect(second).toHaveText("fourth");
    await expect(within(second, "Remove")).toBeFocused();
    await within(second, "Edit").focus();
    for (let n = 0; n < 2; n++) await keyboard.press("Shift+Tab");
    await expect(chat.button("Resume")).toBeFocused();
    await keyboard.press("Enter");
  });
  await expect(chat.questions.last()).toContainText("second");
  await expect(chat.composer).toBeFocused();
  await expect(chat.button("Resume")).toHaveCount(0);
  await expect(all).toHaveCount(61);
  await chat.button("Clear").click();
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByText("61 waiting messages were removed.").first()).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await chat.button("Undo").click();
  await expect(all).toHaveCount(61);
  await expect(all.first()).toHaveText("fourth");
  await expect(chat.composer).toHaveValue("a new one");
});

test("[QU-1] [QU-2] what is edited while it is stored, changed in another window, or sent is told, and what was typed stays", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  await queue(chat, "second");
  await test.step("while it is stored the editor takes no key, and nothing of it is left", async () => {
    await within(waiting(page), "Edit").click();
    await editor(page).fill("otherwise");
    const held = await holdCalls(chat, "queue.edit");
    await editor(page).press("Enter");
    await expect(editor(page)).not.toBeEditable();
    await page.keyboard.type("no");
    await page.keyboard.press("Escape");
    await held.let();
    await expect(waiting(page)).toHaveText(["otherwise"]);
    await within(waiting(page), "Edit").click();
    await editor(page).fill("quite otherwise");
    const again = await holdCalls(chat, "queue.edit");
    await editor(page).press("Enter");
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
    await again.let();
    await chat.sessions.first().click();
    await expect(waiting(page)).toHaveText(["quite otherwise"]);
    await expect(editor(page)).toHaveCount(0);
    await expect(chat.alert).toHaveCount(0);
  });
  const other = await chat.newWindow();
  await other.sessions.first().click();
  const box = editor(page);
  await test.step("changed in another window", async () => {
    for (const one of [chat, other]) await within(waiting(one.page), "Edit").click();
    await box.fill("of this window");
    await editor(other.page).fill("of the other");
    await editor(other.page).press("Enter");
    await expect(chat.alert).toContainText("Another window has changed it meanwhile");
    await box.press("Enter");
    await expect(waiting(other.page)).toHaveText(["of this window"]);
  });
  await test.step("sent", async () => {
    await within(waiting(page), "Edit").click();
    await box.fill("too late");
    provider.open("end 1");
    await expect(chat.alert).toContainText("It does not wait any more");
    await expect(chat.questions.last()).toContainText("of this window");
    await expect(box).toHaveValue("too late");
    await chat.button("Send as new").click();
    for (const one of [chat, other]) await expect(waiting(one.page)).toHaveText(["too late"]);
  });
  // Escape is the editor's, not that of the answer.
  await within(waiting(page), "Edit").click();
  provider.open("end 2");
  await expect(chat.alert).toContainText("It does not wait any more");
  await expect(chat.questions.last()).toContainText("too late");
  await expect(chat.answer).toContainText("Half");
  await box.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  provider.open("end 3");
  await chat.settled();
});

test("[QU-1] a message whose model has vanished says so where it waits, with another at hand; what waits behind it stays", async ({
  open,
  provider,
  dataDir,
}) => {
  holdAnswers(provider);
  const models = [{ id: "big" }, { id: "other" }];
  const chat = await open({ settings: { models } });
  const { page } = chat;
  await begun(chat);
  await chat.chooseModel("other");
  for (const text of ["second", "third"]) await queue(chat, text);
  await writeFile(
    join(dataDir, "settings.json"),
    settingsFor(provider.baseUrl, { models: models.slice(0, 1) }),
  );
  provider.open("end 1");
  await chat.settled();
  const [second, third] = [waiting(page).nth(0), waiting(page).nth(1)];
  await expect(why(page)).toHaveText("Paused: the first message cannot be sent.");
  await expect(second).toContainText('The provider "scripted" has no model "other". There are: scripted/big');
  await expect(third).not.toContainText("has no model");
  // The vanished model is no way out; the one that would answer now is.
  await expect(page.getByRole("button", { name: /^Use / })).toHaveText("Use big");
  await chat.button("Use big").click();
  await expect(second).not.toContainText("has no model");
  await expect(why(page)).toHaveText("Paused until you resume.");
  // The following message goes on with it.
  await chat.button("Resume").click();
  for (const n of [2, 3]) provider.open(`end ${n}`);
  await expect(chat.questions).toHaveCount(3);
  await chat.settled();
  await expect(list(page)).toHaveCount(0);
  expect(provider.requests.map(({ body }) => body.model)).toEqual(["big", "big", "big"]);
});
