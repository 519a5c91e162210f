// The waiting messages on their worse days (QU-1): a model that has vanished, a thousand messages, turns that follow each other.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, settingsFor, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";
import { begun, holdAnswers, list, queue, waiting, within } from "../fixtures/waiting";

const why = (page: Page): Locator => page.locator(".queue-why");

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
  // The next message follows them, so its model is theirs.
  await expect(chat.model).toContainText("other");
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
  // A vanished model is no way out.
  await expect(page.getByRole("button", { name: /^Use / })).toHaveCount(0);
  await chat.chooseModel("big");
  await chat.button("Use big").click();
  await expect(second).not.toContainText("has no model");
  await expect(why(page)).toHaveText("Paused until you resume.");
  await expect(waiting(page)).toHaveText([/second/, /third/]);

  // The following message goes on with it.
  await chat.button("Resume").click();
  await expect(chat.questions.last()).toContainText("second");
  for (const n of [2, 3]) provider.open(`end ${n}`);
  await expect(chat.questions).toHaveCount(3);
  await chat.settled();
  await expect(list(page)).toHaveCount(0);
  expect(provider.requests.map(({ body }) => body.model)).toEqual(["big", "big", "big"]);
});

/** As they were said in a run of the app before this one. */
function fill(dataDir: string, count: number): void {
  withDatabase(dataDir, (db) => {
    const session_id = db.prepare<[], string>("SELECT id FROM chat_sessions").pluck().get();
    const insert = db.prepare(
      "INSERT INTO chat_queue (id, session_id, data_json, created_at, updated_at) VALUES (?, ?, ?, 1, 1)",
    );
    db.transaction(() => {
      for (let n = 0; n < count; n++) {
        const text = `number ${n} ${n % 10 === 0 ? "of a long text ".repeat(60) : ""}`;
        insert.run(`que_${String(n).padStart(14, "0")}AAAAAAAAAAAA`, session_id, JSON.stringify({ text }));
      }
    })();
  });
}

test("[QU-1] a thousand that wait are looked through, edited and removed, and the composer stays where it is", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("Yes."));
  const chat = await open();
  const { page } = chat;
  await chat.send("first");
  await chat.settled();
  fill(dataDir, 1000);
  await page.reload();
  await expect(waiting(page)).toHaveCount(1000);
  await expect(chat.composer).toBeFocused();
  const tops = async () => {
    const boxes = await Promise.all([list(page), chat.composer].map((one) => one.boundingBox()));
    return boxes.map((box) => Math.round(box?.y ?? -1));
  };
  const stands = await tops();
  const height = (await list(page).boundingBox())?.height ?? 0;
  expect(height).toBeLessThan(0.31 * (page.viewportSize()?.height ?? 800));

  // Typing goes by the list: nothing in it is made anew.
  await list(page).evaluate((box) => {
    const changes = { box, count: 0 };
    Object.assign(window, { changes });
    new MutationObserver((all) => {
      changes.count += all.length;
    }).observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await chat.composer.pressSequentially("a word in between");
  // Put in its place as a whole, it would change nothing in what stood there before.
  expect(await page.evaluate("[window.changes.box.isConnected, window.changes.count]")).toEqual([true, 0]);
  await chat.composer.fill("");

  await within(waiting(page).first(), "Edit").focus();
  await page.keyboard.press("End");
  await expect(within(waiting(page).last(), "Edit")).toBeFocused();
  await expect(waiting(page).last()).toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Delete");
  await expect(waiting(page)).toHaveCount(999);
  await expect(within(waiting(page).last(), "Edit")).toBeFocused();
  await page.keyboard.press("Enter");
  const box = page.getByRole("textbox", { name: "Waiting message" });
  await expect(box).toBeFocused();
  await box.fill("the last, otherwise");
  await box.press("Enter");
  await expect(waiting(page).last()).toContainText("the last, otherwise");
  await expect(waiting(page).last()).toBeInViewport();
  await expect.poll(tops).toEqual(stands);

  await chat.button("Clear").click();
  await expect(list(page)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await expect(page.getByText("999 waiting messages were removed.").first()).toBeVisible();
  await chat.button("Undo").click();
  await expect(waiting(page)).toHaveCount(999);
  await expect(waiting(page).first()).toContainText("number 0");
  await expect(waiting(page).last()).toContainText("the last, otherwise");
  expect(provider.requests).toHaveLength(1);
});

test("[QU-1] [ST-1] between two that are sent one after the other nothing flickers: Stop stays, and the status with it", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  for (const text of ["second", "third"]) await queue(chat, text);
  await expect(chat.button("Stop")).toBeVisible();
  await expect(chat.sessions.first()).toHaveAttribute("data-state", "busy");
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
  for (const n of [1, 2]) {
    provider.open(`end ${n}`);
    await expect(chat.answer).toContainText("Half");
    await expect(chat.questions).toHaveCount(n + 1);
  }
  await expect(list(page)).toHaveCount(0);
  expect(await page.evaluate("[...window.seen]")).toEqual(["Stop, busy, busy"]);
  provider.open("end 3");
  await chat.settled();
  await expect(chat.button("Stop")).toHaveCount(0);
});
