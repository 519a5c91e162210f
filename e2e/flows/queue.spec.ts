import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { storedTexts } from "../fixtures/drafts";
import { holdCalls } from "../fixtures/held-calls";
import { begun, holdAnswers, list, queue, waiting, within } from "../fixtures/waiting";

test("[QU-1] what is said meanwhile waits, is edited and removed, and goes out in order when the answer is done", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  const atEnd = () =>
    chat.conversation.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 5);
  for (const text of ["second", "third", "fourth"]) await queue(chat, text);
  await expect.poll(atEnd).toBe(true);
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

/** Pixels by which the ring around what has the focus leaves its row, which paints nothing outside of itself. */
const ringOutside = (button: Locator) =>
  button.evaluate((element) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const [inner, row] = [element, element.closest("li") ?? element].map((one) =>
      one.getBoundingClientRect(),
    );
    return ring - Math.min((inner?.top ?? 0) - (row?.top ?? 0), (row?.bottom ?? 0) - (inner?.bottom ?? 0));
  });

test("[QU-1] Stop and a restart pause it; by keyboard alone it is looked through, resumed and cleared", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
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
  expect(
    await ringOutside(within(waiting(page).nth(1), "Edit")),
    "of the ring is cut off",
  ).toBeLessThanOrEqual(0);
  await page.keyboard.press("Delete");
  await expect(waiting(page)).toHaveText(["second", "fourth"]);
  // Where nothing is written the key for undo takes back what the window has just said.
  await expect(page.getByText("A waiting message was removed.").first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(waiting(page)).toHaveText(["second", "third", "fourth"]);
  await within(waiting(page).nth(1), "Remove").click();
  await expect(waiting(page)).toHaveText(["second", "fourth"]);
  await expect(within(waiting(page).nth(1), "Remove")).toBeFocused();
  await within(waiting(page).nth(1), "Edit").focus();
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
  await chat.button("Undo").click();
  await expect(waiting(page)).toHaveText(["fourth"]);
});

test("[QU-1] what is sent, or changed in another window, while it is edited is told, and what was typed stays", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
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

  // Escape is the editor's, not that of the answer.
  await within(waiting(chat.page), "Edit").click();
  provider.open("end 2");
  await expect(chat.alert).toContainText("It does not wait any more");
  await expect(chat.questions.last()).toContainText("too late");
  await expect(chat.answer).toContainText("Half");
  await box?.press("Escape");
  await expect(list(chat.page)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  provider.open("end 3");
  await chat.settled();
});

test("[QU-1] [QU-2] what is typed in the editor outlives a reload and a kill, beside the draft; sent meanwhile, it is offered anew", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const first = await open();
  await begun(first);
  for (const text of ["second", "third"]) await queue(first, text);
  await first.composer.fill("a new one");
  const boxIn = ({ page }: Chat) => page.getByRole("textbox", { name: "Waiting message" });
  await within(waiting(first.page).first(), "Edit").click();
  await boxIn(first).fill("otherwise");
  // Another is not opened over it.
  await within(waiting(first.page).nth(1), "Edit").click();
  await expect(boxIn(first)).toBeFocused();
  await expect(boxIn(first)).toHaveValue("otherwise");
  await first.page.reload();
  await expect(boxIn(first)).toHaveValue("otherwise");
  await expect(first.composer).toHaveValue("a new one");
  await boxIn(first).fill("quite otherwise");
  const [session] = (await first.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("no session");
  // A draft is saved a moment after the last key.
  await expect
    .poll(() => storedTexts(first, session.id))
    .toEqual({ composer: "a new one", waiting: "quite otherwise" });
  await first.braid.kill();

  const chat = await open();
  await expect(boxIn(chat)).toHaveValue("quite otherwise");
  await expect(chat.composer).toHaveValue("a new one");
  await chat.button("Resume").click();
  await expect(chat.questions.last()).toContainText("second");
  await expect(chat.alert).toContainText("It does not wait any more");
  await expect(boxIn(chat)).toHaveValue("quite otherwise");
  await chat.button("Send as new").click();
  await expect(waiting(chat.page)).toHaveText(["third", "quite otherwise"]);
  expect(await storedTexts(chat, session.id)).toEqual({ composer: "a new one" });
});

test("[QU-1] [QU-2] while what stands in the editor is stored it takes no key; nothing of it is left, in a session that was left neither", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  await begun(chat);
  await queue(chat, "second");
  await chat.composer.fill("below");
  const box = chat.page.getByRole("textbox", { name: "Waiting message" });
  const item = waiting(chat.page).first();
  await within(item, "Edit").click();
  await box.fill("otherwise");
  const late = await holdCalls(chat, "queue.edit");
  await box.press("Enter");
  await expect(box).not.toBeEditable();
  // Neither a letter nor Escape.
  await chat.page.keyboard.type("no");
  await chat.page.keyboard.press("Escape");
  await late.let();
  await expect(item).toHaveText("otherwise");
  await within(item, "Edit").click();
  await box.fill("quite otherwise");
  const again = await holdCalls(chat, "queue.edit");
  await box.press("Enter");
  await chat.button("New session").click();
  await expect(chat.title).toHaveText("New session");
  await again.let();
  await chat.sessions.first().click();
  await expect(item).toHaveText("quite otherwise");
  await expect(chat.composer).toHaveValue("below");
  await expect(box).toHaveCount(0);
  await expect(chat.alert).toHaveCount(0);
});
