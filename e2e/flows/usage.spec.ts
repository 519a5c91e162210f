// How full the context is and what a session cost: the meter of the bar, and what both numbers are made of.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { misplacedIn } from "../fixtures/misplaced";
import { ending, reply, type Script } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

const answered = (input: number, output: number): Script => [
  { text: "Yes." },
  ...ending("stop", { input, output }),
];
const models = [
  { id: "big", context_limit: 200_000, price: { input: 2, output: 10 } },
  { id: "unpriced", context_limit: 200_000 },
];

test("usage: the meter holds the draft and opens its parts; nearly full without automatic summaries is told, with the ways out [TK-3, CP-8]", async ({
  open,
  provider,
}) => {
  // Of its own: what other tests have taught the app about the counts of a model is not of this one.
  const settings = { models: [{ id: "metered", context_limit: 200_000, compaction: { auto: false } }] };
  const chat = await open({ settings });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  const popover = chat.page.getByRole("dialog", { name: "Context and cost" });
  const warning = chat.page.getByRole("group", { name: "Nearly full" });
  provider.enqueue(answered(100_000, 24_000), answered(170_000, 1000), answered(175_000, 6000));
  await test.step("the draft counts, marked, until it is gone", async () => {
    await chat.send("One, with words enough to be worth a summary? ".repeat(20));
    await chat.settled();
    await expect(meter).toHaveText("124k of 200k tokens");
    await chat.composer.fill("many words of a draft ".repeat(2000));
    await expect(meter).toHaveText(/^~13\dk of 200k tokens$/);
    await chat.composer.fill("");
    await expect(meter).toHaveText("124k of 200k tokens");
  });
  await test.step("the parts are named, in the words of the field, and a reader of any kind gets them", async () => {
    await chat.button("Context and cost").press("Enter");
    for (const name of [
      "System prompt: instructions",
      "Turns",
      "Cached input",
      "Cache write",
      "Reasoning tokens",
    ])
      await expect(popover).toContainText(name);
    await expect(popover).toContainText("Kept free for an answer from180,000");
    await chat.page.keyboard.press("Escape");
    await expect(warning).toHaveCount(0);
  });
  await test.step("nearly full is told once, and again when it has grown", async () => {
    await chat.send("Two?");
    await chat.settled();
    await expect(warning).toContainText("nearly full");
    expect(await findings(chat.page)).toEqual([]);
    for (const name of ["Compact", "Branch…", "Another model…"])
      await expect(warning.getByRole("button", { name })).toBeEnabled();
    await warning.getByRole("button", { name: "Dismiss" }).click();
    await expect(warning).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    await chat.send("Three?");
    await chat.settled();
    await expect(warning).toBeVisible();
    provider.summary(() => reply("## Goal\n\nLess."));
    await warning.getByRole("button", { name: "Compact" }).click();
    await expect(chat.page.getByRole("note", { name: /Summarised/ })).toBeVisible();
    await expect(warning).toHaveCount(0);
    await expect(meter).toHaveText(/^~\d/);
  });
  await test.step("what the summary took has a line of its own, and is in the sum", async () => {
    await chat.button("Context and cost").press("Enter");
    await expect(popover).toContainText("Answers 476,000 tokens");
    await expect(popover).toContainText("Summaries 17 tokens");
    await expect(popover).toContainText(/Total 476,0\d\d tokens/);
  });
});

test("usage: the meter fills, the cost is computed, no price is no cost; in a narrow window nothing of the bar overlaps [TK-3g, TK-4b, TK-4]", async ({
  open,
  provider,
}) => {
  const settings = { models, run: { max_retries: 2 } };
  const chat = await open({ settings });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  const popover = chat.page.getByRole("dialog", { name: "Context and cost" });
  const button = chat.button("Context and cost");
  const close = async () => {
    await chat.page.keyboard.press("Escape");
    await expect(popover).toHaveCount(0);
  };
  await test.step("the meter says what the last step filled of the window, and marks where summarising begins", async () => {
    provider.enqueue(answered(100_000, 24_000));
    await expect(chat.composer).toBeFocused();
    await expect(meter).toHaveCount(0);
    // The folder has its place in the bar as well.
    await chat.braid.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ["/"] });
    });
    await chat.button("Work in a folder").click();
    await expect(chat.main.getByRole("button", { name: /^Folder: / })).toBeVisible();
    await chat.send("A rather long first message that becomes the title of its session, word for word");
    await chat.settled();
    await expect(meter).toHaveText("124k of 200k tokens");
    await expect(meter).toHaveAttribute("aria-valuenow", "124000");
    await expect(meter).toHaveAttribute("aria-valuemax", "200000");
    const place = (part: string) =>
      meter.locator(part).evaluate((element) => {
        const bar = element.parentElement?.getBoundingClientRect();
        const own = element.getBoundingClientRect();
        return bar && { from: (own.left - bar.left) / bar.width, to: (own.right - bar.left) / bar.width };
      });
    expect((await place(".context-bar-used"))?.to).toBeCloseTo(0.62, 1);
    expect((await place(".context-bar-mark"))?.from).toBeCloseTo(0.9, 1);
  });
  await test.step("the cost comes from prices where the provider names none, hidden attempts included", async () => {
    await meter.click();
    await expect(popover).toContainText("big from list prices$0.44");
    await expect(popover).toContainText("Total124,000");
    await expect(popover).toContainText(/The model takes200,000/);
    await close();
    await expect(button).toBeFocused();
    provider.enqueue([{ text: "Half" }, { gate: "seen" }, { reset: true }], answered(150_000, 40_000));
    await chat.send("Two?");
    await expect(chat.answer).toContainText("Half");
    provider.open("seen");
    await expect(chat.answer).toContainText("Yes.");
    await chat.settled();
    await expect(meter).toHaveText("190k of 200k tokens");
    await expect(meter.locator(".context-bar")).toHaveAttribute("data-full", "true");
    await button.press("Enter");
    // The attempt that broke off was estimated: so is the sum.
    await expect(popover).toContainText(/big from list prices~\$1\.\d\d/);
    // The failed attempt is hidden, so the sums of the visible answers hold no estimate.
    await expect(popover).toContainText("Total314,000");
    await close();
  });
  await test.step("the title is edited in the bar, and nothing overlaps or leaves it in a narrow window", async () => {
    await chat.title.dblclick();
    const editor = chat.page.getByRole("textbox", { name: "Session title" });
    await editor.fill("Never mind");
    await editor.press("Escape");
    await expect(chat.title).toContainText("A rather long first message");
    await chat.title.dblclick();
    await editor.fill(
      "A title of its own that is long enough to be cut in any window, however wide it may be",
    );
    await editor.press("Enter");
    await expect(chat.title).toContainText("A title of its own");
    await expect(chat.sessions.first()).toContainText("A title of its own");
    await resize(chat, 700, 900);
    await expect.poll(() => misplacedIn(chat.page.locator(".session-bar"))).toEqual([]);
    await resize(chat, 1280, 800);
  });
  await test.step("a model without a price has no cost, and a provider without numbers an estimate", async () => {
    await chat.page.keyboard.press("Control+N");
    await expect(chat.title).toHaveText("New session");
    await chat.chooseModel("unpriced");
    provider.enqueue([{ text: "Yes." }, ...ending("stop", null)]);
    await chat.send("Three?");
    await chat.settled();
    await expect(meter).toHaveText(/^~\d+ of 200k tokens$/);
    await button.press("Enter");
    await expect(popover).toContainText("no price known");
    await expect(popover).toContainText(/Output tokens~\d+Total~\d+/);
    await expect(popover).not.toContainText("$");
    await chat.page.reload();
    await expect(meter).toHaveText(/^~\d+ of 200k tokens$/);
  });
});

test("usage: the meter follows the steps of an answer that is being written, in one number; what is open is summed up again when the title's call has ended, which comes after its answer [Z-5, TK-3g, TK-1, TK-4]", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { models } });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  const step = (id: string, input: number): Script => [
    { tool: { id, name: "fly", input: { to: "Mars" } } },
    ...ending("tool_calls", { input, output: 1000 }),
  ];
  const popover = chat.page.getByRole("dialog", { name: "Context and cost" });
  await test.step("the title's call ends after the answer, and is in the sum", async () => {
    provider.title(() => [
      { gate: "named" },
      { text: "A name" },
      ...ending("stop", { input: 300, output: 40 }),
    ]);
    provider.enqueue(answered(100_000, 24_000));
    await chat.send("One?");
    await chat.settled();
    await chat.button("Context and cost").press("Enter");
    await expect(popover).toContainText("Total124,000");
    await expect(popover).not.toContainText("340 tokens");
    provider.open("named");
    await expect(popover).toContainText("340 tokens");
    await chat.page.keyboard.press("Escape");
    await expect(popover).toHaveCount(0);
    await chat.page.keyboard.press("Control+N");
    await expect(chat.title).toHaveText("New session");
  });
  provider.enqueue(
    step("one", 49_000),
    [{ text: "Second" }, { gate: "second" }, ...step("two", 79_000)],
    [{ text: "Third" }, { gate: "third" }, ...ending("stop", { input: 99_000, output: 1000 })],
  );
  await chat.send("Fly.");
  await test.step("after each step, measured and unmarked, before there is a session's own number", async () => {
    await expect(chat.answer).toContainText("Second");
    await expect(meter).toHaveText("50k of 200k tokens");
    provider.open("second");
    await expect(chat.answer).toContainText("Third");
    await expect(meter).toHaveText("80k of 200k tokens");
  });
  await test.step("a window that comes to it shows the same, and the parts add up to one number", async () => {
    await chat.page.reload();
    await expect(chat.answer).toContainText("Third");
    await expect(meter).toHaveText("80k of 200k tokens");
    await meter.click();
    await expect(popover).toContainText("System prompt: instructions");
    await chat.page.keyboard.press("Escape");
    provider.open("third");
    await chat.settled();
    await expect(meter).toHaveText("100k of 200k tokens");
  });
});

test("usage: a server that has read only a part of the conversation is told beneath the answer, and its window is set from there [TK-3]", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { models: [{ id: "short-sighted" }, { id: "other" }] } });
  provider.enqueue(answered(900, 20));
  await chat.send("Words that the server leaves out. ".repeat(600));
  await chat.settled();
  const note = chat.messages.last().getByRole("note").filter({ hasText: "counted only 900 of about" });
  await expect(note).toBeVisible();
  expect(await findings(chat.page)).toEqual([]);
  await note.getByRole("button", { name: "Set the context window" }).press("Enter");
  const form = chat.page.getByRole("form", { name: "Limits and prices of short-sighted" });
  const field = form.getByRole("textbox", { name: "Context, tokens" });
  await expect(field).toBeFocused();
  await field.fill("4096");
  await field.press("Enter");
  await expect(form).toHaveCount(0);
  await chat.page.keyboard.press("Escape");
  await expect(chat.page.getByRole("meter", { name: "Context used" })).toHaveText(/of 4\.1k tokens$/);
  await test.step("the line stays with its answer, also after a restart of the page", async () => {
    await chat.page.reload();
    await expect(note).toBeVisible();
  });
});
