// From one session to another no frame is blank, nothing jumps, and what is still seen of the one that was left cannot be used.
import type { Page } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

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

/** What is read in each of them, one after the other. */
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
    // What says where one is follows the click.
    expect(frames.map((frame) => [frame.title, frame.mark])).toEqual(frames.map(() => [title, title]));
    const course = courseOf(frames);
    expect(course.length).toBeLessThanOrEqual(2);
    expect(course.join("; ")).not.toContain("undefined");
    await expect(chat.title).toHaveText(title);
  }
});

test("[BR-3] a branch opens, and its parent again, without a blank frame", async ({
  open: start,
  provider,
}) => {
  const chat = await start();
  provider.enqueue(reply("Yes."));
  await asked(chat, "question");
  const branch = chat.answer.getByRole("button", { name: "Branch from here" });
  await branch.evaluate((button) => {
    button.id = "branch";
  });
  for (const [selector, title] of [
    ["#branch", "question (2)"],
    [".branched-from button", "question"],
  ] as const) {
    const course = courseOf(await framesAfter(chat.page, selector, title));
    expect(course.length).toBeLessThanOrEqual(2);
    expect(course.join("; ")).not.toContain("undefined");
    await expect(chat.title).toHaveText(title);
  }
});

test("[BR-4] from a session with a sidecar to another with one, the column stays, and is never blank", async ({
  open: start,
  provider,
}) => {
  const chat = await start();
  const { page } = chat;
  const sidecar = page.getByRole("complementary");
  for (const name of ["first", "second"]) {
    provider.enqueue(reply("Yes."), reply("By the way."));
    await page.keyboard.press("Control+n");
    await asked(chat, name);
    await page.keyboard.press("Control+j");
    await sidecar.getByRole("textbox", { name: "Message" }).fill(`of the ${name}`);
    await page.keyboard.press("Enter");
    await expect(sidecar.getByRole("article")).toHaveText([/of the/, /By the way/]);
  }
  const look = `(() => {
    const column = document.querySelector("#side-panel");
    const asked = column?.querySelector("article")?.textContent.match(/of the (?:first|second)/)?.[0];
    const known = column?.querySelector(".known-note")?.textContent;
    return { asked, known, width: column?.clientWidth, left: column?.querySelector("[role=log]")?.ariaBusy ?? null };
  })()`;
  const frames = await page.evaluate<{ at: number; asked: string; known: string; width: number }[]>(
    `new Promise((done) => {
      const begun = performance.now();
      const frames = [];
      document.querySelector(${JSON.stringify(rowOf("first"))}).click();
      requestAnimationFrame(function look() {
        const frame = { at: performance.now() - begun, ...${look} };
        frames.push(frame);
        if (frame.at < 5000 && (frame.asked !== "of the first" || frame.left !== null)) requestAnimationFrame(look);
        else done(frames);
      });
    })`,
  );
  const early = frames.filter(({ at }) => at < BEFORE_IT_GIVES_UP_MS);
  expect(new Set(early.map(({ width }) => width)).size).toBe(1);
  expect(early.map(({ asked }) => asked)).not.toContain(undefined);
  expect(early.map(({ known }) => known)).toEqual(early.map(() => expect.stringContaining("Yes.")));
  expect(frames.at(-1)).toMatchObject({ asked: "of the first" });
});

test("[QU-2] what is typed before the other session is there is for that one; of the one that was left nothing can be used", async ({
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
  const found = await page.evaluate(async (row) => {
    const box = document.querySelector<HTMLTextAreaElement>("main textarea[data-composer]");
    const resend = document.querySelector("main article form button[type=submit]");
    const place = resend?.getBoundingClientRect();
    document.querySelector<HTMLElement>(row)?.click();
    await null;
    const under = place && document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
    const seen = {
      isStillSeen: resend?.isConnected === true,
      isUnderThePointer: under === resend,
      composer: box?.value,
      isFocused: document.activeElement === box,
    };
    document.execCommand("insertText", false, "typed at once");
    return seen;
  }, rowOf("first"));
  expect(found).toEqual({ isStillSeen: true, isUnderThePointer: false, composer: "", isFocused: true });
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
