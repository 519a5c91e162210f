// Where the reader is stays where it is: while words come, when the window changes, above, below, and after a look elsewhere.
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { ending, reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

const lines = (count: number, word = "line") =>
  Array.from({ length: count }, (_, n) => `${word} ${n}\n\n`).join("");

const scroller = (chat: Chat) => chat.conversation;
const toEnd = (chat: Chat) =>
  scroller(chat).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
/** How far the words that are read are from the top of the view. */
const placeOf = (chat: Chat, words: string) =>
  chat.conversation
    .getByText(words, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scrollUp = (chat: Chat, pixels: number) =>
  scroller(chat).evaluate((box, by) => box.scrollBy({ top: -by, behavior: "instant" }), pixels);
const newBelow = (chat: Chat) => chat.page.getByRole("button", { name: "New below" });

test("who reads further up in mid-stream is left there, and told that there is more", async ({
  open,
  provider,
}) => {
  provider.enqueue([
    { text: lines(80) },
    { gate: "more" },
    { text: lines(40, "later") },
    { gate: "rest" },
    { text: "The end." },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("line 79");
  // Drawn, and not only come: what stands for a block until then is another element.
  await expect(chat.answer.locator(".text[aria-busy], .waiting")).toHaveCount(0);
  await expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
  await scrollUp(chat, 600);
  const before = await placeOf(chat, "line 60");
  await expect(newBelow(chat)).toHaveCount(0);
  provider.open("more");
  await expect(chat.answer).toContainText("later 39");
  await expect(newBelow(chat)).toBeVisible();
  await expect.poll(() => placeOf(chat, "line 60")).toBe(before);
  await newBelow(chat).click();
  await expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
  provider.open("rest");
  await chat.settled();
  await expect(newBelow(chat)).toHaveCount(0);
  await expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
});

test("who is at the end stays there when the window changes its size", async ({ open, provider }) => {
  provider.enqueue(reply(`${"some words that wrap at another width ".repeat(300)}\n\nThe end.`));
  const chat = await open();
  await chat.send("Talk.");
  await chat.settled();
  // What measures the page in between has it laid out, and scrolled, before the conversation hears of its new size.
  await chat.page.evaluate(() => window.addEventListener("resize", () => document.body.offsetHeight));
  for (const [width, height] of [
    [700, 900],
    [1280, 500],
    [900, 800],
  ] as const) {
    await resize(chat, width, height);
    await expect.poll(() => toEnd(chat), `${width} × ${height}`).toBeLessThanOrEqual(4);
    await expect(newBelow(chat)).toHaveCount(0);
  }
});

test("coming back to a session is coming back to where one was, also far up, and what came since is told", async ({
  open,
  provider,
  dataDir,
}) => {
  // The app makes the database, which is then filled while nobody has it open.
  await (await open()).braid.close();
  withDatabase(dataDir, (db) => fillRows(db, 0, 2, 800));
  const chat = await open();
  provider.respond(() => reply(lines(30)));
  const [first, second] = [chat.sessions.nth(1), chat.sessions.nth(0)];
  await first.click();
  // The session comes with 16. What stands before comes 500 at once: more would hold the page for long.
  await expect(chat.conversation.locator("[data-index]").last()).toHaveAttribute("data-index", "515");
  // At the very top the browser keeps nothing in its place by itself. What is there is noted in each frame until what is earlier comes.
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
  const place = await top();
  await second.click();
  await expect(chat.title).toHaveText("Session number 1");
  await expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
  await first.click();
  await expect(chat.title).toHaveText("Session number 0");
  await expect.poll(top).toBe(place);
  await expect(newBelow(chat)).toHaveCount(0);
});

test("a long session is shown from its end; what stands before comes by itself, and moves nothing", async ({
  open,
  dataDir,
}) => {
  await (await open()).braid.close();
  withDatabase(dataDir, (db) => fillRows(db, 0, 2, 300));
  const chat = await open();
  // What draws the words is there from here on.
  await chat.sessions.nth(0).click();
  await expect(chat.messages.last()).toContainText("Message 599");
  /** The rows there are and where the last one stands, in each frame from the first with rows until all that is earlier has its room. */
  const frames = scroller(chat).evaluate(async (box) => {
    const seen: { rows: number; top: number }[] = [];
    while (seen.length === 0 || box.scrollHeight < 20_000) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const rows = [...box.querySelectorAll("article")];
      const last = rows.at(-1);
      if (last?.textContent?.includes("Message 299") !== true) continue;
      seen.push({ rows: rows.length, top: Math.round(last.getBoundingClientRect().top) });
    }
    return seen;
  });
  await chat.sessions.nth(1).click();
  const seen = await frames;
  expect(seen[0]?.rows).toBeLessThan(20);
  expect(Math.max(...seen.map(({ rows }) => rows))).toBeLessThan(60);
  expect(new Set(seen.map(({ top }) => top)).size).toBe(1);
  expect(await toEnd(chat)).toBeLessThanOrEqual(4);
  // The same from further up.
  await scrollUp(chat, 1200);
  expect(await toEnd(chat)).toBeGreaterThan(1100);
});

test("from one's own message to the one before and the one after, by key", async ({ open, provider }) => {
  provider.respond(() => reply(lines(40)));
  const chat = await open();
  for (const [index, text] of ["First?", "Second?", "Third?"].entries()) {
    await chat.send(text);
    await expect(chat.answers).toHaveCount(index + 1);
    await chat.settled();
  }
  const focused = () =>
    chat.page.evaluate(() =>
      document.activeElement?.closest("article")?.querySelector(".text")?.textContent?.trim(),
    );
  const { keyboard } = chat.page;
  await keyboard.press("Alt+ArrowUp");
  await expect.poll(focused).toBe("Third?");
  await expect(chat.messages.filter({ hasText: "Third?" })).toBeInViewport({ ratio: 1 });
  await keyboard.press("Alt+ArrowUp");
  await expect.poll(focused).toBe("Second?");
  await keyboard.press("Alt+ArrowUp");
  await expect.poll(focused).toBe("First?");
  await keyboard.press("Alt+ArrowUp");
  await expect(chat.page.getByText("There is no earlier message of yours.")).toBeAttached();
  await expect.poll(focused).toBe("First?");
  await keyboard.press("Alt+ArrowDown");
  await expect.poll(focused).toBe("Second?");
  await keyboard.press("Control+End");
  await expect.poll(() => toEnd(chat)).toBeLessThanOrEqual(4);
});
