// Words are found in all of a conversation, however much of it is on the page, and nothing of the page is changed for it.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const box = (chat: Chat) => chat.page.getByRole("searchbox", { name: "Find in conversation" });
const found = (chat: Chat) => chat.page.locator(".find-count");

/** The text painted as the current match, its element, and if it is in view. */
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

test("words are found without case, accents or marks, also while they are written; Escape ends the search first, and then the answer", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    reply("A **Café** and\na cafe\u0301.\n\n- CAFE\n\n`cafe` in code, and [a link](https://x.example/cafe)."),
    [{ text: "One word. " }, { gate: "more" }, { text: "Another word." }, { gate: "never" }],
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

  await test.step("an answer that is being written", async () => {
    await chat.send("Say something.");
    await expect(chat.answer).toContainText("One word.");
    await chat.page.keyboard.press("Control+f");
    await box(chat).fill("word");
    await expect(found(chat)).toHaveText("1 of 1");
    await chat.conversation.focus();
    await chat.page.keyboard.press("Escape");
    await expect(box(chat)).toHaveCount(0);
    await expect(chat.conversation, "who has gone elsewhere stays there").toBeFocused();
    await chat.page.keyboard.press("Control+f");
    await box(chat).fill("word");
    // Had Escape stopped it, nothing more would come.
    provider.open("more");
    await expect(found(chat)).toHaveText("1 of 2");
    await chat.page.keyboard.press("Escape");
    await expect(box(chat)).toHaveCount(0);
    await expect(chat.answer).toHaveAttribute("data-state", "streaming");
    await chat.page.keyboard.press("Escape");
    await chat.settled("stopped");
  });
});

test("the whole of a long session is looked through, earlier pages come as they are needed; of more than a thousand matches the nearest are painted", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  withDatabase(dataDir, (db) => fillRows(db, 0, 1, 300));
  await chat.page.reload();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText("Message 299");
  await chat.page.keyboard.press("Control+f");
  await box(chat).fill("message 17");
  // 17 and 170 to 179.
  // By its text alone: what fails on a locator describes all of the page each time, which holds up one with hundreds of messages.
  await expect.poll(() => found(chat).textContent()).toBe("11 of 11");
  const inMessage = (n: number) => ({
    text: "Message 17",
    within: expect.stringContaining(`Message ${n}:`),
    seen: true,
  });
  await expect.poll(() => current(chat)).toEqual(inMessage(179));
  await chat.page.keyboard.press("Enter");
  await expect.poll(() => found(chat).textContent()).toBe("1 of 11");
  await expect.poll(() => current(chat)).toEqual(inMessage(17));

  provider.enqueue(reply(`${"A long *answer*, and a needle in it. ".repeat(6)}\n\n`.repeat(200)));
  await chat.page.keyboard.press("Control+N");
  await chat.send("Talk.");
  await chat.settled();
  await chat.page.keyboard.press("Control+f");
  await box(chat).fill("a needle");
  await expect.poll(() => found(chat).textContent()).toBe("1 of 1,200");
  await expect.poll(async () => (await current(chat))?.text).toBe("a needle");
  const { length } = await painted(chat);
  expect(length).toBeGreaterThan(20);
  expect(length).toBeLessThanOrEqual(1000);
  await chat.page.keyboard.press("Shift+Enter");
  await expect.poll(() => found(chat).textContent()).toBe("1,200 of 1,200");
  await expect.poll(async () => (await current(chat))?.seen).toBe(true);
});
