// Going back in a conversation: an earlier message is edited in its place, an answer tried again, hidden turns brought back.
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { refusal, reply } from "../fixtures/provider/script";

/** The conversation as the provider was last sent it, without the system prompt. */
function lastPrompt({ requests }: ScriptedProvider): string[] {
  const messages = (requests.at(-1)?.body.messages ?? []) as { role: string; content: unknown }[];
  const words = (content: unknown) =>
    typeof content === "string" ? content : (content as { text: string }[]).map(({ text }) => text).join("");
  return messages.filter(({ role }) => role !== "system").map(({ content }) => words(content));
}

/** Answers by what was said last: the order of the answers shows which request they are for. */
const echoing = (provider: ScriptedProvider) =>
  provider.respond((_request, index) => reply(`Answer ${index + 1}.`));

async function talk(chat: Chat, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await chat.send(text);
    await chat.settled();
  }
}

const editorIn = (chat: Chat): Locator => chat.conversation.getByRole("form", { name: "Rewind" });
const textOf = (chat: Chat): Locator => editorIn(chat).getByRole("textbox");
const said = (chat: Chat, words: string): Locator => chat.messages.filter({ hasText: words });
const note = (chat: Chat): Locator => chat.conversation.getByRole("note").filter({ hasText: /hidden/ });
const restoreIn = (chat: Chat): Locator => chat.button("Restore earlier turns");
const edit = (message: Locator) => message.getByRole("button", { name: "Edit and resend" }).click();
const top = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN);
/** The words of all messages in their order. */
const thread = (chat: Chat) =>
  chat.messages.evaluateAll((all) =>
    all.map((one) =>
      [...one.querySelectorAll(".text")].map(({ textContent }) => textContent.trim()).join(""),
    ),
  );

test("[RW-1] [RW-2] an earlier message is edited in its place; Escape leaves all as it was, Enter hides what came after", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  await talk(chat, "First question", "Second question", "Third question");
  const before = await thread(chat);
  const second = said(chat, "Second question");
  const place = await top(second);
  await edit(second);
  await expect(textOf(chat)).toBeFocused();
  await expect(textOf(chat)).toHaveValue("Second question");
  await expect(editorIn(chat).getByRole("combobox", { name: "Model" })).toContainText("big");
  await expect(editorIn(chat)).toContainText("2 turns will be hidden. They can be restored.");
  expect(await top(second), "the message keeps its place").toBe(place);
  // What would go is marked by more than a colour, for everyone; what stays is not.
  await expect(chat.conversation.locator("[data-leaving]")).toHaveCount(3);
  await expect(said(chat, "Third question")).toHaveCSS("border-inline-start-style", "dashed");
  await expect(said(chat, "Third question")).toHaveAttribute("aria-description", "Will be hidden");
  await expect(said(chat, "First question")).not.toHaveAttribute("data-leaving");
  expect(await findings(chat.page)).toEqual([]);
  await textOf(chat).fill("Nobody sees this");
  await chat.page.keyboard.press("Escape");
  await expect(editorIn(chat)).toHaveCount(0);
  await expect(second).toBeFocused();
  expect(await thread(chat)).toEqual(before);
  expect(provider.requests).toHaveLength(3);

  await edit(second);
  await expect(textOf(chat)).toHaveValue("Second question");
  await textOf(chat).fill("Another question");
  await textOf(chat).press("Shift+Enter");
  await textOf(chat).pressSequentially("of two lines");
  await textOf(chat).press("Enter");
  await chat.settled();
  await expect(editorIn(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  const asked = ["First question", "Answer 1.", "Another question\nof two lines"];
  expect(lastPrompt(provider)).toEqual(asked);
  expect(await thread(chat)).toEqual([...asked, "Answer 4."]);
  await expect(note(chat)).toHaveText(/^2 turns hidden/);
});

test("[RW-3] hidden turns come back and go again, any number of times, where they parted; after a restart too", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const first = await open();
  const long = `Second question ${"in many lines\n".repeat(60)}`;
  await talk(first, "First question", long, "Third question");
  await edit(said(first, "Second question"));
  await textOf(first).fill("Else");
  await textOf(first).press("Control+Enter");
  await first.settled();
  const there = ["First question", "Answer 1.", "Else", "Answer 4."];
  await expect.poll(() => thread(first)).toEqual(there);
  await note(first).scrollIntoViewIfNeeded();
  const place = await top(note(first));
  await restoreIn(first).click();
  await expect(said(first, "Third question")).toHaveCount(1);
  await expect(said(first, "Else")).toHaveCount(0);
  await expect(note(first)).toHaveText(/^1 turn hidden/);
  await expect(first.page.getByText("Earlier turns restored.")).toBeAttached();
  expect(await top(note(first)), "the fork stays where it was").toBe(place);
  await expect(restoreIn(first)).toBeFocused();
  // Both ways, by key.
  await first.page.keyboard.press("Enter");
  await expect.poll(() => thread(first)).toEqual(there);
  expect(await top(note(first))).toBe(place);
  await first.braid.close();

  const again = await open();
  await expect.poll(() => thread(again)).toEqual(there);
  await restoreIn(again).click();
  await expect(said(again, "Third question")).toHaveCount(1);
  await talk(again, "Fourth question");
  expect(lastPrompt(provider)).toEqual([
    "First question",
    "Answer 1.",
    long.trim() === long ? long : expect.stringContaining("Second question"),
    "Answer 2.",
    "Third question",
    "Answer 3.",
    "Fourth question",
  ]);
});

test("[RW-2] an answer is tried again, also by another model, from its actions, from an error and by a slash", async ({
  open,
  provider,
}) => {
  provider.enqueue(reply("One."), refusal(500), reply("Two."), reply("Three."), reply("Four."));
  const chat = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  await talk(chat, "Well?");
  await chat.send("And now?");
  await chat.settled("error");
  // One way to try again, beside what failed.
  await chat.answer.getByRole("button", { name: "Try again" }).click();
  await expect(chat.answer).toContainText("Two.");
  await chat.settled();
  expect(lastPrompt(provider)).toEqual(["Well?", "One.", "And now?"]);
  await chat.answer.locator(".message-meta").click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Try again with another model…" }).click();
  await expect(chat.modelOptions).not.toHaveCount(0);
  await chat.page.keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.answer).toBeFocused();
  expect(provider.requests).toHaveLength(3);
  await chat.answer.locator(".message-meta").click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Try again with another model…" }).click();
  await chat.modelOptions.filter({ hasText: "small" }).click();
  await expect(chat.answer).toContainText("Three.");
  await chat.settled();
  expect(provider.requests.at(-1)?.body.model).toBe("small");
  // An earlier one, by its own button: what came after it goes.
  await chat.answers.first().getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => thread(chat)).toEqual(["Well?", "Four."]);
  expect(lastPrompt(provider)).toEqual(["Well?"]);
  await chat.settled();
  provider.enqueue(reply("Five."));
  await chat.composer.fill("/retry big");
  await chat.composer.press("Enter");
  await expect.poll(() => thread(chat)).toEqual(["Well?", "Five."]);
  expect(provider.requests.at(-1)?.body.model).toBe("big");
  await chat.settled();
  // Two timelines at one place are one line, with a menu.
  await expect(note(chat)).toHaveText(/^2 earlier versions hidden/);
  await restoreIn(chat).click();
  await expect(chat.page.getByRole("menuitem")).toHaveCount(2);
  await chat.page.getByRole("menuitem", { name: /^2 turns/ }).click();
  await expect.poll(() => thread(chat)).toEqual(["Well?", "One.", "And now?", "Three."]);
});

test("[RW-1] [RW-6] by keyboard alone: ArrowUp in an empty message edits the last; what a run refuses keeps its text", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  const { keyboard } = chat.page;
  await talk(chat, "First question");
  const other = await chat.newWindow();
  await other.composer.focus();
  await chat.call("app.info", undefined);
  await chat.composer.focus();
  await keyboard.press("ArrowUp");
  await expect(textOf(chat)).toHaveValue("First question");
  await expect(textOf(chat)).toBeFocused();
  await keyboard.press("Escape");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("");
  await keyboard.type("/edit");
  await keyboard.press("Enter");
  await expect(textOf(chat)).toBeFocused();
  await keyboard.press("Control+a");
  await keyboard.type("Typed in the editor");
  // Another window has begun a turn in it.
  provider.respond(() => reply("Half", { gate: "rest" }, " whole."));
  const [session] = (await other.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("no session");
  await other.call("session.send", { session_id: session.id, text: "Between" });
  await expect(chat.answer).toContainText("Half");
  await expect(said(chat, "Between").getByRole("button", { name: "Edit and resend" })).toHaveCount(0);
  await keyboard.press("Enter");
  await expect(editorIn(chat).getByRole("alert")).toBeVisible();
  await expect(textOf(chat)).toHaveValue("Typed in the editor");
  provider.open("rest");
  await chat.settled();
  await expect(editorIn(chat).getByRole("alert")).toHaveCount(0);
  echoing(provider);
  await keyboard.press("Enter");
  await expect.poll(() => lastPrompt(provider)).toEqual(["Typed in the editor"]);
  await chat.settled();
  await expect(chat.composer).toBeFocused();
  // At the very beginning the note stands on top.
  await expect(note(chat)).toHaveText(/^2 turns hidden/);
  expect(await top(note(chat))).toBeLessThan(await top(chat.messages.first()));
});

test("[RW-1] [QU-2] what is typed in the editor outlives a kill and another session, beside what is typed below", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const first = await open();
  await talk(first, "First question", "Second question");
  await first.composer.fill("A new one");
  await edit(said(first, "First question"));
  await textOf(first).fill("Otherwise");
  const [session] = (await first.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("no session");
  await first.page.keyboard.press("Control+n");
  await expect(first.messages).toHaveCount(0);
  await first.sessions.filter({ hasText: "First question" }).click();
  await expect(textOf(first)).toHaveValue("Otherwise");
  await expect(first.composer).toHaveValue("A new one");
  await textOf(first).fill("Quite otherwise");
  // A draft is saved a moment after the last key.
  const stored = () => first.call("draft.read", { session_id: session.id });
  await expect.poll(async () => (await stored()).edited?.text).toBe("Quite otherwise");
  await first.braid.kill();

  const second = await open();
  await expect(textOf(second)).toHaveValue("Quite otherwise");
  await expect(second.composer).toHaveValue("A new one");
  await textOf(second).press("Enter");
  await second.settled();
  expect(lastPrompt(provider)).toEqual(["Quite otherwise"]);
  await expect(second.composer).toHaveValue("A new one");
  expect(await second.call("draft.read", { session_id: session.id })).toEqual({ text: "A new one" });
});

test("[RW-1] another window goes back before the message that is being edited: its text goes into the composer", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  await talk(chat, "First question", "Second question");
  const other = await chat.newWindow();
  await other.sessions.filter({ hasText: "First question" }).click();
  await expect(said(other, "Second question")).toHaveCount(1);
  await edit(said(other, "Second question"));
  await textOf(other).fill("Worth keeping");
  await edit(said(chat, "First question"));
  await textOf(chat).fill("Elsewhere");
  await textOf(chat).press("Enter");
  await chat.settled();
  await expect(editorIn(other)).toHaveCount(0);
  await expect(other.composer).toHaveValue("Worth keeping");
  await expect(other.alert.filter({ hasText: "What you wrote stands in the message field." })).toBeVisible();
  await expect.poll(() => thread(other)).toEqual(["Elsewhere", "Answer 3."]);
  // And it is the composer's draft from now on.
  const [session] = (await other.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("no session");
  const stored = () => other.call("draft.read", { session_id: session.id });
  await expect.poll(stored).toEqual({ text: "Worth keeping" });
});
