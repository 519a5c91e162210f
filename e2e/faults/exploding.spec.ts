// Texts that explode, in the real window: streamed whole and in pieces, then the app is started again on them. The window answers keys all
// the while, and every word can be read and copied.
import { type Chat, expect, test } from "../fixtures/chat";
import { drawnFrame } from "../fixtures/diagram";
import { explodingTexts } from "../fixtures/exploding";
import { longestTask } from "../fixtures/held";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

/** Milliseconds that one task of the page may compute: a key waits no longer. */
const HELD = 200;

/** Bytes of the page's process. */
const MOST_MEMORY = 600 * 1024 * 1024;

const memoryOfPage = ({ braid }: Chat) =>
  braid.app.evaluate(({ app, BrowserWindow }) => {
    const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
    const found = app.getAppMetrics().find((one) => one.pid === pid);
    return (found?.memory.workingSetSize ?? Number.POSITIVE_INFINITY) * 1024;
  });

/** A key is pressed, and the letter stands there in one of the next frames. */
async function answersAKey({ page, composer }: Chat): Promise<void> {
  await composer.focus();
  await page.keyboard.press("x");
  await expect(composer).toHaveValue("x");
  await composer.fill("");
}

const all = explodingTexts();
/** The first 60 KB of a text: the blocks that follow are like those before. */
const named = (start: string) =>
  all
    .filter(({ name }) => name.startsWith(start))
    .map(({ name, text }) => ({ name, text: text.slice(0, 60_000) }));
const joined = (start: string) => ({
  name: start,
  text: named(start)
    .map(({ text }) => text)
    .join("\n\n"),
});

/** The same text in pieces of so many characters. */
const inPieces = (text: string, size: number): Step[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => ({
    text: text.slice(at * size, (at + 1) * size),
  }));

const END = "\n\nThe **very** end.";

/** Each text as an answer of a session of its own, whole or in pieces. */
async function stream(
  chat: Chat,
  texts: { name: string; text: string }[],
  enqueue: (steps: Step[]) => void,
): Promise<void> {
  for (const [at, { name, text }] of texts.entries()) {
    await chat.button("New session").click();
    // Whatever it has opened is closed, so that the end is words.
    enqueue([
      ...(at % 2 === 0 ? [{ text }] : inPieces(text, 700)),
      { text: "\n```\n\n~~~\n~~~\n" },
      { text: END },
      ...ending(),
    ]);
    const held = await longestTask(chat, async () => {
      await chat.send("Go on.");
      await answersAKey(chat);
      await chat.settled();
      await expect(chat.answer, name).toContainText("very");
      await answersAKey(chat);
    });
    expect(held, `the thread was held by ${name}`).toBeLessThan(HELD);
  }
}

test("answers that explode hold nothing up: formulas, code and what the issue names", async ({
  open,
  provider,
}) => {
  test.setTimeout(300_000);
  let chat = await open();
  const texts = [
    joined("a formula"),
    joined("code"),
    ...named("a shape").filter(({ name }) =>
      /3,900|rule of 600|opening of 117 KB of blanks|4,000 head|4,000 foot|reference links|220 KB|zero-width joiners$|accents/.test(
        name,
      ),
    ),
    ...named("a run of").filter(({ name }) => /"[-*[$]"/.test(name)),
  ];
  await stream(chat, texts, (steps) => provider.enqueue(steps));
  expect(await memoryOfPage(chat)).toBeLessThan(MOST_MEMORY);

  // Started again, it opens the same session, and it is there to be read and copied.
  provider.enqueue(reply(joined("a formula").text, joined("code").text));
  await chat.button("New session").click();
  await chat.send("Once more.");
  await chat.settled();
  await chat.braid.close();
  chat = await open();
  const held = await longestTask(chat, async () => {
    await expect(chat.answer).toContainText("That was it.");
    await answersAKey(chat);
    await chat.answer.evaluate((article) => article.scrollIntoView());
    await expect(chat.answer.getByRole("note").first()).toContainText("Shown as text");
    await expect(chat.answer.getByRole("button", { name: "Draw it" }).first()).toBeVisible();
    await chat.answer.getByRole("button", { name: "Copy", exact: true }).last().click();
    await expect.poll(() => clipboard(chat)).toContain("\\frac{\\frac{\\frac{");
    expect(await clipboard(chat)).toContain("x".concat("*".repeat(40)));
  });
  expect(held).toBeLessThan(HELD);
  expect(await memoryOfPage(chat)).toBeLessThan(MOST_MEMORY);
});

test("what is shown as text is drawn when that is asked for, with more time and room", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const formula = `${"\\sqrt{".repeat(20)}x${"}".repeat(20)}`;
  provider.enqueue(reply(`Words &amp; more: $${formula}$.`));
  await chat.send("Show me.");
  await chat.settled();
  await expect(chat.answer.getByRole("note")).toContainText("Shown as text");
  await expect(chat.answer.locator("p").first()).toHaveText(`Words & more: ${formula}.`);
  await expect(chat.answer.locator(".katex")).toHaveCount(0);
  await chat.answer.getByRole("button", { name: "Draw it" }).click();
  await expect(chat.answer.locator(".katex")).toHaveCount(1);
  await expect(chat.answer.getByRole("note")).toHaveCount(0);
});

test("a diagram that never ends holds its own process alone, and both are ended", async ({
  open,
  provider,
}) => {
  test.setTimeout(120_000);
  const chat = await open();
  const frame = await drawnFrame(chat, provider);
  const processes = () =>
    chat.braid.app.evaluate(({ BrowserWindow }) => {
      const frames = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.framesInSubtree ?? [];
      return frames.map(({ osProcessId }) => osProcessId);
    });
  const [page, drawing] = await processes();
  expect(drawing).not.toBe(page);
  // The page hangs in the moment in which the theme changes.
  void frame
    .evaluate(() => {
      Object.assign(Reflect.get(window, "mermaid"), {
        render: () => {
          for (;;);
        },
      });
    })
    .catch(() => undefined);
  const held = await longestTask(chat, async () => {
    await chat.page.emulateMedia({ colorScheme: "dark" });
    await answersAKey(chat);
    await expect(chat.answer.getByText("This diagram could not be drawn.")).toBeVisible({ timeout: 40_000 });
    await answersAKey(chat);
  });
  expect(held).toBeLessThan(HELD);
  await expect
    .poll(() => chat.braid.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid)))
    .not.toContain(drawing);
});
