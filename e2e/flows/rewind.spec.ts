// Going back in a conversation: an earlier message is edited in its place, an answer tried again, hidden turns brought back.
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { storedTexts } from "../fixtures/drafts";
import { holdCalls } from "../fixtures/held-calls";
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

test("[RW-1a, RW-1b, RW-2] an earlier message is edited in its place; Escape leaves all as it was, Enter hides what came after", async ({
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
  // Turns that would go are marked by more than a colour, for everyone; turns that stay are not.
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
  // Nothing of it is kept either: what is typed after it has been saved, it has not.
  await chat.composer.fill("Later");
  const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
  await expect.poll(() => storedTexts(chat, session?.id)).toEqual({ composer: "Later" });
  await chat.composer.fill("");

  await edit(second);
  await expect(textOf(chat)).toHaveValue("Second question");
  await textOf(chat).fill("Another question");
  await textOf(chat).press("Shift+Enter");
  await textOf(chat).pressSequentially("of two lines");
  await textOf(chat).press("Enter");
  const asked = ["First question", "Answer 1.", "Another question\nof two lines"];
  await expect.poll(() => thread(chat)).toEqual([...asked, "Answer 4."]);
  await chat.settled();
  await expect(editorIn(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  expect(lastPrompt(provider)).toEqual(asked);
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
  const there = ["First question", "Answer 1.", "Else", "Answer 4."];
  await expect.poll(() => thread(first)).toEqual(there);
  await first.settled();
  await note(first).scrollIntoViewIfNeeded();
  const place = await top(note(first));
  await restoreIn(first).click();
  await expect(said(first, "Third question")).toHaveCount(1);
  await expect(said(first, "Else")).toHaveCount(0);
  await expect(note(first)).toHaveText(/^1 turn hidden/);
  await expect(first.page.getByText("Earlier turns restored.")).toBeAttached();
  await expect.poll(() => top(note(first)), "the fork stays where it was").toBe(place);
  await expect(restoreIn(first)).toBeFocused();
  // Both ways, by key.
  await first.page.keyboard.press("Enter");
  await expect.poll(() => thread(first)).toEqual(there);
  await expect.poll(() => top(note(first))).toBe(place);
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

test("[RW-3] [RW-6] while an answer is written, Restore keeps its place and says why it has to wait, in the note and beside", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  await talk(chat, "First question", "Second question");
  const gated = (gate: string) => provider.respond(() => reply("Half", { gate }, " whole."));
  const saysWhy = async (restore: Locator) => {
    await expect(restore).toBeDisabled();
    await expect(restore).toHaveAccessibleDescription("Possible once the answer has ended");
  };
  gated("one");
  await edit(said(chat, "Second question"));
  await textOf(chat).fill("Else");
  await textOf(chat).press("Enter");
  await expect(chat.answer).toContainText("Half");
  const place = await restoreIn(chat).boundingBox();
  await saysWhy(restoreIn(chat));
  // By mouse and by key.
  const why = chat.page.locator(".tooltip", { hasText: "Possible once the answer has ended" });
  await chat.conversation.focus();
  await restoreIn(chat).click({ force: true });
  await expect(why).toBeVisible();
  await chat.page.keyboard.press("Shift+Tab");
  await expect(why).toHaveCount(0);
  await restoreIn(chat).focus();
  await chat.page.keyboard.press("Enter");
  await expect(why).toBeVisible();
  await chat.button("Compare").click();
  const beside = chat.page.getByRole("region", { name: "1 hidden turn" });
  await saysWhy(beside.getByRole("button", { name: "Restore earlier turns" }));
  expect(await findings(chat.page)).toEqual([]);
  await beside.getByRole("button", { name: "Close" }).click();
  provider.open("one");
  await chat.settled();
  await expect(restoreIn(chat)).toBeEnabled();
  await expect.poll(() => restoreIn(chat).boundingBox(), "nothing has moved").toEqual(place);
  expect(await thread(chat)).toEqual(["First question", "Answer 1.", "Else", "Half whole."]);

  // The same with several timelines: there is no menu until then, and the focus is where it was.
  gated("two");
  await chat.answer.getByRole("button", { name: "Try again" }).click();
  await expect(chat.answer).not.toContainText("whole");
  await expect(chat.answer).toContainText("Half");
  await expect(note(chat)).toHaveCount(2);
  await chat.button("Stop").click();
  await chat.settled("stopped");
  gated("three");
  await chat.answer.getByRole("button", { name: "Try again" }).click();
  await expect(note(chat).last()).toHaveText(/^2 earlier versions hidden/);
  await expect(chat.composer).toBeFocused();
  const choice = restoreIn(chat).last();
  await saysWhy(choice);
  await choice.focus();
  await chat.page.keyboard.press("Enter");
  await expect(chat.page.getByRole("menu")).toHaveCount(0);
  provider.open("three");
  await chat.settled();
  await expect(choice).toBeEnabled();
  await expect(choice).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(chat.page.getByRole("menuitem")).toHaveCount(2);
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
  expect(provider.requests.at(-1)?.body.model).toBe("big");
  await chat.composer.fill("/retry");
  await chat.composer.press("Enter");
  await expect.poll(() => thread(chat)).toEqual(["Well?", "Five."]);
  await chat.settled();
  // Two timelines at one place are one line, with a menu.
  await expect(note(chat)).toHaveText(/^2 earlier versions hidden/);
  await restoreIn(chat).click();
  await expect(chat.page.getByRole("menuitem")).toHaveCount(2);
  await chat.page.getByRole("menuitem", { name: /^2 turns/ }).click();
  await expect.poll(() => thread(chat)).toEqual(["Well?", "One.", "And now?", "Three."]);
  provider.enqueue(reply("Six."));
  await chat.composer.fill("/retry big");
  await chat.composer.press("Enter");
  await expect.poll(() => thread(chat)).toEqual(["Well?", "One.", "And now?", "Six."]);
  expect(provider.requests.at(-1)?.body.model).toBe("big");
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
  // A command that cannot be done now says so as well.
  await chat.composer.fill("/retry");
  await chat.composer.press("Enter");
  await expect(
    chat.alert.filter({ hasText: "/retry cannot be done now. Wait for the answer to end" }),
  ).toBeVisible();
  await chat.composer.fill("");
  await textOf(chat).focus();
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
  await expect
    .poll(() => storedTexts(first, session.id))
    .toEqual({ composer: "A new one", message: "Quite otherwise" });
  await first.braid.kill();

  const second = await open();
  await expect(textOf(second)).toHaveValue("Quite otherwise");
  await expect(second.composer).toHaveValue("A new one");
  await textOf(second).press("Enter");
  await expect.poll(() => thread(second)).toEqual(["Quite otherwise", "Answer 3."]);
  await second.settled();
  expect(lastPrompt(provider)).toEqual(["Quite otherwise"]);
  await expect(second.composer).toHaveValue("A new one");
  expect(await storedTexts(second, session.id)).toEqual({ composer: "A new one" });
});

test("[RW-1] [QU-2] while what stands in the editor is stored it takes no key; nothing of it is left, in a session that was left neither", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  await talk(chat, "First question");
  await chat.composer.fill("below");
  await edit(said(chat, "First question"));
  await textOf(chat).fill("Otherwise");
  const gaps = await textOf(chat).evaluateHandle((box) => {
    const gaps = { count: 0 };
    (box as HTMLElement).addEventListener("blur", ({ relatedTarget }) => {
      if (relatedTarget === null) gaps.count += 1;
    });
    return gaps;
  });
  const late = await holdCalls(chat, "timeline.rewind");
  await textOf(chat).press("Enter");
  await expect(textOf(chat)).not.toBeEditable();
  // Neither a letter nor Escape.
  await chat.page.keyboard.type("no");
  await chat.page.keyboard.press("Escape");
  await late.let();
  await expect(editorIn(chat)).toHaveCount(0);
  await expect.poll(() => thread(chat)).toEqual(["Otherwise", "Answer 2."]);
  await chat.settled();
  await expect(chat.composer).toHaveValue("below");
  await expect(chat.composer).toBeFocused();
  expect(await gaps.jsonValue()).toEqual({ count: 0 });
  await edit(said(chat, "Otherwise"));
  await textOf(chat).fill("Quite otherwise");
  const again = await holdCalls(chat, "timeline.rewind");
  await textOf(chat).press("Enter");
  await chat.button("New session").click();
  await expect(chat.title).toHaveText("New session");
  await again.let();
  await expect.poll(() => provider.requests.length).toBe(3);
  await expect(chat.composer).toHaveValue("");
  await chat.sessions.first().click();
  await expect.poll(() => thread(chat)).toEqual(["Quite otherwise", "Answer 3."]);
  await expect(chat.composer).toHaveValue("below");
  await expect(editorIn(chat)).toHaveCount(0);
  await expect(chat.alert).toHaveCount(0);
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
  await expect(editorIn(other)).toHaveCount(0);
  await expect(other.composer).toHaveValue("Worth keeping");
  await expect(other.alert.filter({ hasText: "What you wrote stands in the message field." })).toBeVisible();
  await expect.poll(() => thread(other)).toEqual(["Elsewhere", "Answer 3."]);
  await expect(other.composer).toBeFocused();
  // The text is the composer's draft from now on.
  const [session] = (await other.call("session.list", { limit: 1 })).sessions;
  if (session === undefined) throw new Error("no session");
  await expect.poll(() => storedTexts(other, session.id)).toEqual({ composer: "Worth keeping" });
  await other.composer.press("Enter");
  await expect.poll(() => thread(other)).toEqual(["Elsewhere", "Answer 3.", "Worth keeping", "Answer 4."]);
});

test("[RW-1] an editor that opens right after an answer is no news below it, and its caret is in view", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const long = Array.from({ length: 80 }, (_, n) => `line ${n}`).join("\n");
  provider.enqueue(reply("One line.\n\n".repeat(60)));
  await chat.send(long);
  await chat.settled();
  await edit(said(chat, "line 0"));
  await expect(textOf(chat)).toBeFocused();
  await expect(chat.button("New below")).toHaveCount(0);
  const shown = () => textOf(chat).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  await expect.poll(shown, "pixels of the text below what the box shows").toBeLessThan(4);
  await chat.page.keyboard.press("Escape");
  await expect(chat.button("New below")).toHaveCount(0);
});
