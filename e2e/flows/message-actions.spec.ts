// What can be done with one message, by hand, by key and by menu: copied, looked into, explained by the notes beside it.
import { type Chat, expect, test } from "../fixtures/chat";
import { ending, refusal, reply } from "../fixtures/provider/script";
import { clipboard } from "../fixtures/system";

test.use({ sharesApp: true });

const forget = (chat: Chat) => chat.braid.app.evaluate(({ clipboard }) => clipboard.writeText("nothing"));

const source = "# Plan\n\nFirst **this**, then:\n\n- one\n- two\n\n```ts\nconst a = 1;\n```";
/** As it was read, the name of the language above the code included. */
const plain = /^Plan\n\nFirst this, then:\n\n- one\n- two\n\nconst a = 1;$/;

test("a message is copied as it was written, though the page may ask for no permission", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply({ reasoning: "Hm." }, source));
  const chat = await open();
  await chat.send("A plan, please.");
  await chat.settled();
  await forget(chat);
  await chat.answer.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => clipboard(chat)).toBe(source);
  await expect(chat.page.getByText("Copied", { exact: true })).toBeAttached();
  await chat.messages.first().getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => clipboard(chat)).toBe("A plan, please.");
  // By its key, from wherever one is.
  await chat.composer.focus();
  await chat.page.keyboard.press("Control+Shift+C");
  await expect.poll(() => clipboard(chat)).toBe(source);
});

test("an answer of more than two megabytes is copied as it was written: where it was cut for storing leaves no trace", async ({
  open,
  provider,
}) => {
  test.setTimeout(120_000);
  const lines = Array.from({ length: 25_200 }, (_, at) => `  line ${at} ${"of many words ".repeat(5)}.\n`);
  const long = `\`\`\`\n${lines.join("")}\`\`\``;
  provider.enqueue([{ text: long }, ...ending()]);
  const chat = await open();
  await chat.send("A long plan, please.");
  await chat.settled();
  /** Not the text itself: a failure would print it. */
  const copied = async () => (await clipboard(chat)) === long;

  await chat.answer.getByRole("button", { name: "Copy", exact: true }).last().press("Enter");
  await expect.poll(copied).toBe(true);
  await forget(chat);
  await chat.answer.getByRole("button", { name: "Copy", exact: true }).last().press("Shift+F10");
  await chat.page.getByRole("menuitem", { name: "Copy as plain text" }).click();
  await expect.poll(copied).toBe(true);
});

test("the actions are there for everyone and painted on demand, and nothing moves", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("Yes."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled();
  expect(await chat.text()).toBe("Yes.");
  const row = chat.answer.locator(".message-actions");
  const before = await chat.answer.boundingBox();
  await chat.composer.hover();
  await expect(row).toHaveCSS("opacity", "0");
  await expect(chat.answer.getByRole("button", { name: "Copy", exact: true })).toBeAttached();
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
  for (let n = 0; n < 5 && (await focused()) !== "copy"; n++) await chat.page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe("copy");
  await expect(row).toHaveCSS("opacity", "1");
});

test("[BR-1] [RW-2] by key alone an earlier answer is reached from its question, and what can be done with it; no other is passed", async ({
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

test("the menu of a message has all of them, by mouse and by key, and gives the focus back", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply(source));
  const chat = await open();
  await chat.send("A plan, please.");
  await chat.settled();
  await forget(chat);
  await chat.answer.locator(".message-meta").click({ button: "right" });
  const menu = chat.page.getByRole("menu", { name: "Message" });
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Try again",
    "Try again with another model…",
    /^Copy/,
    "Branch from here",
    "Ask aside",
    "Copy as plain text",
    "Details",
  ]);
  await menu.getByRole("menuitem", { name: "Copy as plain text" }).click();
  await expect.poll(() => clipboard(chat)).toMatch(plain);
  const copy = chat.answer.getByRole("button", { name: "Copy", exact: true });
  await copy.focus();
  await chat.page.keyboard.press("Shift+F10");
  await expect(menu).toBeVisible();
  await chat.page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(copy).toBeFocused();
  await expect(chat.answer).toHaveAttribute("data-state", "done");
});

test("[TK-1] the details say what an answer used, and what a provider did not say is not made up", async ({
  open,
  provider,
}) => {
  const usage = { input: 1234, output: 56, reasoning: 7, cacheRead: 800 };
  provider.enqueue(
    [{ reasoning: "Hm." }, { text: "Counted." }, ...ending("stop", usage)],
    [{ text: "Uncounted." }, ...ending("stop", null)],
  );
  const chat = await open();
  await chat.send("Count.");
  await chat.settled();
  const details = chat.page.getByRole("dialog", { name: "Details" });
  const button = chat.answer.getByRole("button", { name: "Details" });
  await button.press("Enter");
  await expect(details).toContainText("Modelbig");
  await expect(details).toContainText(/Input new to the model1,234/);
  await expect(details).toContainText(/Cached input.*800/);
  await expect(details).toContainText(/Reasoning.*7/);
  await expect(details).toContainText(/Output.*56/);
  await expect(details).toContainText("no price known");
  await expect(details).toContainText("Endedby itself");
  await expect(details).not.toContainText("~");
  await chat.page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(button).toBeFocused();
  await chat.send("And now?");
  await chat.settled();
  await chat.answer.getByRole("button", { name: "Details" }).click();
  await expect(details).toContainText(/Input new to the model~\d/);
});

test("a thought is folded while it comes, shows its newest line, and stays as its reader left it", async ({
  open,
  provider,
}) => {
  provider.enqueue([
    { reasoning: "First I look.\nThen I weigh" },
    { gate: "weighed" },
    { reasoning: " it.\nThe end of it." },
    { gate: "thought" },
    { text: "Four." },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("What is 2 + 2?");
  const thought = chat.answer.locator(".reasoning");
  const summary = thought.locator("summary");
  await expect(summary).toHaveText("Thinking…Then I weigh");
  await summary.focus();
  await chat.page.keyboard.press("Enter");
  await expect(thought).toContainText("First I look.");
  await expect(summary).toHaveText("Thinking…");
  provider.open("weighed");
  await expect(thought).toContainText("The end of it.");
  provider.open("thought");
  await chat.settled();
  await expect(summary).toHaveText(/^Thought/);
  await expect(thought).toContainText("The end of it.");
  await summary.focus();
  await chat.page.keyboard.press("Space");
  await expect(thought).not.toContainText("First I look.");
});

test("how long a thought took is said where somebody saw it end, also after a reload", async ({
  open,
  provider,
}) => {
  provider.enqueue([
    { reasoning: "Hm." },
    { gate: "seen" },
    { delayMs: 1200 },
    { text: "Four." },
    ...ending(),
  ]);
  const chat = await open();
  await chat.send("What is 2 + 2?");
  // The window counts from when it has shown the first word.
  await expect(chat.answer.locator("summary")).toContainText("Hm.");
  provider.open("seen");
  await chat.settled();
  await expect(chat.answer.locator("summary")).toHaveText(/^Thought for \d+ s$/);
  await chat.page.reload();
  await expect(chat.answer.locator("summary")).toHaveText(/^Thought for \d+ s$/);
});

test("[MS-1] the thread says where another model begins to answer", async ({ open, provider }) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({ settings: { models: [{ id: "big" }, { id: "other" }] } });
  await chat.send("One?");
  await chat.settled();
  const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("There is no session.");
  const send = (text: string, model_id: string) =>
    chat.call("session.send", { session_id: session.id, text, model: { provider_id: "scripted", model_id } });
  await send("Two?", "other");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  await send("Three?", "other");
  await expect(chat.answers).toHaveCount(3);
  await chat.settled();
  const notes = chat.conversation.getByRole("note");
  await expect(notes).toHaveText(["Model changed to other"]);
  await chat.page.reload();
  await expect(notes).toHaveText(["Model changed to other"]);
});

test("[RN-7] an answer that took several attempts says so, and why", async ({ open, provider }) => {
  provider.enqueue(
    refusal(529, { "retry-after": "0" }),
    [{ text: "Half" }, { reset: true }],
    reply("Whole."),
  );
  const chat = await open({ settings: { run: { max_retries: 3 } } });
  await chat.send("Hello?");
  await expect(chat.answer).toContainText("Whole.");
  await chat.settled();
  const note = chat.conversation.getByRole("note");
  await expect(note).toHaveText(/^Retried 2 times, last after: /);
  await chat.page.reload();
  await expect(note).toHaveText(/^Retried 2 times, last after: /);
});

test("a refused key offers what mends it: the settings, another model, going on", async ({
  open,
  provider,
}) => {
  provider.enqueue(refusal(401));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled("error");
  await expect(chat.alert.getByRole("button")).toHaveText([
    "Open settings",
    "Try again",
    "Continue",
    "Choose another model",
  ]);
});
