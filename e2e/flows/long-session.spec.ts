/** Sessions that are worked in for days: the page holds what is near the view, and everything else is there when it is asked for. */
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

const COUNT = 20_000;

/** Asks the page itself: Playwright's search for roles would cost more than what is measured. */
const built = ({ page }: Chat) => page.evaluate(() => document.querySelectorAll("[role=log] article").length);
const withWords = ({ page }: Chat) =>
  page.evaluate(() => document.querySelectorAll("[role=log] article:not([aria-busy])").length);
const scrollTo = (chat: Chat, where: "top" | "end") =>
  chat.conversation.evaluate((box, to) => {
    box.scrollTop = to === "top" ? 0 : box.scrollHeight;
  }, where);

test("twenty thousand messages: found, jumped through, copied whole, and never more than some screens of them built", async ({
  open,
  dataDir,
}) => {
  test.setTimeout(180_000);
  await (await open()).braid.close();
  withDatabase(dataDir, (db) => fillRows(db, 0, 1, COUNT));
  const chat = await open();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText(`Message ${COUNT - 1}`);
  expect(await built(chat)).toBeLessThan(60);

  // The oldest is found, and is there with its words.
  await chat.page.keyboard.press("Control+f");
  await chat.page.locator(".find-text").fill("message 1:");
  const oldest = chat.page.locator("article", { hasText: "Message 1: " });
  await expect(oldest).toBeInViewport();
  expect(await built(chat)).toBeLessThan(80);
  await chat.page.keyboard.press("Escape");

  // A stranger to the page knows how many there are.
  await expect(oldest).toHaveAttribute("aria-posinset", "2");
  await expect(oldest).toHaveAttribute("aria-setsize", String(COUNT));

  // From question to question, and from one end to the other.
  await oldest.focus();
  await chat.page.keyboard.press("Alt+ArrowDown");
  await expect(chat.page.locator("article", { hasText: "Message 2: " })).toBeFocused();
  await scrollTo(chat, "end");
  await expect(chat.page.locator("article", { hasText: `Message ${COUNT - 2}: ` })).toBeInViewport();
  await scrollTo(chat, "top");
  await expect(chat.page.locator("article", { hasText: "Message 0: " })).toBeInViewport();
  await expect.poll(() => built(chat)).toBeLessThan(80);
  await expect.poll(async () => (await built(chat)) - (await withWords(chat))).toBe(0);

  // All of it is copied, whatever is built.
  await chat.conversation.focus();
  await chat.page.keyboard.press("Control+a");
  await chat.page.keyboard.press("Control+c");
  await expect
    .poll(async () => (await clipboard(chat)).length, { timeout: 30_000 })
    .toBeGreaterThan(4_000_000);
  const copied = await clipboard(chat);
  expect(copied.startsWith("**You**\n\nMessage 0: ")).toBe(true);
  expect(copied).toContain("\n\n**Assistant**\n\nMessage 10001: ");
  expect(copied.match(/Message \d+: /g)).toHaveLength(COUNT);

  // And one goes on.
  await chat.composer.fill("Are you there?");
  await chat.composer.press("Enter");
  await expect(chat.answer).toContainText("handbook");
  expect(await built(chat)).toBeLessThan(80);
});

test("what was opened in a message is open again when its reader comes back to it", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    [{ reasoning: "A thought about it." }, { text: "The first answer." }, ...ending()],
    reply(`${"Some words of a paragraph that goes on.\n\n".repeat(300)}`),
    reply(`${"Some words of a paragraph that goes on.\n\n".repeat(300)}`),
  );
  const chat = await open();
  await chat.send("Think.");
  await chat.settled();
  await chat.answer.locator("details.reasoning summary").click();
  await expect(chat.answer).toContainText("A thought about it.");
  for (const question of ["Talk.", "Go on."]) {
    await chat.send(question);
    await chat.settled();
  }
  await expect(chat.page.locator("article", { hasText: "The first answer." })).toHaveCount(0);
  await scrollTo(chat, "top");
  await expect(chat.page.locator("article", { hasText: "The first answer." })).toContainText(
    "A thought about it.",
  );
});

test("an answer as long as a book is built where it is read; its middle is found and copied all the same", async ({
  open,
  provider,
}) => {
  test.setTimeout(120_000);
  const paragraphs = Array.from(
    { length: 4_000 },
    (_, n) =>
      `Paragraph **${n}** of the book${n === 2_000 ? " hides a *needle*" : ""}, which goes on for a while.`,
  );
  provider.enqueue(reply(paragraphs.join("\n\n")));
  const chat = await open();
  await chat.send("Write a book.");
  await chat.settled();
  await chat.page.reload();
  await expect(chat.answer).toContainText("Paragraph 3999");
  const paragraphsBuilt = () =>
    chat.page.evaluate(() => document.querySelectorAll("[role=log] article .markdown p").length);
  expect(await paragraphsBuilt()).toBeLessThan(400);

  await chat.page.keyboard.press("Control+f");
  await chat.page.locator(".find-text").fill("needle");
  const needle = chat.page.locator("p", { hasText: "Paragraph 2000 of the book hides a needle" });
  await expect(needle).toBeInViewport();
  await expect(chat.page.locator(".find-count")).toHaveText("1 of 1");
  expect(await paragraphsBuilt()).toBeLessThan(600);
  await chat.page.keyboard.press("Escape");

  await chat.conversation.focus();
  await chat.page.keyboard.press("Control+a");
  await chat.page.keyboard.press("Control+c");
  await expect.poll(() => clipboard(chat)).toContain("Paragraph **1234** of the book");
});
