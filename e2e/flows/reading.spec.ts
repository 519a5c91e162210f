// Where the reader is stays where it is: while words come, when the window changes, above, below, and after a look elsewhere.
import { LONGEST_KEPT_MS } from "../../src-renderer/thread/view/drawn-view";
import { atRest } from "../fixtures/at-rest";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { ending, reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const lines = (count: number, word = "line") =>
  Array.from({ length: count }, (_, n) => `${word} ${n}\n\n`).join("");

const scroller = (chat: Chat) => chat.conversation;
const toEnd = (chat: Chat) =>
  scroller(chat).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
const isAtEnd = (chat: Chat) => expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
/** How far the words that are read are from the top of the view. */
const placeOf = (chat: Chat, words: string) =>
  chat.conversation
    .getByText(words, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scrollUp = (chat: Chat, pixels: number) =>
  scroller(chat).evaluate((box, by) => box.scrollBy({ top: -by, behavior: "instant" }), pixels);
const newBelow = (chat: Chat) => chat.page.getByRole("button", { name: "New below" });

test("who reads further up is left there and told that there is more, who is at the end stays there, and keys lead from question to question", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page } = chat;
  provider.enqueue(
    [
      { text: lines(80) },
      { gate: "more" },
      { text: lines(40, "later") },
      { gate: "rest" },
      { text: "The end." },
      ...ending(),
    ],
    reply(`${"some words that wrap at another width ".repeat(100)}\n\n${lines(20)}`),
    reply(lines(40)),
  );
  await test.step("in mid-stream", async () => {
    await chat.send("First?");
    await expect(chat.answer).toContainText("line 79");
    // Drawn, and not only come: what stands for a block until then is another element.
    await chat.drawn();
    await isAtEnd(chat);
    await scrollUp(chat, 600);
    const before = await atRest(() => placeOf(chat, "line 60"));
    await expect(newBelow(chat)).toHaveCount(0);
    provider.open("more");
    await expect(chat.answer).toContainText("later 39");
    await expect(newBelow(chat)).toBeVisible();
    await expect.poll(() => placeOf(chat, "line 60")).toBe(before);
    await newBelow(chat).click();
    await isAtEnd(chat);
    provider.open("rest");
    await chat.settled();
    await expect(newBelow(chat)).toHaveCount(0);
    await isAtEnd(chat);
  });
  await test.step("at the end, when the window changes its size", async () => {
    await chat.send("Second?");
    await expect(chat.answers).toHaveCount(2);
    await chat.settled();
    // Measuring the page in between has it laid out, and scrolled, before the conversation hears of its new size.
    await page.evaluate(() => window.addEventListener("resize", () => document.body.offsetHeight));
    for (const [width, height] of [
      [700, 900],
      [1280, 500],
      [900, 800],
    ] as const) {
      await resize(chat, width, height);
      await isAtEnd(chat);
      await expect(newBelow(chat)).toHaveCount(0);
    }
  });
  await test.step("by key", async () => {
    await chat.send("Third?");
    await chat.settled();
    const focused = () =>
      page.evaluate(() =>
        document.activeElement?.closest("article")?.querySelector(".text")?.textContent?.trim(),
      );
    const isAt = (question: string) => expect.poll(focused).toBe(question);
    for (const question of ["Third?", "Second?", "First?"]) {
      await page.keyboard.press("Alt+ArrowUp");
      await isAt(question);
      await expect(chat.messages.filter({ hasText: question })).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press("Alt+ArrowUp");
    await expect(page.getByText("There is no earlier message of yours.")).toBeAttached();
    await isAt("First?");
    await page.keyboard.press("Alt+ArrowDown");
    await isAt("Second?");
    await page.keyboard.press("Control+End");
    await isAtEnd(chat);
    await page.keyboard.press("Alt+ArrowUp");
    await isAt("First?");
    // In a text that is being written, the key goes to the end of the text.
    await chat.composer.fill("One\nTwo");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("!");
    await expect(chat.composer).toHaveValue("One\nTwo!");
    await expect(chat.messages.filter({ hasText: "First?" })).toBeInViewport();
    await chat.composer.fill("");
    await page.keyboard.press("Control+End");
    await isAtEnd(chat);
  });
});

test("a long session is shown from its end, what stands before comes by itself and moves nothing, and who comes back is where they were", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  withDatabase(dataDir, (db) => fillRows(db, 0, 2, 560));
  await chat.page.reload();
  provider.respond(() => reply(lines(30)));
  const show = async (title: string) => {
    await chat.sessions.filter({ hasText: title }).click();
    await expect(chat.title).toHaveText(title);
  };
  await test.step("from its end", async () => {
    await show("Session number 0");
    await expect(chat.messages.last()).toContainText("Message 559");
    await isAtEnd(chat);
    expect(await chat.page.locator("[role=log] article").count()).toBeLessThan(60);
  });
  await test.step("at the very top, where the browser keeps nothing in its place by itself", async () => {
    // The session comes with 16. What stands before comes 500 at once: more would hold the page for long.
    await expect(chat.conversation.locator("[data-index]").last()).toHaveAttribute("data-index", "515");
    // Each frame notes the messages that are there, until the earlier ones come.
    const before = await scroller(chat).evaluate((box) => {
      const oldest = () => box.querySelector("[data-index='0'] article");
      box.scrollTop = 0;
      return new Promise<{ id: string; top: number }>((resolve) => {
        let known = { id: "", top: 0 };
        const look = () => {
          const first = oldest();
          const id = first?.getAttribute("data-message-id") ?? known.id;
          if (known.id !== "" && (id !== known.id || first === null)) return resolve(known);
          if (first !== null) known = { id, top: first.getBoundingClientRect().top };
          requestAnimationFrame(look);
        };
        look();
      });
    });
    const moved = await chat.conversation
      .locator(`[data-message-id="${before.id}"]`)
      .evaluate((article, top) => Math.abs(article.getBoundingClientRect().top - top), before.top);
    expect(moved, "pixels").toBeLessThanOrEqual(1);
  });
  await test.step("a look elsewhere, and back", async () => {
    await scrollUp(chat, 300);
    const top = () =>
      scroller(chat).evaluate((box) => {
        const edge = box.getBoundingClientRect().top;
        const article = [...box.querySelectorAll("article")].find(
          (one) => one.getBoundingClientRect().bottom > edge + 1,
        );
        return `${article?.dataset.messageId} ${Math.round((article?.getBoundingClientRect().top ?? 0) - edge)}`;
      });
    // The place is at rest: all that is earlier is here.
    await expect(chat.button("Load earlier")).toHaveCount(0);
    const place = await atRest(top);
    // In each frame one of the two is there, and the title has followed. A page that is slower than any reader may wait for draws the new one
    // without its messages: not here.
    const frames = chat.page.evaluate(
      (longest) =>
        new Promise<{ title: string | null; messages: number }[]>((done) => {
          const seen: { title: string | null; messages: number }[] = [];
          const later = window.setTimeout.bind(window);
          const keep = (work: TimerHandler, ms?: number, ...given: unknown[]) =>
            ms === longest ? 0 : later(work, ms, ...given);
          Object.assign(window, { setTimeout: keep });
          const row = document.querySelector<HTMLElement>("[role=treeitem][aria-label='Session number 1']");
          row?.click();
          requestAnimationFrame(function look() {
            const log = document.querySelector("main [role=log]");
            const messages = log?.querySelectorAll("article").length ?? 0;
            seen.push({ title: document.querySelector("main h1")?.textContent ?? null, messages });
            if (log?.textContent?.includes("Message 1119: ")) {
              Object.assign(window, { setTimeout: later });
              done(seen);
            } else requestAnimationFrame(look);
          });
        }),
      LONGEST_KEPT_MS,
    );
    for (const { title, messages } of await frames) {
      expect(title).toBe("Session number 1");
      expect(messages).toBeGreaterThan(0);
    }
    await isAtEnd(chat);
    await show("Session number 0");
    await expect.poll(top).toBe(place);
    await expect(newBelow(chat)).toHaveCount(0);
  });
});
