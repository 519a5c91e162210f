// Branches: made from any message, found under the session they came from, and the way from one to another.

import type { Locator } from "@playwright/test";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { holdAnswers } from "../fixtures/held-calls";
import { fillRows } from "../fixtures/many-rows";
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

test("branches: made from any message, nested and walked by key; of a question, and while an answer is written [BR-1, BR-2, BR-3a]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  await threeTurns(chat, provider);
  await test.step("shown at once, ready to be written in, nested under its parent", async () => {
    await chat.composer.fill("not sent yet");
    await branchFrom(chat, "Answer to two.");
    await expect(chat.title).toHaveText("question one (2)");
    await expect(chat.composer).toBeFocused();
    await expect(chat.composer).toHaveValue("");
    await expect(chat.messages).toHaveCount(4);
    await expect(chat.sessions).toHaveText([/question one/, /question one \(2\)/]);
    await expect(chat.sessions.nth(1)).toHaveAttribute("aria-level", "2");
    await expect(chat.sessions.nth(1)).toHaveAttribute("aria-current", "page");
    await expect(chat.sessions.nth(1)).toHaveAccessibleDescription("2 turns, big");
    await expect(chat.sessions.first()).toHaveAccessibleDescription(/draft/);
    provider.enqueue(reply("Answer to four."));
    await chat.send("question four");
    await chat.settled();
  });
  await test.step("named by its own first message, with its turns and its model, in the list, the bar and the window", async () => {
    await expect(chat.title).toHaveText("question four");
    await expect(chat.page).toHaveTitle("question four – Braid");
    await expect(chat.sessions.nth(1)).toHaveAccessibleName("question four");
    await expect(chat.sessions.nth(1)).toContainText("3 turns · big");
    // The model of the answers is told at each, and seen at the first.
    await expect(chat.answers.locator(".message-meta .unseen")).toHaveText(["big · ", "big · "]);
    // From the newest, by its command.
    await chat.composer.fill("/branch");
    await chat.composer.press("Enter");
    await expect(chat.title).toHaveText("question four (2)");
    await expect(chat.sessions.nth(2)).toHaveAttribute("aria-level", "3");
    await expect(chat.messages).toHaveCount(6);
  });
  await test.step("folded by key, and back", async () => {
    await chat.sessions.first().press("ArrowLeft");
    await expect(chat.sessions).toHaveCount(1);
    await expect(chat.sessions.first()).toHaveAttribute("aria-expanded", "false");
    for (const key of ["ArrowRight", "ArrowRight"]) await keyboard.press(key);
    await expect(chat.sessions.nth(1)).toBeFocused();
    for (const key of ["Home", "Enter"]) await keyboard.press(key);
    await expect(chat.messages).toHaveCount(6);
    await expect(chat.composer).toHaveValue("not sent yet");
    await expect(chat.sessions.first()).toHaveAccessibleDescription(/draft/);
    await chat.composer.fill("");
    await expect(chat.sessions.first()).not.toHaveAccessibleDescription(/draft/);
  });
  await test.step("while an answer is written: from what has settled, and it says why not from what has not", async () => {
    provider.enqueue([{ text: "It goes on" }, { gate: "never" }]);
    await chat.send("question five");
    await expect(chat.answer).toContainText("It goes on");
    await expect(chat.page).toHaveTitle("Answering: question one – Braid");
    await expect(chat.answer.getByRole("button", { name: "Branch from here" })).toHaveCount(0);
    await branchFrom(chat, "question five");
    await expect(chat.alert).toContainText("This turn is still being answered");
    await expect(chat.sessions).toHaveCount(3);
    await chat.composer.focus();
    await keyboard.press("Control+K");
    await keyboard.type("branch from the newest");
    const command = chat.page.getByRole("option").first();
    await expect(command).toHaveAccessibleName(/^Branch from the newest message/);
    await keyboard.press("Enter");
    await expect(chat.title).toHaveText("question one (2)");
    await expect(chat.page).toHaveTitle("question one (2) – Braid");
    await expect(chat.messages).toHaveCount(6);
    await expect(chat.composer).toBeFocused();
    // The running answer goes on.
    await expect(chat.sessions.first()).toHaveAttribute("data-state", "busy");
  });
  await test.step("of a question: it says that there is no answer yet, and gets one", async () => {
    await branchFrom(chat, "question one");
    await expect(chat.messages).toHaveCount(1);
    const unanswered = chat.conversation.getByRole("note").filter({ hasText: "No answer yet" });
    await expect(unanswered).toBeVisible();
    provider.enqueue(reply("Answered in the branch."));
    await chat.button("Get an answer").click();
    await expect(chat.answer).toContainText("Answered in the branch.");
    await chat.settled();
    await expect(unanswered).toHaveCount(0);
  });
  await expect(chat.sessions).toHaveCount(5);
});

const line = (chat: Chat) => chat.page.getByRole("note", { name: "Where this session comes from" });
const marked = (chat: Chat) => chat.page.locator("article[data-marked]");

/** Pixels from the ring around a message to the words of the note beneath it. */
async function toWords(message: Locator, note: Locator): Promise<number> {
  // In one look: between two, the page may scroll.
  return await message.evaluate(
    (element, beneath) => {
      if (beneath === null) return Number.NaN;
      const { outlineWidth, outlineOffset } = getComputedStyle(element);
      const { bottom } = element.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(beneath.querySelector("span") ?? beneath);
      const ring = bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      return range.getBoundingClientRect().top - ring;
    },
    await note.elementHandle(),
  );
}

test("branches: parent and branch link to each other at the message, hidden or in the trash too, under hostile names [BR-3]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  // Nothing before the last one is in sight.
  await threeTurns(chat, provider, "\n\nAnd so on.".repeat(40));
  const parent = await currentId(chat);
  const note = chat.conversation.getByRole("note").filter({ hasText: "Branched here:" });
  const evil = "<img src=x onerror=alert(1)> \u202egnp.exe";
  await test.step("there, at the message, also where the parent was read to its end since", async () => {
    await branchFrom(chat, "Answer to one.");
    await expect(line(chat)).toContainText("Branched from question one");
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
  });
  await test.step("and back; renamed, it is called by its new name, which is no more than words", async () => {
    const free = await toWords(marked(chat), note);
    expect(free, "the ring leaves the words of the note alone").toBeGreaterThanOrEqual(0);
    await note.getByRole("button", { name: "question one (2)" }).click();
    await expect(chat.title).toHaveText("question one (2)");
    await expect(chat.composer).toBeFocused();
    await chat.call("session.rename", { session_id: await currentId(chat), title: evil });
    await chat.button("Show").click();
    await expect(note.getByRole("button")).toHaveText(evil);
    await expect(note.locator("img")).toHaveCount(0);
    // A character that turns the direction of a line leaves the words beside it alone.
    await expect(note.getByText(evil)).toHaveCSS("unicode-bidi", "isolate");
  });
  await test.step("several at one message are one line; of a long title the number is never cut", async () => {
    const long = "A title of a rambling question about many things at once, ".repeat(4);
    await chat.call("session.rename", { session_id: parent, title: long });
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
    await note.scrollIntoViewIfNeeded();
    await isWhole(note, "(3)");
    await chat.button("Show").click();
    await note.getByRole("button", { name: "2 branches" }).click();
    await isWhole(chat.page.getByRole("menuitem", { name: "(2)" }), "(2)");
    await chat.page.getByRole("menuitem", { name: "(2)" }).press("Enter");
    await expect(chat.title).toContainText("(2)");
    await resize(chat, 1280, 800);
  });
  await test.step("hidden where it was asked, the way there leads into the hidden turns", async () => {
    await chat.sessions.first().click();
    provider.enqueue(reply("Another."));
    await chat.messages.first().getByRole("button", { name: "Edit and resend" }).click();
    await chat.page.getByRole("form", { name: "Rewind" }).getByRole("textbox").fill("something else");
    await chat.page.keyboard.press("Enter");
    await expect(chat.answer).toContainText("Another.");
    await chat.settled();
    await chat.sessions.filter({ hasText: "(2)" }).click();
    await chat.button("Show").click();
    const hidden = chat.page.getByRole("region", { name: "3 hidden turns" });
    await expect(hidden.locator("article[data-marked]")).toBeFocused();
    await expect(hidden.locator("article[data-marked]")).toContainText("Answer to one.");
  });
  await test.step("in the trash, and deleted for good", async () => {
    await chat.sessions.filter({ hasText: "(2)" }).click();
    await chat.call("session.rename", { session_id: parent, title: evil });
    await expect(line(chat).getByText(evil)).toHaveText(evil);
    await expect(line(chat).getByText(evil)).toHaveCSS("unicode-bidi", "isolate");
    await expect(line(chat).locator("img")).toHaveCount(0);
    await chat.call("trash.put", { session_id: parent });
    await expect(line(chat)).toContainText("in the trash");
    await expect(chat.button("Show")).toHaveCount(0);
    await chat.call("trash.remove", { session_id: parent });
    await chat.page.reload();
    await expect(line(chat)).toContainText("deleted permanently");
    await expect(chat.messages).toHaveCount(2);
  });
});

/** A branch of `parent_session_id` from its newest message, without the window. */
async function branchOf(chat: Chat, parent_session_id: SessionId): Promise<SessionSummary> {
  const page = { session_id: parent_session_id, before: LAST, limit: 1 };
  const { messages } = await chat.call("session.messages", page);
  const from_message_id = messages[0]?.id ?? LAST;
  return await chat.call("branch.create", { parent_session_id, from_message_id });
}

test("branches: the family is a tree that keys walk through; any of it opens, what is in the trash says so [BR-3]", async ({
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
  await expect(selected).toHaveAccessibleDescription(/^1 turn, big, /);
  // The dialog of a small family is no larger than it needs to be.
  expect((await dialog.boundingBox())?.height).toBeLessThan(400);
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

test("branches: a page of the list that brings more of a family above moves nothing that is read [BR-3]", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 260, 1);
    // The newest stands under the oldest, and so do ten that come with a later page.
    const titled = "SELECT id FROM chat_sessions WHERE title LIKE 'Session number%' ORDER BY id";
    const ids = db.prepare<[], string>(titled).pluck().all();
    const place = db.prepare("UPDATE chat_sessions SET parent_id = @parent WHERE id = @id");
    for (const at of [259, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110])
      place.run({ parent: ids[0], id: ids[at] });
  });
  await page.reload();
  const row = (number: number) =>
    page.getByRole("treeitem", { name: `Session number ${number}`, exact: true });
  await expect(row(258)).toBeVisible();
  const next = await holdAnswers(chat, "session.list");
  await page.locator(".picker-tree").evaluate((box) => {
    box.scrollTop = box.scrollHeight - box.clientHeight - 20 * 32;
  });
  await expect.poll(next.names).toHaveLength(1);
  await expect(row(190)).toBeInViewport();
  const rows = () => page.getByRole("tree", { name: "Sessions" }).evaluate((tree) => tree.clientHeight);
  const [place, before] = [await row(190).boundingBox(), await rows()];
  await next.let();
  await expect.poll(rows).toBeGreaterThan(before + 50 * 30);
  expect(await row(190).boundingBox()).toEqual(place);
});
