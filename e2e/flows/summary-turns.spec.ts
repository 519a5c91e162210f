// The turns behind a summary: one of them is gone back to from the panel that reads them (RW-4).
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const PLENTY = "with so many words that a summary of it is shorter than it is. ".repeat(20);

const note = (chat: Chat): Locator =>
  chat.conversation.getByRole("note", { name: "Summarised 2 earlier turns", exact: true });
const panel = ({ page }: Chat) => page.locator("#side-panel");
const first = (chat: Chat) =>
  panel(chat)
    .getByRole("article", { name: /^You said/ })
    .first();

test("summary: a turn behind it is edited in the panel and sent again; its words are a draft; undone, the summary is back [RW-4, RW-1, QU-2, RW-7c]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.respond((_request, index) => [
    { text: `Answer ${index + 1} ${PLENTY}` },
    ...ending("stop", { input: 40_000, output: 400 }),
  ]);
  for (const text of ["First question", "Second question", "Third question", "Fourth question"]) {
    await chat.send(text);
    await chat.settled();
  }
  provider.summary(() => reply("So far."));
  await chat.composer.fill("/compact");
  await chat.composer.press("Enter");
  const editor = panel(chat).getByRole("form", { name: "Rewind" });
  const text = editor.getByRole("textbox", { name: "Text" });
  const edit = async () => {
    await first(chat).hover();
    await first(chat).getByRole("button", { name: "Edit and resend" }).click();
    await expect(text).toBeFocused();
  };
  await test.step("the editor counts and dims what would be hidden, in the main thread too; Escape leaves everything as it was", async () => {
    await note(chat).getByRole("button", { name: "Open" }).click();
    await edit();
    await expect(text).toHaveValue("First question");
    await expect(editor).toContainText("4 turns will be hidden.");
    await expect(chat.questions.last()).toHaveAccessibleDescription("Will be hidden");
    await expect(chat.main.locator("[data-leaving]")).toHaveCount(4);
    await expect(panel(chat).locator("[data-leaving]")).toHaveCount(3);
    expect(await findings(chat.page)).toEqual([]);
    await text.press("Escape");
    await expect(editor).toHaveCount(0);
    await expect(first(chat)).toBeFocused();
    await expect(chat.page.locator("[data-leaving]")).toHaveCount(0);
  });
  await test.step("what is written comes back with the panel, and with the session", async () => {
    await edit();
    await text.fill("First question, put better");
    await panel(chat).getByRole("button", { name: "Close" }).click();
    await expect(panel(chat)).toHaveCount(0);
    await expect(chat.page.locator("[data-leaving]")).toHaveCount(0);
    await note(chat).getByRole("button", { name: "Open" }).click();
    await expect(text).toHaveValue("First question, put better");
    await chat.button("New session").click();
    await expect(chat.title).toHaveText("New session");
    await chat.sessions.first().click();
    await expect(text).toHaveValue("First question, put better");
  });
  await test.step("when the summary is taken back meanwhile, the editor goes on at its message", async () => {
    await note(chat).getByRole("button", { name: "Undo" }).click();
    await expect(chat.questions).toHaveCount(4);
    const there = chat.conversation.getByRole("form", { name: "Rewind" });
    await expect(there.getByRole("textbox", { name: "Text" })).toHaveValue("First question, put better");
    await there.getByRole("button", { name: "Cancel" }).click();
    await chat.composer.fill("/compact");
    await chat.composer.press("Enter");
    await note(chat).getByRole("button", { name: "Open" }).click();
  });
  await test.step("while an answer is written, nobody goes back", async () => {
    provider.respond(() => [{ text: "Slowly " }, { gate: "end" }, ...reply("done.")]);
    await chat.composer.fill("Fifth question");
    await chat.composer.press("Enter");
    await expect(chat.answer).toContainText("Slowly");
    await first(chat).hover();
    await expect(first(chat).getByRole("button", { name: "Branch from here" })).toBeVisible();
    await expect(first(chat).getByRole("button", { name: "Edit and resend" })).toHaveCount(0);
    provider.open("end");
    await chat.settled();
  });
  await test.step("sent, the summary is taken back, and the thread shows the new turn", async () => {
    provider.respond(() => reply("Another answer."));
    await edit();
    await text.fill("Another first question");
    await text.press("Enter");
    await expect(chat.questions).toHaveText([/Another first question/]);
    await chat.settled();
    await expect(chat.answer).toContainText("Another answer.");
    await expect(panel(chat)).toHaveCount(0);
    await expect(chat.conversation.locator(".summary-note")).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    await expect(chat.conversation.getByRole("note")).toContainText("5 turns hidden");
    const request = provider.requests.at(-1)?.rawBody;
    expect(request).toContain("Another first question");
    expect(request).not.toContain("So far.");
  });
  await test.step("undone, the summary is back with its turns behind it", async () => {
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(note(chat)).toBeVisible();
    await expect(chat.questions).toHaveText([/Third/, /Fourth/, /Fifth/]);
    await note(chat).getByRole("button", { name: "Open" }).click();
    await expect(first(chat)).toContainText("First question");
    await expect(editor).toHaveCount(0);
  });
});

test("summary: a tail that had to be shorter says so in one sentence, beside the summary too [CP-4d]", async ({
  open,
  provider,
}) => {
  const chat = await open({ settings: { models: [{ id: "big", context_limit: 8000 }] } });
  provider.respond((_request, index) => [{ text: `Answer ${index + 1} ${PLENTY}` }, ...ending("stop")]);
  for (const text of ["First question", `Second question ${PLENTY}${PLENTY}`, `Third question ${PLENTY}`]) {
    await chat.send(text);
    await chat.settled();
  }
  provider.summary(() => reply("So far."));
  await chat.composer.fill("/compact");
  await chat.composer.press("Enter");
  const words = "Only the last turn stayed word for word: there was no room for more.";
  await expect(chat.conversation.locator(".summary-note")).toContainText(words);
  await note(chat).getByRole("button", { name: "Open" }).click();
  await expect(panel(chat).locator(".summary-read")).toContainText(words);
  await chat.call("settings.change", { path: "appearance.language", value: "de" });
  await expect(panel(chat).locator(".summary-read")).toContainText("Nur die letzte Runde blieb im Wortlaut");
});
