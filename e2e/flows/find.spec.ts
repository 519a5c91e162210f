// Words are found in all of a conversation, however much of it is on the page, and nothing of the page is changed for it.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const box = (chat: Chat) => chat.page.getByRole("searchbox", { name: "Find in conversation" });
const found = (chat: Chat) => chat.page.locator(".find-count");

/**
 * The count by its text alone: `expect` on a locator describes all of the page with each try that fails, which holds the page up for
 * seconds where there are hundreds of messages.
 */
const count = (chat: Chat) => expect.poll(() => found(chat).textContent());

/** What is painted as the current match, what it stands in, and whether it is in view. */
const current = (chat: Chat) =>
  chat.page.evaluate(() => {
    const [range] = [...((CSS.highlights.get("find-current") as unknown as Set<Range> | undefined) ?? [])];
    if (range === undefined) return undefined;
    const { top, bottom } = range.getBoundingClientRect();
    const view = document.querySelector("[role=log]")?.getBoundingClientRect();
    const block = range.startContainer.parentElement?.closest("article[data-message-id] .text");
    return {
      text: range.toString(),
      within: block?.textContent?.slice(0, 40),
      seen: view !== undefined && top >= view.top && bottom <= view.bottom,
    };
  });
const painted = (chat: Chat) =>
  chat.page.evaluate(() =>
    [...((CSS.highlights.get("find") as unknown as Set<Range> | undefined) ?? [])].map(String),
  );

test("words are found without case, accents or marks, one after the other, and Escape gives the focus back", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    reply("A **Café** and\na cafe\u0301.\n\n- CAFE\n\n`cafe` in code, and [a link](https://x.example/cafe)."),
  );
  const chat = await open();
  await chat.send("Which café?");
  await chat.settled();
  // From here on the page changes no more by itself.
  await expect.poll(() => chat.text()).toContain("cafe in code");
  await expect(chat.page.locator(".message-group:not([data-measured])")).toHaveCount(0);
  await chat.composer.fill("Half a message");
  await chat.page.keyboard.press("Control+f");
  await expect(box(chat)).toBeFocused();
  const before = await chat.conversation.innerHTML();
  await chat.page.keyboard.type("CAFÉ");
  await expect(found(chat)).toHaveText("1 of 5");
  await expect.poll(async () => (await painted(chat)).length).toBe(5);
  await expect.poll(async () => (await current(chat))?.text).toBe("café");
  await chat.page.keyboard.press("Enter");
  await expect(found(chat)).toHaveText("2 of 5");
  await expect.poll(async () => (await current(chat))?.text).toBe("Café");
  await chat.page.keyboard.press("F3");
  await expect(found(chat)).toHaveText("3 of 5");
  await chat.page.keyboard.press("Shift+Enter");
  await chat.page.keyboard.press("Shift+F3");
  await chat.page.keyboard.press("Shift+F3");
  await expect(found(chat)).toHaveText("5 of 5");
  expect(await chat.conversation.innerHTML()).toBe(before);
  // Marks are passed over, on both sides: across them the words are found, and alone they say why they find nothing.
  await box(chat).fill("**café** and `a` cafe");
  await expect(found(chat)).toHaveText("1 of 1");
  await box(chat).fill("**");
  await expect(found(chat)).toHaveText("Finds words, not marks");
  await box(chat).fill("nowhere at all");
  await expect(found(chat)).toHaveText("No matches");
  await chat.page.keyboard.press("Escape");
  await expect(box(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("Half a message");
  await expect.poll(() => painted(chat)).toEqual([]);
});

test("the whole session is looked through: earlier pages come as they are needed", async ({
  open,
  dataDir,
}) => {
  await (await open()).braid.close();
  withDatabase(dataDir, (db) => fillRows(db, 0, 1, 600));
  const chat = await open();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText("Message 599");
  await chat.page.keyboard.press("Control+f");
  await box(chat).fill("message 17");
  // 17 and 170 to 179.
  await count(chat).toBe("11 of 11");
  const inMessage = (n: number) => ({
    text: "Message 17",
    within: expect.stringContaining(`Message ${n}:`),
    seen: true,
  });
  await expect.poll(() => current(chat)).toEqual(inMessage(179));
  await chat.page.keyboard.press("Enter");
  await count(chat).toBe("1 of 11");
  await expect.poll(() => current(chat)).toEqual(inMessage(17));
});

test("an answer is looked through while it is written", async ({ open, provider }) => {
  provider.enqueue([
    { text: "One word. " },
    { gate: "more" },
    { text: "Another word." },
    { gate: "rest" },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("Say something.");
  await expect(chat.answer).toContainText("One word.");
  await chat.page.keyboard.press("Control+f");
  await box(chat).fill("word");
  await expect(found(chat)).toHaveText("1 of 1");
  provider.open("more");
  await expect(found(chat)).toHaveText("1 of 2");
  await chat.page.keyboard.press("Escape");
  await expect(box(chat)).toHaveCount(0);
  await expect(chat.answer, "Escape closed the bar and nothing else").toHaveAttribute(
    "data-state",
    "streaming",
  );
  provider.open("rest");
  await chat.settled();
});

test("Escape ends the search first, wherever the focus is, and then the answer", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue([{ text: "Begun, " }, { gate: "on" }, { text: "went on" }, { gate: "never" }]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  await chat.page.keyboard.press("Control+f");
  await expect(box(chat)).toBeFocused();
  await chat.composer.focus();
  await chat.page.keyboard.press("Escape");
  await expect(box(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  const log = chat.page.getByRole("log");
  await chat.page.keyboard.press("Control+f");
  await expect(box(chat)).toBeFocused();
  await log.focus();
  await chat.page.keyboard.press("Escape");
  await expect(box(chat)).toHaveCount(0);
  await expect(log, "who has gone elsewhere stays there").toBeFocused();
  // Had that stopped it, nothing more would come.
  provider.open("on");
  await expect(chat.answer).toContainText("Begun, went on");
  await expect(chat.answer).toHaveAttribute("data-state", "streaming");
  await chat.page.keyboard.press("Escape");
  await chat.settled("stopped");
});

test("an answer of a million characters is looked through while one writes", async ({ open, provider }) => {
  test.setTimeout(150_000);
  const chat = await open();
  const words = "A long *answer* of `many` words that are each looked through, and a needle of them. ";
  const text = `${words.repeat(6)}\n\n`.repeat(Math.ceil(1_000_000 / (words.length * 6)));
  provider.enqueue(reply({ gate: "asked" }, text));
  await chat.send("Talk.");
  provider.open("asked");
  // As much as this is drawn a portion a frame, and goes on being drawn when it has ended.
  const drawn = { timeout: 60_000 };
  await expect.poll(() => chat.answer.getAttribute("data-state"), drawn).toBe("done");
  await chat.page.keyboard.press("Control+f");
  await expect(box(chat)).toBeFocused();
  await chat.page.keyboard.type("a needle");
  await count(chat).toMatch(/^1 of /);
  await expect.poll(async () => (await current(chat))?.text).toBe("a needle");
  // No more is painted than a page can bear.
  const { length } = await painted(chat);
  expect(length).toBeGreaterThan(20);
  expect(length).toBeLessThanOrEqual(1000);
  await chat.page.keyboard.press("Shift+Enter");
  await count(chat).toMatch(/^([\d,]+) of \1$/);
  await expect.poll(async () => (await current(chat))?.seen, drawn).toBe(true);
});
