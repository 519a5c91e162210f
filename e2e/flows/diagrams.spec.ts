// Diagrams that would cost more than their budget stand there as text, and are drawn with a larger one when that is asked for.
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

/** So many edges, on a line each. */
const star = (edges: number) =>
  `graph TD\n${Array.from({ length: edges }, (_, at) => `Sun-->P${at}`).join("\n")}`;
/** Costs nothing but its characters. */
const long = (characters: number) => {
  const source = "graph TD\nSun-->Moon\n%% ";
  return source + "x".repeat(characters - source.length);
};
const fenced = (...sources: string[]) => sources.map((one) => `\`\`\`mermaid\n${one}\n\`\`\`\n`).join("\n");

const figure = ({ answer }: Chat) => answer.getByRole("figure", { name: "Diagram" });
const note = ({ answer }: Chat) => answer.getByRole("note");
const drawIt = ({ answer }: Chat) => answer.getByRole("button", { name: "Draw it" });
const sun = (chat: Chat) => figure(chat).frameLocator("iframe").getByText("Sun");
const wrong = ({ answer }: Chat) => answer.getByText("This diagram could not be drawn.");

/** The reader goes to the end of the answer, so far that the diagram is no longer built, and comes back. */
async function leaveAndReturn({ page, conversation, answer }: Chat): Promise<void> {
  await answer.getByText("The very end.").evaluate((end) => end.scrollIntoView());
  await conversation.press("End");
  await expect(answer.locator("figure")).toHaveCount(0);
  await answer.evaluate((article) => article.scrollIntoView());
  await expect(answer.locator("figure")).toHaveCount(1);
  await page.mouse.move(0, 0);
}

/** Below a diagram, more than a message that is always built as a whole has. */
const below = `${Array.from({ length: 100 }, (_, at) => `Paragraph ${at}. ${"Many words follow each other. ".repeat(12)}`).join("\n\n")}\n\nThe very end.`;

for (const [what, over, tooMuch] of [
  ["of more than 20,000 characters", long(20_001), long(80_001)],
  ["of more than 300 edges", star(301), star(1_201)],
] as const) {
  test(`a diagram ${what} stands there as text, and is drawn when that is asked for`, async ({
    open,
    provider,
  }) => {
    test.setTimeout(90_000);
    const chat = await open();
    provider.enqueue(reply(fenced(over) + below));
    await chat.send("Draw.");
    await chat.settled();
    await chat.answer.evaluate((article) => article.scrollIntoView());
    await expect(note(chat)).toContainText("Shown as text");
    await expect(chat.answer.locator("pre")).toHaveText(over);
    await expect(wrong(chat)).toHaveCount(0);
    await drawIt(chat).click();
    await expect(sun(chat)).toBeVisible({ timeout: 60_000 });
    await expect(note(chat)).toHaveCount(0);

    await leaveAndReturn(chat);
    await expect(sun(chat)).toBeVisible({ timeout: 60_000 });
    await chat.answer.getByRole("button", { name: "Show source" }).click();
    await leaveAndReturn(chat);
    await expect(chat.answer.locator("pre")).toHaveText(over);
    await chat.answer.getByRole("button", { name: "Show as diagram" }).click();
    await expect(sun(chat)).toBeVisible({ timeout: 60_000 });
  });

  test(`a diagram ${what}, and of more than four times that, stays text`, async ({ open, provider }) => {
    const chat = await open();
    provider.enqueue(reply(fenced(tooMuch) + below));
    await chat.send("Draw.");
    await chat.settled();
    await chat.answer.evaluate((article) => article.scrollIntoView());
    await expect(note(chat)).toContainText("Shown as text");
    // More characters than the frame ever takes need no second try to be known.
    if (tooMuch.length < 80_000) await drawIt(chat).click();
    await expect(drawIt(chat)).toHaveCount(0);
    await expect(note(chat)).toContainText("Shown as text");
    await leaveAndReturn(chat);
    await expect(note(chat)).toContainText("Shown as text");
    await expect(drawIt(chat)).toHaveCount(0);
    await expect(wrong(chat)).toHaveCount(0);
  });
}

test("a diagram nested too deep for its frame stands there as text", async ({ open, provider }) => {
  const chat = await open();
  const [opened, closed] = [
    Array.from({ length: 1_000 }, (_, at) => `subgraph s${at}`),
    Array.from({ length: 1_000 }, () => "end"),
  ];
  provider.enqueue(reply(fenced(["graph TD", ...opened, "Sun", ...closed].join("\n"))));
  await chat.send("Draw.");
  await chat.settled();
  await expect(note(chat)).toContainText("Shown as text", { timeout: 30_000 });
  await expect(wrong(chat)).toHaveCount(0);
});

test("a diagram that takes too long is ended, and has four times as long when it is asked for", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page, answer } = chat;
  provider.enqueue(reply(fenced(star(2))));
  await chat.send("Draw.");
  await chat.settled();
  await expect(sun(chat)).toBeVisible();
  await page.clock.install();
  await page.evaluate(() => {
    const theme = matchMedia("(prefers-color-scheme: dark)");
    theme.addEventListener("change", ({ matches }) => {
      document.body.dataset.themeTold = matches ? "dark" : "light";
    });
  });
  /** The frame does not answer when the theme changes; its time runs from there. */
  const askInVain = async (colorScheme: "dark" | "light") => {
    await figure(chat)
      .frameLocator("iframe")
      .locator("body")
      .evaluate(() => Object.assign(Reflect.get(window, "mermaid"), { render: () => new Promise(() => {}) }));
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`body[data-theme-told=${colorScheme}]`)).toBeAttached();
  };

  await askInVain("dark");
  await page.clock.fastForward(14_000);
  await expect(figure(chat)).toBeVisible();
  await page.clock.fastForward(1_000);
  await expect(note(chat)).toContainText("Shown as text");
  await expect(answer.locator("pre")).toHaveText(star(2));
  await drawIt(chat).click();
  await expect(sun(chat)).toBeVisible();

  await askInVain("light");
  await page.clock.fastForward(59_000);
  await expect(figure(chat)).toBeVisible();
  await page.clock.fastForward(1_000);
  await expect(note(chat)).toContainText("Shown as text");
  await expect(drawIt(chat)).toHaveCount(0);
  await expect(wrong(chat)).toHaveCount(0);
});

test("a diagram that is wrong says so and offers nothing, however large it is", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply(fenced("graph TD; A--", `Edge limit exceeded\n${star(20)}`)));
  await chat.send("Draw.");
  await chat.settled();
  await expect(wrong(chat)).toHaveCount(2);
  await expect(note(chat)).toHaveCount(0);
  await expect(drawIt(chat)).toHaveCount(0);
});

test("the frame of a diagram keeps to the largest budget, whatever it is told", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply(fenced(star(2))));
  await chat.send("Draw.");
  await chat.settled();
  await expect(sun(chat)).toBeVisible();
  const answered = (source: string) =>
    chat.page.evaluate(
      ({ source, bounds }) =>
        new Promise<unknown>((resolve) => {
          const frame = document.querySelector("iframe")?.contentWindow;
          const colours = {
            dark: false,
            ground: "#fff",
            raised: "#fff",
            text: "#000",
            second: "#000",
            line: "#000",
            palette: ["#060"],
            onPalette: "#fff",
          };
          addEventListener("message", ({ data }) => data.turn === -1 && resolve(data.type));
          frame?.postMessage({ type: "draw", turn: -1, source, colours, bounds }, "*");
        }),
      { source, bounds: { characters: 1e9, edges: 1e9 } },
    );
  expect(await answered(long(80_001))).toBe("over");
  expect(await answered(star(1_201))).toBe("over");
  expect(await answered(star(3))).toBe("drawn");
});
