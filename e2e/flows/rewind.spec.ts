// Going back in a conversation: an earlier message is edited in its place, an answer tried again, hidden turns brought back.
import type { Locator } from "@playwright/test";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { atRest } from "../fixtures/at-rest";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { storedTexts } from "../fixtures/drafts";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

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

test("rewind: an earlier message is edited in its place, given up, sent otherwise; what was hidden comes back and goes again [RW-1a, RW-1b, RW-2, RW-3]", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  const long = `First question ${"in many lines\n".repeat(60)}`.trim();
  await talk(chat, long, "Second question", "Third question");
  // Drawn as Markdown an answer is higher.
  await chat.drawn(chat.page.locator("body"));
  const before = await thread(chat);
  const second = said(chat, "Second question");
  await test.step("edited in its place; what would go is marked", async () => {
    const place = await atRest(() => top(second));
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
  });
  await test.step("Escape leaves all as it was, and keeps nothing of it", async () => {
    await textOf(chat).fill("Nobody sees this");
    await chat.page.keyboard.press("Escape");
    await expect(editorIn(chat)).toHaveCount(0);
    await expect(second).toBeFocused();
    expect(await thread(chat)).toEqual(before);
    expect(provider.requests).toHaveLength(3);
    // The editor has not saved the words typed after that.
    await chat.composer.fill("Later");
    const [session] = (await chat.call("session.list", { limit: 1 })).sessions;
    await expect.poll(() => storedTexts(chat, session?.id)).toEqual({ composer: "Later" });
    await chat.composer.fill("");
  });
  const otherwise = [...before.slice(0, 2), "Another question\nof two lines"];
  await test.step("Enter hides what came after, and asks anew", async () => {
    await edit(second);
    await expect(textOf(chat)).toHaveValue("Second question");
    await textOf(chat).fill("Another question");
    await textOf(chat).press("Shift+Enter");
    await textOf(chat).pressSequentially("of two lines");
    await textOf(chat).press("Enter");
    await expect.poll(() => thread(chat)).toEqual([...otherwise, "Answer 4."]);
    await chat.settled();
    await expect(editorIn(chat)).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    expect(lastPrompt(provider)).toEqual([long, ...otherwise.slice(1)]);
    await expect(note(chat)).toHaveText(/^2 turns hidden/);
  });
  await test.step("restored, and back by key, any number of times; the fork stays where it is", async () => {
    await expect(chat.page.locator(".text[aria-busy]")).toHaveCount(0);
    await note(chat).scrollIntoViewIfNeeded();
    const place = await atRest(() => top(note(chat)));
    await restoreIn(chat).click();
    await expect(said(chat, "Third question")).toHaveCount(1);
    await expect(said(chat, "Another question")).toHaveCount(0);
    await expect(note(chat)).toHaveText(/^1 turn hidden/);
    await expect(chat.page.getByText("Earlier turns restored.")).toBeAttached();
    await expect.poll(() => top(note(chat))).toBe(place);
    await expect(restoreIn(chat)).toBeFocused();
    await chat.page.keyboard.press("Enter");
    await expect.poll(() => thread(chat)).toEqual([...otherwise, "Answer 4."]);
    await expect.poll(() => top(note(chat))).toBe(place);
    await chat.page.reload();
    await expect.poll(() => thread(chat)).toEqual([...otherwise, "Answer 4."]);
    await restoreIn(chat).click();
    await expect.poll(() => thread(chat)).toEqual(before);
    await talk(chat, "Fourth question");
    expect(lastPrompt(provider)).toEqual([long, ...before.slice(1), "Fourth question"]);
  });
  await test.step("the editor of a long message has its caret in view, and is no news below", async () => {
    await edit(said(chat, "First question"));
    await expect(textOf(chat)).toBeFocused();
    const below = () => textOf(chat).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    await expect.poll(below, "pixels of the text below what the box shows").toBeLessThan(4);
    await expect(chat.button("New below")).toHaveCount(0);
  });
});

test("rewind: while an answer is written, Restore keeps its place and says why it has to wait, in the note and beside [RW-3, RW-6]", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  await talk(chat, "First question", "Second question");
  const saysWhy = async (restore: Locator) => {
    await expect(restore).toBeDisabled();
    await expect(restore).toHaveAccessibleDescription("Possible once the answer has ended");
  };
  provider.respond(() => reply("Half", { gate: "one" }, " whole."));
  await edit(said(chat, "Second question"));
  await textOf(chat).fill("Else");
  await textOf(chat).press("Enter");
  await expect(chat.answer).toContainText("Half");
  await chat.drawn();
  const place = await atRest(() => restoreIn(chat).boundingBox());
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
  await saysWhy(beside.getByRole("button", { name: "Switch to this version" }));
  await beside.getByRole("button", { name: "Close" }).click();
  provider.open("one");
  await chat.settled();
  await expect(restoreIn(chat)).toBeEnabled();
  await expect.poll(() => restoreIn(chat).boundingBox(), "nothing has moved").toEqual(place);
  await expect.poll(() => thread(chat)).toEqual(["First question", "Answer 1.", "Else", "Half whole."]);
});

test("rewind: an answer is tried again, also by another model, from its actions, from an error and by a slash [RW-2]", async ({
  open,
  provider,
}) => {
  provider.enqueue(
    reply("One."),
    refusal(500),
    ...["Two.", "Three.", "Four.", "Five.", "Six."].map((text) => reply(text)),
  );
  const chat = await open({ settings: { models: [{ id: "big" }, { id: "small" }] } });
  const byAnotherModel = async () => {
    await chat.answer.locator(".message-meta").click({ button: "right" });
    await chat.page.getByRole("menuitem", { name: "Try again with another model…" }).click();
    await expect(chat.modelOptions).not.toHaveCount(0);
  };
  await test.step("from an error, beside what failed", async () => {
    await talk(chat, "Well?");
    await chat.send("And now?");
    await chat.settled("error");
    await chat.answer.getByRole("button", { name: "Try again" }).click();
    await expect(chat.answer).toContainText("Two.");
    await chat.settled();
    expect(lastPrompt(provider)).toEqual(["Well?", "One.", "And now?"]);
  });
  await test.step("by another model, or not after all", async () => {
    await byAnotherModel();
    await chat.page.keyboard.press("Escape");
    await expect(chat.modelOptions).toHaveCount(0);
    await expect(chat.answer).toBeFocused();
    expect(provider.requests).toHaveLength(3);
    await byAnotherModel();
    await chat.modelOptions.filter({ hasText: "small" }).click();
    await expect(chat.answer).toContainText("Three.");
    await chat.settled();
    expect(provider.requests.at(-1)?.body.model).toBe("small");
  });
  await test.step("an earlier one, by its own button: what came after it goes", async () => {
    await chat.answers.first().getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => thread(chat)).toEqual(["Well?", "Four."]);
    expect(lastPrompt(provider)).toEqual(["Well?"]);
    expect(provider.requests.at(-1)?.body.model).toBe("big");
    await chat.settled();
  });
  await test.step("by a slash; two timelines at one place are one line, with a menu", async () => {
    await chat.composer.fill("/retry");
    await chat.composer.press("Enter");
    await expect.poll(() => thread(chat)).toEqual(["Well?", "Five."]);
    await chat.settled();
    await expect(note(chat)).toHaveText(/^2 earlier versions hidden/);
    await restoreIn(chat).click();
    await expect(chat.page.getByRole("menuitem")).toHaveCount(2);
    await chat.page.getByRole("menuitem", { name: /^2 turns/ }).click();
    await expect.poll(() => thread(chat)).toEqual(["Well?", "One.", "And now?", "Three."]);
    await chat.composer.fill("/retry big");
    await chat.composer.press("Enter");
    await expect.poll(() => thread(chat)).toEqual(["Well?", "One.", "And now?", "Six."]);
    expect(provider.requests.at(-1)?.body.model).toBe("big");
  });
});

test("rewind: what is typed in the editor is never lost: refused, overtaken by another window, and left [RW-1, RW-6, QU-2]", async ({
  open,
  provider,
}) => {
  echoing(provider);
  const chat = await open();
  const { keyboard } = chat.page;
  await talk(chat, "First question");
  const other = await chat.newWindow();
  const { open_session } = await chat.call("app.info", undefined);
  const session_id = open_session as SessionId;
  await test.step("by key alone: ArrowUp in an empty message, or /edit", async () => {
    await chat.page.bringToFront();
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
  });
  await test.step("another window has begun a turn: refused, it stays, and is sent once that has ended", async () => {
    provider.respond(() => reply("Half", { gate: "rest" }, " whole."));
    await other.call("session.send", { session_id, text: "Between" });
    await expect(chat.answer).toContainText("Half");
    await expect(said(chat, "Between").getByRole("button", { name: "Edit and resend" })).toHaveCount(0);
    await keyboard.press("Enter");
    await expect(editorIn(chat).getByRole("alert")).toBeVisible();
    await expect(textOf(chat)).toHaveValue("Typed in the editor");
    // A command that cannot be done now says so as well.
    await chat.composer.fill("/retry");
    await chat.composer.press("Enter");
    const cannot = "/retry cannot be done now. Wait for the answer to end";
    await expect(chat.alert.filter({ hasText: cannot })).toBeVisible();
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
  await test.step("another window goes back before it: it goes into the message field", async () => {
    await talk(chat, "Second question");
    await other.sessions.first().click();
    await edit(said(other, "Second question"));
    await textOf(other).fill("Worth keeping");
    await edit(said(chat, "Typed in the editor"));
    await textOf(chat).fill("Elsewhere");
    await textOf(chat).press("Enter");
    await expect(editorIn(other)).toHaveCount(0);
    await expect(other.composer).toHaveValue("Worth keeping");
    const told = "What you wrote stands in the message field.";
    await expect(other.alert.filter({ hasText: told })).toBeVisible();
    await expect(other.composer).toBeFocused();
    // The text is the composer's draft from now on.
    await expect.poll(() => storedTexts(other, session_id)).toEqual({ composer: "Worth keeping" });
    await chat.settled();
    await other.composer.press("Enter");
    await expect(said(chat, "Worth keeping")).toHaveCount(1);
    await chat.settled();
    await chat.braid.closeWindow(other.page);
  });
  await test.step("it outlives another session, beside what is typed below", async () => {
    await chat.composer.fill("A new one");
    await edit(said(chat, "Elsewhere"));
    await textOf(chat).fill("Otherwise");
    await keyboard.press("Control+n");
    await expect(chat.messages).toHaveCount(0);
    await chat.sessions.first().click();
    await expect(textOf(chat)).toHaveValue("Otherwise");
    await expect(chat.composer).toHaveValue("A new one");
    await textOf(chat).fill("Quite otherwise");
    // A draft is saved a moment after the last key.
    const stored = { composer: "A new one", message: "Quite otherwise" };
    await expect.poll(() => storedTexts(chat, session_id)).toEqual(stored);
    await textOf(chat).press("Enter");
    await expect(chat.questions).toHaveText([/Quite otherwise/]);
    await chat.settled();
    expect(lastPrompt(provider)).toEqual(["Quite otherwise"]);
    await expect(chat.composer).toHaveValue("A new one");
    await expect.poll(() => storedTexts(chat, session_id)).toEqual({ composer: "A new one" });
  });
});
