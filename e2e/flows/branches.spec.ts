// Branches: made from any message, found under the session they came from, and the way from one to another.

import type { Locator } from "@playwright/test";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

test.use({ sharesApp: true });

/** Sorts after every id. */
const LAST = "msg_ffffffffffffffAAAAAAAAAAAA" as MessageId;

const currentId = async (chat: Chat): Promise<SessionId> =>
  (await chat.call("app.info", undefined)).open_session ?? ("" as SessionId);

/** Three turns in one session, whose answers begin alike. */
async function threeTurns(chat: Chat, provider: ScriptedProvider, and = ""): Promise<void> {
  for (const name of ["one", "two", "three"]) {
    provider.enqueue(reply(`Answer to ${name}.${and}`));
    await chat.send(`question ${name}`);
    await chat.settled();
  }
}

const branchFrom = (chat: Chat, said: string) =>
  chat.messages.filter({ hasText: said }).getByRole("button", { name: "Branch from here" }).click();

test("[BR-1, BR-3a] a branch is made from any message, shown at once and ready to be written in, nested under its parent, after a restart too", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await threeTurns(chat, provider);
  await chat.composer.fill("not sent yet");
  await branchFrom(chat, "Answer to two.");
  await expect(chat.title).toHaveText("question one (2)");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("");
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.sessions).toHaveText([/question one/, /question one \(2\)/]);
  await expect(chat.sessions.nth(1)).toHaveAttribute("aria-level", "2");
  await expect(chat.sessions.nth(1)).toHaveAttribute("aria-current", "page");
  provider.enqueue(reply("Answer to four."));
  await chat.send("question four");
  await chat.settled();

  // From the newest, by its command.
  await chat.composer.fill("/branch");
  await chat.composer.press("Enter");
  await expect(chat.title).toHaveText("question one (3)");
  await expect(chat.sessions).toHaveCount(3);
  await expect(chat.sessions.nth(2)).toHaveAttribute("aria-level", "3");
  await expect(chat.messages).toHaveCount(6);

  // By keyboard: folded, and back.
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("ArrowLeft");
  await expect(chat.sessions).toHaveCount(1);
  await expect(chat.sessions.first()).toHaveAttribute("aria-expanded", "false");
  await chat.page.keyboard.press("ArrowRight");
  await chat.page.keyboard.press("ArrowRight");
  await expect(chat.sessions.nth(1)).toBeFocused();
  await chat.page.keyboard.press("Home");
  await chat.page.keyboard.press("Enter");
  await expect(chat.messages).toHaveCount(6);
  await expect(chat.composer).toHaveValue("not sent yet");

  await chat.braid.close();
  const again = await open();
  await expect(again.sessions).toHaveCount(3);
  await expect(again.sessions.nth(2)).toHaveAttribute("aria-level", "3");
  await again.sessions.nth(1).click();
  await expect(again.messages.last()).toContainText("Answer to four.");
});

/** A branch of `parent_session_id` from its newest message, without the window. */
async function branchOf(chat: Chat, parent_session_id: SessionId): Promise<SessionSummary> {
  const page = { session_id: parent_session_id, before: LAST, limit: 1 };
  const { messages } = await chat.call("session.messages", page);
  const from_message_id = messages[0]?.id ?? LAST;
  return await chat.call("branch.create", { parent_session_id, from_message_id });
}

const line = (chat: Chat) => chat.page.getByRole("note", { name: "Where this session comes from" });
const marked = (chat: Chat) => chat.page.locator("article[data-marked]");

/** Pixels from the ring around a message to the words of the note beneath it. */
async function toWords(message: Locator, note: Locator): Promise<number> {
  const ring = await message.evaluate((element) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    const { bottom } = element.getBoundingClientRect();
    return bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  });
  const words = await note.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.querySelector("span") ?? element);
    return range.getBoundingClientRect().top;
  });
  return words - ring;
}

test("[BR-3] parent and branch link to each other, at the message, under hostile names, and say what is in the trash", async ({
  open,
  provider,
}) => {
  const chat = await open();
  // Of the last, nothing before it is in sight.
  await threeTurns(chat, provider, "\n\nAnd so on.".repeat(40));
  const parent = await currentId(chat);
  await branchFrom(chat, "Answer to one.");
  await expect(line(chat)).toContainText("Branched from question one");
  // Read to its end since: that is where the parent opens by itself.
  await chat.sessions.first().click();
  await expect(chat.messages).toHaveCount(6);
  await chat.conversation.press("End");
  await expect(chat.messages.nth(1)).not.toBeInViewport();
  await chat.sessions.nth(1).click();
  await expect(chat.messages).toHaveCount(2);
  await chat.button("Show").click();
  await expect(chat.title).toHaveText("question one");
  await expect(marked(chat)).toContainText("Answer to one.");
  await expect(marked(chat)).toBeFocused();
  await expect(marked(chat)).toBeInViewport();

  // The way back; one that is renamed is called by its new name.
  const note = chat.conversation.getByRole("note").filter({ hasText: "Branched here:" });
  expect(
    await toWords(marked(chat), note),
    "the ring leaves the words of the note alone",
  ).toBeGreaterThanOrEqual(0);
  await note.getByRole("button", { name: "question one (2)" }).click();
  await expect(chat.title).toHaveText("question one (2)");
  await expect(chat.composer).toBeFocused();
  const evil = "<img src=x onerror=alert(1)> \u202egnp.exe";
  await chat.call("session.rename", { session_id: await currentId(chat), title: evil });
  await chat.button("Show").click();
  await expect(note.getByRole("button")).toHaveText(evil);
  await expect(note.locator("img")).toHaveCount(0);
  // What turns the direction of a line turns that of nothing beside it.
  await expect(note.getByText(evil)).toHaveCSS("unicode-bidi", "isolate");

  // Several at one message are one line.
  await branchFrom(chat, "Answer to one.");
  await expect(chat.title).toHaveText("question one (2)");
  await chat.button("Show").click();
  await note.getByRole("button", { name: "2 branches" }).click();
  await chat.page.getByRole("menuitem", { name: "question one (2)" }).press("Enter");
  await expect(chat.title).toHaveText("question one (2)");

  await chat.call("session.rename", { session_id: parent, title: evil });
  await expect(line(chat).getByText(evil)).toHaveText(evil);
  await expect(line(chat).getByText(evil)).toHaveCSS("unicode-bidi", "isolate");
  await expect(line(chat).locator("img")).toHaveCount(0);

  await chat.call("trash.put", { session_id: parent });
  await expect(line(chat)).toContainText("in the trash");
  await expect(chat.button("Show")).toHaveCount(0);
  await expect(chat.sessions).toHaveCount(2);
  await chat.call("trash.remove", { session_id: parent });
  await chat.page.reload();
  await expect(line(chat)).toContainText("deleted for good");
  await expect(chat.messages).toHaveCount(2);
});

test("[BR-3] of a long title the end is cut, and is seen to be, but never the number by which a branch differs from the others", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await threeTurns(chat, provider);
  const long = "A title of a rambling question about many things at once, ".repeat(4);
  await chat.call("session.rename", { session_id: await currentId(chat), title: long });
  await branchFrom(chat, "Answer to one.");
  await expect(chat.title).toContainText("(2)");
  await branchFrom(chat, "Answer to one.");
  await expect(chat.title).toContainText("(3)");
  await resize(chat, 760, 620);
  const isWhole = (place: Locator, number: string) =>
    expect(place.getByText(number, { exact: true })).toBeInViewport({ ratio: 1 });
  await isWhole(chat.title, "(3)");
  await isWhole(line(chat), "(2)");
  await chat.button("Show").click();
  await expect(chat.title).toContainText("(2)");
  const note = chat.conversation.getByRole("note").filter({ hasText: "Branched here:" });
  await isWhole(note, "(3)");
  await branchFrom(chat, "Answer to one.");
  await expect(chat.title).toContainText("(4)");
  await chat.button("Show").click();
  await note.getByRole("button", { name: "2 branches" }).click();
  await isWhole(chat.page.getByRole("menuitem").first(), "(3)");
  await isWhole(chat.page.getByRole("menuitem").last(), "(4)");
});

test("[BR-1] [BR-3] from a question: its branch says that there is no answer yet; hidden where it was asked, the way there leads to its place", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("Answer to one."));
  const flashed = await chat.conversation.evaluateHandle((log) => {
    const found = { any: false };
    new MutationObserver(() => {
      found.any ||= log.textContent?.includes("No answer yet") === true;
    }).observe(log, { childList: true, subtree: true });
    return found;
  });
  await chat.send("question one");
  await chat.settled();
  expect(await flashed.evaluate(({ any }) => any), "said of a question that is being answered").toBe(false);
  await branchFrom(chat, "question one");
  await expect(chat.title).toHaveText("question one (2)");
  await expect(chat.messages).toHaveCount(1);
  const unanswered = chat.conversation.getByRole("note").filter({ hasText: "No answer yet" });
  await expect(unanswered).toBeVisible();
  provider.enqueue(reply("Answered in the branch."));
  await chat.button("Get an answer").click();
  await expect(chat.answer).toContainText("Answered in the branch.");
  await chat.settled();
  await expect(unanswered).toHaveCount(0);

  await chat.sessions.first().click();
  await expect(chat.answer).toContainText("Answer to one.");
  provider.enqueue(reply("Another."));
  await chat.messages.first().getByRole("button", { name: "Edit and resend" }).click();
  await chat.page.getByRole("form", { name: "Rewind" }).getByRole("textbox").fill("something else");
  await chat.page.keyboard.press("Enter");
  await expect(chat.answer).toContainText("Another.");
  await chat.settled();
  await chat.sessions.nth(1).click();
  await chat.button("Show").click();
  await expect(chat.title).toHaveText("question one");
  await expect(chat.conversation).toBeFocused();
  await expect(chat.page.getByText("The message itself is hidden now", { exact: false })).toBeAttached();
});

test("[BR-3] the family is a tree that keys walk through; any of it opens, what is in the trash says so", async ({
  open,
  provider,
}) => {
  const violations: string[] = [];
  const chat = await open();
  chat.page.on("console", (message) => message.type() === "error" && violations.push(message.text()));
  provider.enqueue(reply("Yes."));
  await chat.send("A plan?");
  await chat.settled();
  const root = await currentId(chat);
  const first = await branchOf(chat, root);
  const deep = await branchOf(chat, first.id);
  const gone = await branchOf(chat, root);
  await chat.call("trash.put", { session_id: gone.id });

  await chat.composer.fill("/family");
  await chat.composer.press("Enter");
  const dialog = chat.page.getByRole("dialog", { name: "Family" });
  const tree = dialog.getByRole("tree", { name: "Sessions of the family" });
  const items = tree.getByRole("treeitem");
  await expect(items).toHaveCount(4);
  await expect(tree).toBeFocused();
  const selected = tree.locator("[role=treeitem][aria-selected=true]");
  await expect(selected).toHaveAccessibleName("A plan?");
  await expect(selected).toHaveAttribute("aria-current", "page");
  expect(await findings(chat.page)).toEqual([]);
  await chat.page.keyboard.press("ArrowRight");
  await chat.page.keyboard.press("ArrowDown");
  await expect(selected).toHaveAccessibleName(gone.title);
  await chat.page.keyboard.press("Enter");
  await expect(chat.page.getByText(`${gone.title} is in the trash.`)).toBeAttached();
  await expect(dialog).toBeVisible();
  // News come while one looks.
  await chat.call("session.rename", { session_id: deep.id, title: "The best of them" });
  await expect(items.filter({ hasText: "The best of them" })).toHaveAttribute("aria-level", "3");
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) await chat.page.keyboard.press(key);
  await expect(dialog).toHaveCount(0);
  await expect(chat.title).toHaveText("The best of them");
  await expect(chat.composer).toBeFocused();

  await line(chat).getByRole("button", { name: "Family" }).click();
  await expect(selected).toHaveAccessibleName("The best of them");
  await items.filter({ hasText: "A plan?" }).first().click();
  await expect(chat.title).toHaveText("A plan?");
  expect(violations).toEqual([]);
});

test("[BR-2] while an answer is written one branches from what has settled, and is told why not from what has not", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("Answer to one."), [{ text: "It goes on" }, { gate: "never" }]);
  await chat.send("question one");
  await chat.settled();
  await chat.send("question two");
  await expect(chat.answer).toContainText("It goes on");
  await expect(chat.answer.getByRole("button", { name: "Branch from here" })).toHaveCount(0);
  await branchFrom(chat, "question two");
  await expect(chat.alert).toContainText("This turn is still being answered");
  await expect(chat.sessions).toHaveCount(1);
  await chat.composer.focus();
  await chat.page.keyboard.press("Control+K");
  await chat.page.keyboard.type("branch from the newest");
  await expect(chat.page.getByRole("option").first()).toHaveAccessibleName(/^Branch from the newest message/);
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText("question one (2)");
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.composer).toBeFocused();
  // What runs goes on.
  await expect(chat.sessions.first()).toHaveAttribute("data-state", "busy");
});
