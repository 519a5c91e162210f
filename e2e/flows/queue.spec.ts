// What is said while an answer is being written waits above the composer, and is sent when the session goes idle (QU-1).
import type { Locator, Page } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply, type Script } from "../fixtures/provider/script";

const list = (page: Page): Locator => page.getByRole("list", { name: "Waiting messages" });
const waiting = (page: Page): Locator => list(page).getByRole("listitem");
const within = (item: Locator, name: string): Locator => item.getByRole("button", { name, exact: true });

const held = (n: number): Script => [{ text: "Half" }, { gate: `end ${n}` }, ...reply(` ${n}.`)];

/** Says it while an answer is being written. */
async function queue(chat: Chat, text: string): Promise<void> {
  const before = await waiting(chat.page).count();
  await chat.composer.fill(text);
  await chat.composer.press("Enter");
  await expect(chat.composer).toHaveValue("");
  await expect(waiting(chat.page)).toHaveCount(before + 1);
}

async function begun(chat: Chat): Promise<void> {
  await chat.send("first");
  await expect(chat.answer).toContainText("Half");
}

test("[QU-1] what is said meanwhile waits, is edited and removed, and goes out in order when the answer is done", async ({
  open,
  provider,
}) => {
  let asked = 0;
  provider.respond(() => held(++asked));
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  const atEnd = () =>
    chat.conversation.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 5);
  for (const text of ["second", "third", "fourth"]) await queue(chat, text);
  expect(await atEnd()).toBe(true);
  await expect(page.locator(".queue-why")).toHaveText("3 messages wait until the answer is done.");
  expect(await findings(page)).toEqual([]);

  const second = waiting(page).filter({ hasText: "second" });
  await within(second, "Edit").click();
  const box = page.getByRole("textbox", { name: "Waiting message" });
  await expect(box).toBeFocused();
  await box.fill("never mind");
  await box.press("Escape");
  await expect(waiting(page).first()).toContainText("second");
  await expect(within(second, "Edit")).toBeFocused();
  await expect(chat.button("Stop")).toBeVisible();
  await within(second, "Edit").click();
  await box.fill("second, otherwise");
  await box.press("Enter");
  await expect(waiting(page).first()).toContainText("second, otherwise");
  await within(waiting(page).filter({ hasText: "third" }), "Remove").click();
  await expect(waiting(page)).toHaveText(["second, otherwise", "fourth"]);
  await expect(within(waiting(page).nth(1), "Remove")).toBeFocused();

  for (const n of [1, 2, 3]) provider.open(`end ${n}`);
  await expect(chat.questions).toHaveText([/first/, /second, otherwise/, /fourth/]);
  await chat.settled();
  await expect(list(page)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  const said = provider.requests.at(-1)?.rawBody ?? "";
  for (const text of ["first", "second, otherwise", "fourth"]) expect(said).toContain(text);
  for (const text of ["third", "never mind"]) expect(said).not.toContain(text);
  expect(provider.requests).toHaveLength(3);
});

test("[QU-1] Stop and a restart pause it; by keyboard alone it is looked through, resumed and cleared", async ({
  open,
  provider,
}) => {
  let asked = 0;
  provider.respond(() => held(++asked));
  const first = await open();
  await begun(first);
  for (const text of ["second", "third", "fourth"]) await queue(first, text);
  await first.composer.press("Escape");
  await expect(first.page.locator(".queue-why")).toHaveText("Paused since the answer was stopped.");
  await first.settled("stopped");
  await first.braid.close();

  const chat = await open();
  const { page } = chat;
  await expect(page.locator(".queue-why")).toHaveText("Paused since Braid was started anew.");
  await expect(waiting(page)).toHaveText(["second", "third", "fourth"]);
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(within(waiting(page).first(), "Edit")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(within(waiting(page).nth(1), "Edit")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(waiting(page)).toHaveText(["second", "fourth"]);
  await expect(within(waiting(page).nth(1), "Edit")).toBeFocused();
  for (let n = 0; n < 2; n++) await page.keyboard.press("Shift+Tab");
  await expect(chat.button("Resume")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chat.questions.last()).toContainText("second");
  await expect(chat.composer).toBeFocused();
  await expect(chat.button("Resume")).toHaveCount(0);
  await expect(waiting(page)).toHaveText(["fourth"]);
  await chat.button("Clear").click();
  await expect(list(page)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test("[QU-1] what is sent, or changed in another window, while it is edited is told, and what was typed stays", async ({
  open,
  provider,
}) => {
  let asked = 0;
  provider.respond(() => held(++asked));
  const chat = await open();
  await begun(chat);
  await queue(chat, "second");
  const other = await chat.newWindow();
  await other.sessions.first().click();
  await within(waiting(other.page), "Edit").click();
  const [box, theirs] = [chat, other].map(({ page }) =>
    page.getByRole("textbox", { name: "Waiting message" }),
  );
  await within(waiting(chat.page), "Edit").click();
  await box?.fill("of this window");
  await theirs?.fill("of the other");
  await theirs?.press("Enter");
  await expect(chat.alert).toContainText("Another window has changed it meanwhile");
  await box?.press("Enter");
  await expect(waiting(other.page)).toHaveText(["of this window"]);

  await within(waiting(chat.page), "Edit").click();
  await box?.fill("too late");
  provider.open("end 1");
  await expect(chat.alert).toContainText("It does not wait any more");
  await expect(chat.questions.last()).toContainText("of this window");
  await expect(box ?? chat.composer).toHaveValue("too late");
  await chat.button("Send as new").click();
  await expect(waiting(chat.page)).toHaveText(["too late"]);
  await expect(waiting(other.page)).toHaveText(["too late"]);
});
