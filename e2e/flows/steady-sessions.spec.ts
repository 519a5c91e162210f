// From one session to another no frame is blank, nothing jumps, and what is still seen of the one that was left cannot be used.
import type { Page } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

interface Frame {
  /** Milliseconds since the click. */
  at: number;
  title: string;
  /** In the list. */
  mark: string | null;
  /** The newest message, and how far its end is from where the view ends; undefined where there is none. */
  last: string | undefined;
  place: number | undefined;
  /** How high what is read is. */
  height: number;
  /** The line that says where a branch came from. */
  origin: boolean;
  model: string;
}

/** As long as the window may wait for what is asked for. */
const BEFORE_IT_GIVES_UP_MS = 240;

const FRAME = `((at) => {
  const log = document.querySelector("main [role=log]");
  const { bottom, height } = log?.getBoundingClientRect() ?? {};
  const last = log && [...log.querySelectorAll("article")].at(-1);
  return {
    at,
    title: document.querySelector("main h1").textContent,
    mark: document.querySelector("[role=treeitem][aria-selected=true]")?.getAttribute("aria-label") ?? null,
    last: last?.dataset.messageId,
    place: last && Math.round(bottom - last.getBoundingClientRect().bottom),
    height: Math.round(height),
    origin: document.querySelector(".branched-from") !== null,
    model: document.querySelector("main form.composer [role=combobox]").textContent,
  };
})`;

/** Clicks what `selector` finds, and what each frame shows from the next one on, until it is shown as it will stay (or for long enough). */
const framesAfter = (page: Page, selector: string, title: string) =>
  page.evaluate<Frame[]>(
    `new Promise((done) => {
      const before = ${FRAME}(0).last;
      const begun = performance.now();
      const frames = [];
      let still = 0;
      document.querySelector(${JSON.stringify(selector)}).click();
      requestAnimationFrame(function look() {
        const frame = ${FRAME}(performance.now() - begun);
        frames.push(frame);
        if (frame.title === ${JSON.stringify(title)} && frame.last !== undefined && frame.last !== before) still += 1;
        if (still < 5 && frame.at < 5000) requestAnimationFrame(look);
        else done(frames);
      });
    })`,
  );

const rowOf = (title: string) => `[role=treeitem][aria-label="${title}"]`;

/** The content of each frame, one after the other. */
function courseOf(frames: readonly Frame[]): string[] {
  const seen = frames
    .filter(({ at, last }) => last !== undefined || at < BEFORE_IT_GIVES_UP_MS)
    .map(({ last, place, height, origin, model }) => `${last} ${place} ${height} ${origin} ${model}`);
  return seen.filter((now, at) => now !== seen[at - 1]);
}

const open = async (chat: Chat, title: string) => {
  await chat.page.locator(rowOf(title)).click();
  await expect(chat.title).toHaveText(title);
};

async function asked(chat: Chat, question: string): Promise<void> {
  await chat.send(question);
  await chat.settled();
}

test("between two sessions, of ten and of two thousand messages, every frame shows one of them at its place", async ({
  open: start,
  dataDir,
  provider,
}) => {
  const chat = await start();
  provider.enqueue(reply("Yes."));
  await asked(chat, "question");
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 2, 10);
    fillRows(db, 10, 2, 2000);
  });
  await chat.page.reload();
  // At rest: what the window still learns of itself would be one more thing that is seen.
  await expect(chat.answer).toContainText("Yes.");
  await expect(chat.answer.locator(".text[aria-busy]")).toHaveCount(0);
  await expect(chat.model).toContainText("big");
  for (const title of ["Session number 0", "Session number 10", "Session number 11", "Session number 1"]) {
    await expect(chat.page.locator(rowOf(title))).toBeVisible();
    const frames = await framesAfter(chat.page, rowOf(title), title);
    // Title and mark follow the click.
    expect(frames.map((frame) => [frame.title, frame.mark])).toEqual(frames.map(() => [title, title]));
    const course = courseOf(frames);
    expect(course.length).toBeLessThanOrEqual(2);
    expect(course.join("; ")).not.toContain("undefined");
    await expect(chat.title).toHaveText(title);
  }
});

test("[QU-2] what is typed before the other session is there is for that one; what was written in the one that was left is kept", async ({
  open: start,
  provider,
}) => {
  const chat = await start();
  const { page } = chat;
  const editor = chat.conversation.getByRole("textbox");
  provider.enqueue(reply("Yes."), reply("No."));
  await asked(chat, "first");
  await page.keyboard.press("Control+n");
  await asked(chat, "second");
  await chat.composer.fill("for the second");
  await chat.questions.getByRole("button", { name: "Edit and resend" }).click();
  await editor.fill("second, edited");
  // In one step of the page, in which nothing can arrive.
  const isEmpty = await page.evaluate(async (row) => {
    const box = document.querySelector<HTMLTextAreaElement>("main textarea[data-composer]");
    document.querySelector<HTMLElement>(row)?.click();
    await null;
    const isEmpty = box?.value === "";
    box?.focus();
    document.execCommand("insertText", false, "typed at once");
    return isEmpty;
  }, rowOf("first"));
  expect(isEmpty).toBe(true);
  await expect(chat.title).toHaveText("first");
  await expect(chat.questions).toHaveText(/first/);
  await expect(editor).toHaveCount(0);
  await expect(chat.composer).toHaveValue("typed at once");
  await open(chat, "second");
  await expect(editor).toHaveValue("second, edited");
  await expect(chat.composer).toHaveValue("for the second");
  await open(chat, "first");
  await expect(chat.composer).toHaveValue("typed at once");
});
