// A window at rest is quiet, and nothing that stays moves when a turn begins or ends.
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not there.");
  return box;
}

test("at rest the bar says nothing, at work it does, and the meter stays where it is", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("One."), [{ text: "Two" }, { gate: "rest" }, ...ending()]);
  const chat = await open();
  const meter = chat.page.getByRole("button", { name: "Context and cost" });
  const edges = async () => {
    const { x, width } = await boxOf(meter);
    return x + width;
  };
  await chat.send("Hello?");
  await chat.settled();
  const atRest = await edges();
  await expect(chat.status).toHaveText("idle");
  await expect(chat.status).toHaveClass("unseen");
  await chat.send("And now?");
  await expect(chat.answer).toContainText("Two");
  await expect(chat.status).toHaveText("busy");
  await expect(chat.status).not.toHaveClass("unseen");
  await expect.poll(edges).toBe(atRest);
  provider.open("rest");
  await chat.settled();
  await expect.poll(edges).toBe(atRest);
});

test("the composer is as wide as the words above it", async ({ open, provider }) => {
  provider.enqueue(reply("One."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  const words = await boxOf(chat.messages.first());
  const composer = await boxOf(chat.page.locator(".composer"));
  expect(composer.x).toBeCloseTo(words.x, 0);
  expect(composer.width).toBeCloseTo(words.width, 0);
});

const diagrams = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${"Some words about it. ".repeat(60)}\n\n\`\`\`mermaid\ngraph TD; A${n}-->B-->C-->D\n\`\`\`\n`,
  ).join("\n");

test("a diagram that is drawn when its reader comes by is not called new", async ({ open, provider }) => {
  provider.respond(() => reply(diagrams(4)));
  const chat = await open();
  for (const question of ["One?", "Two?", "Three?"]) {
    await chat.send(question);
    await chat.settled();
  }
  await chat.page.reload();
  await expect(chat.answer).toBeAttached();
  // Words are drawn once the code that draws them is there, and read from their end.
  await expect(chat.conversation.locator(".text[aria-busy]")).toHaveCount(0);
  const toEnd = () =>
    chat.conversation.evaluate((box) => [
      box.scrollTop > 0,
      Math.round(box.scrollHeight - box.scrollTop - box.clientHeight) <= 4,
    ]);
  await expect.poll(toEnd).toEqual([true, true]);
  const frames = chat.conversation.locator("iframe");
  // Page by page to the top, as one reads.
  while ((await chat.conversation.evaluate((box) => box.scrollTop)) > 0) {
    await chat.conversation.evaluate((box) => box.scrollBy({ top: -400, behavior: "instant" }));
    await chat.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(frames.first()).not.toHaveCSS("height", "0px");
  await expect(chat.page.getByRole("button", { name: "New below" })).toHaveCount(0);
});

test("the page of a fresh window is read from its top, and stays there when a form opens in it", async ({
  open,
}) => {
  const chat = await open({ settings: "none", env: { BRAID_LOCAL_PORTS: "1,1,1" } });
  const ways = chat.page.getByRole("region", { name: "Three ways to begin" });
  await expect(ways).toContainText("No server found");
  await resize(chat, 900, 520);
  await expect(ways.getByRole("heading", { name: "Three ways to begin" })).toBeInViewport();
  const anthropic = ways.getByRole("button", { name: "Anthropic" });
  const before = await boxOf(anthropic);
  await anthropic.click();
  await expect(ways.getByLabel("API key")).toBeFocused();
  await expect(ways.getByLabel("API key")).toBeInViewport();
  expect((await boxOf(anthropic)).y).toBe(before.y);
});
