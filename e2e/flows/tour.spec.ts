// README's tour, walked through in the real window: each step stands in its pictures (docs/tour), which are made here. What is seen on it
// fits into a wide window and a narrow one.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestInfo } from "@playwright/test";
import { PNG, wholeTalk, zipOf } from "../../src-main/store/exchange/testing/foreign";
import { type Chat, expect, test } from "../fixtures/chat";
import { areDrawn } from "../fixtures/diagram";
import { fits } from "../fixtures/looks";
import { ending, reply, type Script } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const EARLIER = [
  ["Names for a cat", "What should I call a grey cat?"],
  ["Postcards from Lisbon", "Write me a postcard from Lisbon."],
  ["Migrating the billing tables", "How do I split the billing table in two?"],
  ["Flaky login test", "Why does the login test fail on Mondays?"],
  ["Quarterly report outline", "Outline a quarterly report."],
] as const;

const FIRST = `The client should wait **as long as the server asks**, up to a cap, and only for answers that can change by waiting:

| status | wait | try again |
|---|---|---|
| 429 | \`Retry-After\`, capped | yes |
| 503, 529 | back-off | yes |
| 400, 401, 404 | – | no |

\`\`\`ts
export function retryDelay(response: Response, attempt: number): number {
  const asked = parseRetryAfter(response.headers.get("retry-after"));
  return Math.min(asked ?? backOff(attempt), MAX_DELAY_MS);
}
\`\`\`

With a base $b$ and attempt $n$, back-off is $\\min(b \\cdot 2^{n-1}, c)$, plus some noise so that clients part ways.[^1]

[^1]: Otherwise all of them come back in the same second.`;

const SECOND = `No. It is either a number of seconds or an HTTP date:

\`\`\`mermaid
flowchart LR
  A[Retry-After] --> B{digits?}
  B -- yes --> C[seconds]
  B -- no --> D[date - now]
  C --> E[cap]
  D --> E
\`\`\`

A date in the past means “now”. `;

const answers: Script[] = [
  [{ reasoning: "The uploader gives up at once. It should honour the header." }, ...reply(FIRST)],
  [{ text: SECOND }, { gate: "never" }],
];

const models = [
  {
    id: "claude-sonnet-4-5",
    context_limit: 200_000,
    price: { input: 3, output: 15 },
  },
  { id: "big", context_limit: 1_000_000, price: { input: 1.25, output: 10 } },
];

/** Takes the picture of a step, and looks at it in both sizes. */
const taker =
  (chat: Chat, testInfo: TestInfo) =>
  async (name: string, colorScheme: "light" | "dark" = "light") => {
    await chat.page.mouse.move(0, 0);
    await chat.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await chat.page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
    await fits(chat, name);
  };

async function makeSession(chat: Chat, title: string, text: string): Promise<void> {
  await chat.call("session.create", { title, text });
  await expect(chat.page.getByRole("treeitem", { name: title })).toHaveAttribute("data-state", "idle");
}

test("the tour: a session, its words, what it costs, the palette, models and providers", async ({
  open,
  provider,
}, testInfo) => {
  provider.title(() => reply("Retry logic for the uploader"));
  provider.enqueue(...EARLIER.map(() => reply("Gladly.")));
  const chat: Chat = await open({ settings: { models } });
  const { page } = chat;
  const picture = taker(chat, testInfo);
  for (const [index, [title, text]] of EARLIER.entries()) {
    await makeSession(chat, title, text);
    // The session's answer is taken before those that follow are there.
    await provider.received(index);
  }

  await test.step("a conversation", async () => {
    provider.enqueue(...answers);
    await chat.send("When the server answers 429 we give up at once. What should the uploader do instead?");
    await chat.settled();
    await expect(chat.answer.getByRole("table")).toBeVisible();
    await expect(chat.title).toHaveText("Retry logic for the uploader");
    await picture("conversation");
    await chat.send("Is Retry-After always in seconds?");
    await expect(chat.answer).toContainText("A date in the past");
    await areDrawn(chat.answer);
    await expect(chat.answer.getByText("The diagram is being drawn.")).toHaveCount(0);
    await picture("streaming", "dark");
    await chat.button("Stop").click();
    await chat.settled("stopped");
  });
  await test.step("context and cost", async () => {
    await page.getByRole("meter", { name: "Context used" }).click();
    await expect(page.getByRole("dialog", { name: "Context and cost" })).toBeVisible();
    await picture("context");
    await page.keyboard.press("Escape");
  });
  await test.step("the palette", async () => {
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox", { name: "Search or run a command" }).fill("li");
    await expect(page.getByRole("option", { name: /Postcards from Lisbon/ })).toBeVisible();
    await picture("palette", "dark");
    await page.keyboard.press("Escape");
  });
  await test.step("models", async () => {
    await chat.model.click();
    await expect(chat.modelOptions.first()).toBeVisible();
    await picture("models");
    await page.keyboard.press("Escape");
  });
  await test.step("providers and keys", async () => {
    await page.keyboard.press("Control+,");
    await page.getByRole("tab", { name: "Models and providers" }).click();
    await page.getByRole("button", { name: /^scripted/ }).click();
    await picture("providers");
  });
});

const AGAIN = `It is either **a number of seconds** or an HTTP date. In code, digits first:

\`\`\`ts
const seconds = /^\\d+$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
\`\`\``;

test("the tour: going back, branching, asking aside, waiting", async ({ open, provider }, testInfo) => {
  provider.title(() => reply("Retry logic for the uploader"));
  const chat: Chat = await open({ settings: { models } });
  const { page } = chat;
  const picture = taker(chat, testInfo);
  provider.enqueue(reply("At most as long as the server asks, and never longer than a minute."));
  await chat.send("How long should the uploader wait after a 429?");
  await chat.settled();
  await expect(chat.title).toHaveText("Retry logic for the uploader");
  provider.enqueue(reply("It is a number of seconds."));
  await chat.send("Is Retry-After always in seconds?");
  await chat.settled();
  provider.enqueue(reply("Then it would wait for ever; a cap helps."));
  await chat.send("And if the clock is wrong?");
  await chat.settled();

  await test.step("going back", async () => {
    const second = chat.messages.filter({ hasText: "Is Retry-After always in seconds?" });
    await second.getByRole("button", { name: "Edit and resend" }).click();
    const editor = chat.conversation.getByRole("form", { name: "Rewind" });
    await editor.getByRole("textbox").fill("What may Retry-After hold? Show me in code.");
    await picture("rewind");
    provider.enqueue(reply(AGAIN));
    await editor.getByRole("button", { name: "Resend" }).click();
    await expect(chat.answer).toContainText("In code, digits first");
    await chat.settled();
  });
  await test.step("both timelines", async () => {
    await chat.conversation.getByRole("button", { name: "Compare" }).click();
    await expect(page.getByText("Then it would wait for ever")).toBeVisible();
    await picture("compare");
    await page.getByRole("button", { name: "Close" }).first().click();
  });
  await test.step("asking aside, and what waits", async () => {
    provider.enqueue([{ text: "The uploader would read the header once, " }, { gate: "never" }]);
    await chat.send("Write the function.");
    await expect(chat.answer).toContainText("once,");
    await page.keyboard.press("Control+J");
    const sidecar = page.getByRole("complementary", { name: "Sidecar" });
    provider.enqueue(
      reply("*529* is not in any standard: some providers answer it when they are overloaded."),
    );
    await sidecar.getByRole("textbox", { name: "Message" }).fill("What is a 529?");
    await expect(sidecar.getByRole("button", { name: "Send" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(sidecar.getByRole("article").last()).toContainText("overloaded");
    await chat.composer.fill("Then write a test for it.");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("list", { name: "Waiting messages" }).getByRole("listitem")).toHaveCount(1);
    await picture("sidecar", "dark");
    await sidecar.getByRole("button", { name: "Close sidecar" }).click();
    await chat.composer.focus();
    await page.keyboard.press("Escape");
    await chat.settled("stopped");
    await page.getByRole("button", { name: "Clear" }).click();
  });
  await test.step("a family of sessions", async () => {
    for (const text of ["How long should the uploader wait", "What may Retry-After hold?"]) {
      const from = chat.messages.filter({ hasText: text }).first();
      await from.getByRole("button", { name: "Branch from here" }).click();
      await expect(page.getByRole("note", { name: "Where this session comes from" })).toBeVisible();
      await page.getByRole("treeitem", { name: "Retry logic for the uploader", exact: true }).click();
      await expect(page.getByRole("note", { name: "Where this session comes from" })).toHaveCount(0);
    }
    await picture("branches");
  });
});

const SUMMARY = `## Goal

The uploader shall wait as long as the server asks, and never for ever.

## Progress

- \`retryDelay\` reads \`Retry-After\`, in seconds or as a date.
- Waits are capped at one minute (\`MAX_DELAY_MS\`).

## Decisions

400, 401 and 404 are not tried again.

## Next steps

A test with a clock that is wrong.`;

test("the tour: a conversation without end", async ({ open, provider }, testInfo) => {
  provider.title(() => reply("Retry logic for the uploader"));
  const chat: Chat = await open({ settings: { models } });
  const { page } = chat;
  const picture = taker(chat, testInfo);
  const questions = [
    "How long should the uploader wait after a 429?",
    "Is Retry-After always in seconds?",
    "And if the clock is wrong?",
    "Write the function.",
    "Now a test for it.",
  ];
  for (const [index, question] of questions.entries()) {
    const said = `${index === 4 ? AGAIN : FIRST}\n\n`;
    provider.enqueue([{ text: said }, ...ending("stop", { input: 31_000 * (index + 1), output: 900 })]);
    await chat.send(question);
    await chat.settled();
  }
  provider.summary(() => reply(SUMMARY));
  await chat.composer.fill("/compact");
  await page.keyboard.press("Enter");
  const note = chat.conversation.getByRole("note", { name: "Summarised 3 earlier turns" });
  await test.step("a summary in the place of earlier turns, and what it stands for", async () => {
    await note.getByRole("button", { name: "Open" }).click();
    await expect(page.locator("#side-panel")).toContainText("A test with a clock that is wrong.");
    await note.scrollIntoViewIfNeeded();
    await picture("summary");
  });
  await test.step("in the user's own words", async () => {
    await page.keyboard.press("Escape");
    await note.getByRole("button", { name: "Edit" }).click();
    await expect(chat.conversation.getByRole("textbox", { name: "Summary" })).toHaveValue(
      /The uploader shall wait/,
    );
    await picture("summary-edit", "dark");
    await chat.conversation.getByRole("button", { name: "Cancel" }).click();
  });
  await test.step("undone, all turns are back", async () => {
    await note.getByRole("button", { name: "Undo" }).click();
    await expect(chat.questions).toHaveCount(5);
  });
});

test("the tour: finding, carrying, keeping", async ({ open, provider, dataDir }, testInfo) => {
  provider.title(() => reply("A title"));
  const said: [question: string, answer: string][] = [
    ["try again", "The uploader tries again after `Retry-After`, **up to a cap**."],
    ["billing", "Month by month. Let the uploader write into both until the old table is empty."],
    ["Mondays", "On Sunday night the uploader keeps the table locked until the last retry."],
  ];
  provider.respond(({ rawBody }) =>
    reply(said.find(([question]) => rawBody.includes(question))?.[1] ?? "Gladly."),
  );
  const chat: Chat = await open({ settings: { models } });
  const { page } = chat;
  const picture = taker(chat, testInfo);
  for (const [title, text] of EARLIER) await makeSession(chat, title, text);
  await makeSession(chat, "Retry logic for the uploader", "When does the uploader try again?");
  await test.step("search everywhere", async () => {
    await page.keyboard.press("Control+Shift+F");
    const search = page.getByRole("dialog", { name: "Search everywhere" });
    await search.getByRole("searchbox").fill("uploader");
    await expect(search.getByRole("option")).toHaveCount(5);
    await picture("search", "dark");
    await page.keyboard.press("Escape");
  });
  await test.step("an export of another program, before it is imported", async () => {
    const zip = join(dataDir, "chatgpt.zip");
    const talks = ["Sourdough for beginners", "A name for the boat"].map((title) =>
      wholeTalk({ conversation_id: title, title }),
    );
    await zipOf(zip, { "conversations.json": JSON.stringify(talks), "file-Abc123.png": PNG });
    await chat.braid.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, zip);
    await chat.composer.fill("/import");
    await page.keyboard.press("Enter");
    const importing = page.getByRole("dialog", { name: "Import" });
    await importing.getByRole("button", { name: "Choose files…" }).click();
    await expect(importing).toContainText("Sourdough for beginners");
    await picture("import");
    await page.keyboard.press("Escape");
    await expect(importing).toHaveCount(0);
  });
  await test.step("backups", async () => {
    await page.keyboard.press("Control+,");
    await page.getByRole("tab", { name: "Backups" }).click();
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(page.getByRole("button", { name: "Restore…" })).toHaveCount(1);
    await picture("backups", "dark");
  });
  // No later test has backups of this one.
  await rm(join(dataDir, "backups"), { recursive: true, force: true });
});
