// The actions of one message, by hand, by key and by menu: copied, looked into, explained by the notes beside it.
import { type Chat, expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";
import { clipboard, resize } from "../fixtures/system";

test.use({ sharesApp: true });

const forget = (chat: Chat) => chat.braid.app.evaluate(({ clipboard }) => clipboard.writeText("nothing"));

const source = "# Plan\n\nFirst **this**, then:\n\n- one\n- two\n\n```ts\nconst a = 1;\n```";
/** As it was read, the name of the language above the code included. */
const plain = /^Plan\n\nFirst this, then:\n\n- one\n- two\n\nconst a = 1;$/;

test("message actions: painted on demand, copied as it was written, a menu of all of them, details of what was used [TK-1]", async ({
  open,
  provider,
}) => {
  const usage = { input: 1234, output: 56, reasoning: 7, cacheRead: 800 };
  provider.enqueue(
    [{ reasoning: "Hm." }, { text: source }, ...ending("stop", usage)],
    [{ text: "Uncounted." }, ...ending("stop", null)],
  );
  const chat = await open();
  const { keyboard } = chat.page;
  await chat.send("A plan, please.");
  await chat.settled();
  await chat.text();
  const copy = chat.answer.getByRole("button", { name: "Copy", exact: true }).last();
  await test.step("there for everyone, painted on demand, and nothing moves", async () => {
    const row = chat.answer.locator(".message-actions");
    const before = await chat.answer.boundingBox();
    await chat.composer.hover();
    await expect(row).toHaveCSS("opacity", "0");
    await expect(copy).toBeAttached();
    // The display has one pointer, and a window of another test may come under it: a hand would move once more.
    await expect(async () => {
      await chat.composer.hover();
      await chat.answer.hover();
      await expect(row).toHaveCSS("opacity", "1", { timeout: 1000 });
    }).toPass();
    expect(await chat.answer.boundingBox()).toEqual(before);
    await chat.composer.hover();
    await expect(row).toHaveCSS("opacity", "0");
    // The newest message's are the last stops before the composer.
    await chat.composer.focus();
    const focused = () => chat.page.evaluate(() => document.activeElement?.getAttribute("data-action"));
    for (let n = 0; n < 8 && (await focused()) !== "copy"; n++) await keyboard.press("Shift+Tab");
    expect(await focused()).toBe("copy");
    await expect(row).toHaveCSS("opacity", "1");
  });
  await test.step("in one line where there is no room for words: their names stay, and a tooltip tells them", async () => {
    await resize(chat, 540, 800);
    const lines = () =>
      chat.answer
        .locator(".message-actions > button")
        .evaluateAll((all) => new Set(all.map((button) => button.getBoundingClientRect().top)).size);
    await expect.poll(lines).toBe(1);
    await copy.focus();
    await keyboard.press("Tab");
    await keyboard.press("Shift+Tab");
    await expect(copy).toBeFocused();
    await expect(chat.page.locator(".tooltip")).toHaveText("Copy");
    await resize(chat, 1280, 800);
    await chat.composer.focus();
    await expect(chat.page.locator(".tooltip")).toHaveCount(0);
  });
  await test.step("copied as it was written, though the page may ask for no permission", async () => {
    await forget(chat);
    await copy.click();
    await expect.poll(() => clipboard(chat)).toBe(source);
    await expect(chat.page.getByText("Copied", { exact: true })).toBeAttached();
    await chat.messages.first().getByRole("button", { name: "Copy", exact: true }).click();
    await expect.poll(() => clipboard(chat)).toBe("A plan, please.");
    // By its key, from wherever one is.
    await chat.composer.focus();
    await keyboard.press("Control+Shift+C");
    await expect.poll(() => clipboard(chat)).toBe(source);
  });
  await test.step("the conversation, by Ctrl+A: its Markdown, and rich text without what is no words", async () => {
    await forget(chat);
    const rich = chat.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const heard = ({ clipboardData }: ClipboardEvent) =>
            resolve(clipboardData?.getData("text/html") ?? "");
          addEventListener("copy", heard, { once: true });
        }),
    );
    await chat.conversation.focus();
    await keyboard.press("Control+A");
    await keyboard.press("Control+C");
    await expect.poll(() => clipboard(chat)).toBe(`**You**\n\nA plan, please.\n\n**Assistant**\n\n${source}`);
    expect(await rich).toContain("<p><b>You</b></p><p>A plan, please.</p><p><b>Assistant</b></p>");
    expect(await rich).toMatch(/>Plan<\/h2>.*<strong>this<\/strong>.*<li>one<\/li>.*<pre.*const/s);
    expect(await rich).not.toMatch(/Copy|TypeScript|<button|class=|Hm\./);
    await chat.composer.focus();
  });
  await test.step("a menu has all of them, by mouse and by key, and gives the focus back", async () => {
    await forget(chat);
    await chat.answer.locator(".message-meta").click({ button: "right" });
    const menu = chat.page.getByRole("menu", { name: "Message" });
    await expect(menu.getByRole("menuitem")).toHaveText([
      "Try again",
      "Try again with another model…",
      /^Copy/,
      "Branch from here",
      "Branch with a summary…",
      "Label",
      "Ask aside",
      "Copy as plain text",
      "Details",
    ]);
    await menu.getByRole("menuitem", { name: "Copy as plain text" }).click();
    await expect.poll(() => clipboard(chat)).toMatch(plain);
    await copy.focus();
    await keyboard.press("Shift+F10");
    await expect(menu).toBeVisible();
    await keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(copy).toBeFocused();
    await expect(chat.answer).toHaveAttribute("data-state", "done");
  });
  await test.step("the details say what an answer used; what a provider did not say is not made up", async () => {
    const details = chat.page.getByRole("dialog", { name: "Details" });
    const button = chat.answer.getByRole("button", { name: "Details" });
    await button.press("Enter");
    for (const words of [
      "Modelbig",
      "no price known",
      "Finishednormally",
      /Input tokens new to the model1,234/,
    ])
      await expect(details).toContainText(words);
    for (const words of [/Cached input.*800/, /Reasoning tokens.*7/, /Output tokens.*56/])
      await expect(details).toContainText(words);
    await expect(details).not.toContainText("~");
    await keyboard.press("Escape");
    await expect(details).toHaveCount(0);
    await expect(button).toBeFocused();
    await chat.send("And now?");
    await chat.settled();
    await chat.answer.getByRole("button", { name: "Details" }).click();
    await expect(details).toContainText(/Input tokens new to the model~\d/);
  });
});

test("message actions: by key alone an earlier answer is reached from its question, and no other is passed [BR-1, RW-2]", async ({
  open,
  provider,
}) => {
  provider.respond((_request, index) => reply(`Answer ${index + 1}.`));
  const chat = await open();
  for (const text of ["First question", "Second question", "Third question"]) {
    await chat.send(text);
    await chat.settled();
  }
  const { keyboard } = chat.page;
  const passed = () =>
    chat.page.evaluate(() => {
      const { activeElement } = document;
      const said = activeElement?.closest("article")?.querySelector(".text")?.textContent ?? "";
      return `${said} ${activeElement?.getAttribute("data-action") ?? ""}`.trim();
    });
  const stops: string[] = [];
  await chat.conversation.press("Alt+ArrowDown");
  await expect(chat.questions.first()).toBeFocused();
  while (stops.at(-1) !== "Answer 1. branch" && stops.length < 20) {
    await keyboard.press("Tab");
    stops.push(await passed());
  }
  expect(stops).toContain("First question branch");
  expect(stops.at(-1)).toBe("Answer 1. branch");
  // And back to what was asked.
  while (stops.at(-1) !== "First question copy" && stops.length < 30) {
    await keyboard.press("Shift+Tab");
    stops.push(await passed());
  }
  expect(stops.at(-1)).toBe("First question copy");
  expect(stops.filter((stop) => /Second|Third|[23]/.test(stop))).toEqual([]);
  // From the end of the turn Tab goes on to the newest, not through all that lie between.
  const on: string[] = [];
  while (on.length < 30 && !on.some((stop) => stop.startsWith("Answer 3."))) {
    await keyboard.press("Tab");
    on.push(await passed());
  }
  expect(on.filter((stop) => /Second|2/.test(stop))).toEqual([]);
  expect(on.at(-1)).toMatch(/^Answer 3\./);

  for (let n = 0; n < 3; n++) await keyboard.press("Alt+ArrowUp");
  await expect(chat.questions.first()).toBeFocused();
  while ((await passed()) !== "Answer 1. try-again") await keyboard.press("Tab");
  // Nothing of it is cut off, though it begins before the words do.
  const again = chat.answers.first().getByRole("button", { name: "Try again" });
  await expect(again).toBeInViewport({ ratio: 1 });
  await keyboard.press("Enter");
  await expect(chat.questions).toHaveCount(1);
  await expect(chat.answers).toHaveText([/Answer 4\./]);
});

test("message actions: a thought is folded while it comes, stays as its reader left it, and says how long it took", async ({
  open,
  provider,
}) => {
  provider.enqueue([
    { reasoning: "First I look.\nThen I weigh" },
    { gate: "weighed" },
    { reasoning: " it.\nThe end of it." },
    { gate: "thought" },
    // The window counts from when it has shown the first word.
    { delayMs: 1000 },
    { text: "Four." },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("What is 2 + 2?");
  const thought = chat.answer.locator(".reasoning");
  const summary = thought.locator("summary");
  await expect(summary).toHaveText("Thinking…Then I weigh");
  await summary.press("Enter");
  await expect(thought).toContainText("First I look.");
  await expect(summary).toHaveText("Thinking…");
  provider.open("weighed");
  await expect(thought).toContainText("The end of it.");
  provider.open("thought");
  await chat.settled();
  await expect(summary).toHaveText(/^Thought for \d+ s$/);
  await expect(thought).toContainText("The end of it.");
  await summary.press("Space");
  await expect(thought).not.toContainText("First I look.");
  await chat.page.reload();
  await expect(summary).toHaveText(/^Thought for \d+ s$/);
});

test("a triple click on the last paragraph of a message marks that paragraph alone for a copy", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("First words.\n\nLast words."));
  const chat = await open();
  for (const text of ["One", "Two"]) {
    await chat.send(text);
    await chat.settled();
  }
  const marked = [
    [chat.page.getByText("Last words.").first(), "Last words."],
    [chat.questions.first().getByText("One", { exact: true }), "One"],
  ] as const;
  for (const [paragraph, copied] of marked) {
    await forget(chat);
    await paragraph.click({ clickCount: 3 });
    await chat.page.keyboard.press("ControlOrMeta+c");
    await expect.poll(async () => (await clipboard(chat)).trim()).toBe(copied);
  }
});
