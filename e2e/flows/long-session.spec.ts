/** Sessions that are worked in for days: the page holds what is near the view, and everything else is there when it is asked for. */
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

test.use({ sharesApp: true });

const COUNT = 2_000;

/** Asks the page itself: Playwright's search for roles would cost more than what is measured. */
const built = ({ page }: Chat, selector = "article") =>
  page.evaluate((found) => document.querySelectorAll(`[role=log] ${found}`).length, selector);
const scrollTo = (chat: Chat, where: "top" | "end") =>
  chat.conversation.evaluate((box, to) => {
    box.scrollTop = to === "top" ? 0 : box.scrollHeight;
  }, where);
async function find({ page }: Chat, words: string): Promise<void> {
  await page.keyboard.press("Control+f");
  await page.locator(".find-text").fill(words);
}
async function copyAll(chat: Chat): Promise<void> {
  await chat.conversation.focus();
  await chat.page.keyboard.press("Control+a");
  await chat.page.keyboard.press("Control+c");
}

test("thousands of messages: found, jumped through, copied whole, and never more than some screens of them built; a list of things to do from far up stands above the composer", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  const todos = [
    { text: "Read it", status: "completed" },
    { text: "Mend it", status: "in_progress" },
  ];
  const part = {
    ...{ type: "tool-todo", toolCallId: "call_1", state: "output-available", input: { todos } },
    output: { text: "Noted.", todos },
  };
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 1, COUNT);
    db.prepare(
      `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at, updated_at)
       SELECT 'prt_' || substr(id, 5, 25) || 'B', id, session_id, 1, 'tool-todo', ?, 'call_1', 'output-available', created_at, created_at
       FROM chat_messages WHERE role = 'assistant' ORDER BY id LIMIT 1`,
    ).run(JSON.stringify(part));
  });
  await page.reload();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText(`Message ${COUNT - 1}`);
  expect(await built(chat)).toBeLessThan(60);
  await expect(page.locator("article", { hasText: "Message 1: " })).toHaveCount(0);
  await expect(page.locator(".todos"), "from far up, above the composer").toContainText("Mend it");

  const oldest = page.locator("article", { hasText: "Message 1: " });
  await test.step("the oldest is found, and is there with its words", async () => {
    await find(chat, "message 1:");
    await expect(oldest).toBeInViewport();
    expect(await built(chat)).toBeLessThan(80);
    await page.keyboard.press("Escape");
    // A stranger to the page knows how many there are.
    await expect(oldest).toHaveAttribute("aria-posinset", "2");
    await expect(oldest).toHaveAttribute("aria-setsize", String(COUNT));
  });
  await test.step("from question to question, and from one end to the other", async () => {
    await oldest.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(page.locator("article", { hasText: "Message 2: " })).toBeFocused();
    // Rows that come into view are higher than was guessed: a hand would move once more.
    await expect(async () => {
      await scrollTo(chat, "end");
      const last = page.locator("article", { hasText: `Message ${COUNT - 2}: ` });
      await expect(last).toBeInViewport({ timeout: 1000 });
    }).toPass();
    await expect(async () => {
      await scrollTo(chat, "top");
      await expect(page.locator("article", { hasText: "Message 0: " })).toBeInViewport({ timeout: 1000 });
    }).toPass();
    await expect.poll(() => built(chat)).toBeLessThan(80);
    await expect.poll(() => built(chat, "article[aria-busy]")).toBe(0);
  });
  await test.step("all of it is copied, whatever is built; and one goes on", async () => {
    await copyAll(chat);
    await expect.poll(async () => (await clipboard(chat)).match(/Message \d+: /g)?.length).toBe(COUNT);
    const copied = await clipboard(chat);
    expect(copied.startsWith("**You**\n\nMessage 0: ")).toBe(true);
    expect(copied).toContain(`\n\n**Assistant**\n\nMessage ${COUNT / 2 + 1}: `);
    await chat.composer.fill("Are you there?");
    await chat.composer.press("Enter");
    // They are more than the model's window holds: they are counted and summarised before it answers.
    await expect(chat.answer).toContainText("handbook", { timeout: 120_000 });
    expect(await built(chat)).toBeLessThan(80);
  });
});

test("an answer as long as a book is built where it is read, code as well; its middle is found and copied, and what was opened is open again", async ({
  open,
  provider,
}) => {
  const paragraphs = Array.from({ length: 1_200 }, (_, n) =>
    n % 4 === 3
      ? `\`\`\`ts\nconst n = ${n};\n\`\`\``
      : `Paragraph **${n}** of the book${n === 600 ? " hides a *needle*" : ""}, which goes on for a while.`,
  );
  provider.enqueue(
    [{ reasoning: "A thought about it." }, { text: "The first answer." }, ...ending()],
    reply("Some words of a paragraph that goes on.\n\n".repeat(100)),
    reply(`${paragraphs.join("\n\n")}\n\nThe very end.`),
  );
  const chat = await open();
  const { page } = chat;
  await chat.send("Think.");
  await chat.settled();
  await chat.answer.locator("details.reasoning summary").click();
  await expect(chat.answer).toContainText("A thought about it.");
  for (const question of ["Talk.", "Write a book."]) {
    await chat.send(question);
    await chat.settled();
  }

  await test.step("what was opened further up is open again", async () => {
    const first = page.locator("article", { hasText: "The first answer." });
    await scrollTo(chat, "end");
    await expect(first).toHaveCount(0);
    await scrollTo(chat, "top");
    await expect(first).toContainText("A thought about it.");
  });
  await test.step("it is built near the view, with colours and buttons", async () => {
    await page.reload();
    await expect(chat.answer).toContainText("The very end.");
    expect(await built(chat, ".markdown p")).toBeLessThan(400);
    expect(await built(chat, "figure.code pre")).toBeLessThan(100);
    const code = page.locator("figure.code", { hasText: "const n = 1199;" });
    await expect(code.locator(".token-keyword").first()).toHaveText("const");
    await code.locator("button[aria-label='Copy code']").click();
    await expect.poll(() => clipboard(chat)).toBe("const n = 1199;");
  });
  await test.step("its middle is found, and all is copied", async () => {
    await find(chat, "needle");
    await expect(page.locator("p", { hasText: "Paragraph 600 of the book hides a needle" })).toBeInViewport();
    await expect(page.locator(".find-count")).toHaveText("1 of 1");
    expect(await built(chat, ".markdown p")).toBeLessThan(600);
    const near = page.locator("figure.code", { hasText: "const n = 599;" });
    await expect(near.locator(".token-keyword").first()).toHaveText("const");
    await page.keyboard.press("Escape");
    await copyAll(chat);
    await expect.poll(() => clipboard(chat)).toContain("Paragraph **334** of the book");
  });
});
