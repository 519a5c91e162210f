// Diagrams are drawn from their source, which is a click away. One that would cost more than its budget stands there as text, and is drawn
// with a larger one when that is asked for. One over its time is in `e2e/faults/exploding.spec.ts`.
import { type Chat, expect, test } from "../fixtures/chat";
import { areDrawn } from "../fixtures/diagram";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

test.use({ sharesApp: true });

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

/** Below a diagram, more than a message that is always built as a whole has. */
const below = `${Array.from({ length: 100 }, (_, at) => `Paragraph ${at}. ${"Many words follow each other. ".repeat(12)}`).join("\n\n")}\n\nThe very end.`;

/** The reader goes to the end of the answer, so far that the diagram is no longer built, and comes back. */
async function leaveAndReturn({ conversation, answer }: Chat): Promise<void> {
  await answer.getByText("The very end.").evaluate((end) => end.scrollIntoView());
  await conversation.press("End");
  await expect(answer.locator("figure")).toHaveCount(0);
  await answer.evaluate((article) => article.scrollIntoView());
  await expect(answer.locator("figure")).toHaveCount(1);
}

/** Has a new session answer with these words. */
async function show(chat: Chat, provider: ScriptedProvider, words: string): Promise<void> {
  provider.enqueue(reply(words));
  await chat.button("New session").click();
  await chat.send("Draw.");
  await chat.settled();
}
async function isText(chat: Chat): Promise<void> {
  await expect(note(chat)).toContainText("Shown as text");
  await expect(wrong(chat)).toHaveCount(0);
}

test("a diagram is drawn when it is complete, with its source at hand; one that is wrong says so", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { answer } = chat;
  await test.step("its source is a click away", async () => {
    const source = "graph TD\n  A[Start] --> B[End]";
    const fence = "```";
    provider.enqueue([
      { text: `${fence}mermaid\n${source}` },
      { gate: "rest" },
      { text: `\n${fence}\n` },
      ...ending(),
    ]);
    await chat.send("Draw.");
    await expect(answer.locator("pre")).toContainText("A[Start]");
    await expect(answer.locator("iframe")).toHaveCount(0);
    provider.open("rest");
    await chat.settled();
    const drawn = figure(chat).frameLocator("iframe").getByText("Start");
    await areDrawn(answer);
    await expect(drawn).toBeVisible();
    await figure(chat).getByRole("button", { name: "Copy source" }).click();
    await expect.poll(() => clipboard(chat)).toBe(source);
    await figure(chat).getByRole("button", { name: "Show source" }).click();
    await expect(answer.locator("pre")).toHaveText(source);
    await answer.getByRole("button", { name: "Show as diagram" }).click();
    await areDrawn(answer);
    await expect(drawn).toBeVisible();
  });
  await test.step("wrong: said so, and nothing is offered, however large it is", async () => {
    await show(chat, provider, fenced("graph TD; A--", `Edge limit exceeded\n${star(20)}`));
    await expect(wrong(chat)).toHaveCount(2);
    await expect(answer.locator("pre").first()).toHaveText("graph TD; A--");
    await expect(note(chat)).toHaveCount(0);
    await expect(drawIt(chat)).toHaveCount(0);
  });
});

test("a diagram over its budget is text until it is asked for, and stays text where that is not enough", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { answer } = chat;
  await test.step("too long: text, drawn on demand, and again as it was left", async () => {
    const over = long(20_001);
    await show(chat, provider, fenced(over) + below);
    await answer.evaluate((article) => article.scrollIntoView());
    await isText(chat);
    await expect(answer.locator("pre")).toHaveText(over);
    await drawIt(chat).click();
    await expect(sun(chat)).toBeVisible({ timeout: 60_000 });
    await expect(note(chat)).toHaveCount(0);
    await leaveAndReturn(chat);
    await expect(sun(chat)).toBeVisible();
    await answer.getByRole("button", { name: "Show source" }).click();
    await leaveAndReturn(chat);
    await expect(answer.locator("pre")).toHaveText(over);
  });
  await test.step("far too long, of far too many edges, nested too deep: it stays text", async () => {
    // More characters than the frame ever takes need no second try to be known.
    await show(chat, provider, fenced(long(80_001)));
    await isText(chat);
    await expect(drawIt(chat)).toHaveCount(0);
    await show(chat, provider, fenced(star(1_201)));
    await drawIt(chat).click();
    await expect(drawIt(chat)).toHaveCount(0);
    await isText(chat);
    const opened = Array.from({ length: 1_000 }, (_, at) => `subgraph s${at}`);
    await show(chat, provider, fenced(["graph TD", ...opened, "Sun", ...opened.map(() => "end")].join("\n")));
    await expect(note(chat)).toContainText("Shown as text", { timeout: 30_000 });
    await isText(chat);
  });
});
