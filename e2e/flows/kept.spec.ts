// One restart, after which the test looks at everything that must outlive it. How each thing comes about is tested elsewhere.
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

const idsOf = (chat: Chat) =>
  chat.messages.evaluateAll((all) => all.map(({ dataset }) => dataset.messageId as MessageId));

/** Two turns, the first answer labelled, a branch of it and a branch of that; then the second question was asked otherwise. */
async function changedSession(chat: Chat): Promise<void> {
  const [session_id] = (await sessionsNamed(chat, "question one")) as [SessionId];
  await chat.send("question two");
  await chat.settled();
  const ids = await idsOf(chat);
  const [from_message_id, message_id] = [ids[1] as MessageId, ids[2] as MessageId];
  await chat.call("label.add", { session_id, message_id: from_message_id, name: "the decision" });
  const branch = await chat.call("branch.create", { parent_session_id: session_id, from_message_id });
  const { messages } = await chat.call("session.messages", {
    session_id: branch.id,
    before: `msg_${"f".repeat(14)}${"z".repeat(12)}` as MessageId,
    limit: 1,
  });
  const nested = { parent_session_id: branch.id, from_message_id: messages[0]?.id as MessageId };
  const { id } = await chat.call("branch.create", nested);
  await chat.call("session.rename", { session_id: id, title: "A branch of a branch" });
  await chat.call("timeline.rewind", { session_id, message_id, text: "otherwise" });
  await expect(chat.answer).toContainText("The newer lantern.");
  await chat.settled();
}

test("kept over a restart: branches, labels, what stands beside, what is unread, the history of changes, prompts and what is found [BR-1, SE-11a, RW-3, SE-9, SE-2, RW-7, SE-5a, SE-5b]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    reply(rawBody.includes("otherwise") ? "The newer lantern." : "The older lantern."),
  );
  let chat = await open();
  const [unread, archived] = (await sessionsNamed(chat, "Unread", "Put away")) as [SessionId, SessionId];
  const [forgotten] = await idsOf(chat);
  await changedSession(chat);
  await chat.call("session.archive", { session_id: archived });
  await chat.call("session.mark_unread", { session_id: unread, unread: true });
  await chat.call("said.remove", { session_id: archived, message_id: forgotten as MessageId });
  await chat.button("Compare").click();
  const hidden = chat.page.getByRole("region", { name: "1 hidden turn" });
  await expect(hidden.getByRole("article")).toHaveCount(2);
  await chat.braid.close();

  chat = await open();
  const { page } = chat;
  await test.step("the session, its label, its hidden turns beside it; branches in their place; what is unread", async () => {
    await expect(chat.title).toHaveText("question one");
    await expect(page.getByRole("region", { name: "1 hidden turn" }).getByRole("article")).toHaveText([
      /question two/,
      /The older lantern/,
    ]);
    await expect(chat.messages).toHaveText([/otherwise/, /newer/]);
    await expect(chat.composer).toBeFocused();
    await page.getByRole("region", { name: "1 hidden turn" }).getByRole("button", { name: "Close" }).click();
    await expect(chat.messages).toHaveText([/one/, /older/, /otherwise/, /newer/]);
    await expect(
      chat.conversation.getByRole("button", { name: "Remove label \u2068the decision\u2069" }),
    ).toBeVisible();
    const nested = chat.sessions.filter({ hasText: "A branch of a branch" });
    await expect(nested).toHaveAttribute("aria-level", "3");
    await expect(chat.sessions.filter({ hasText: "Unread" })).toHaveAccessibleDescription(/unread/);
  });
  await test.step("the history of changes", async () => {
    await chat.composer.fill("/changes");
    await chat.composer.press("Enter");
    const entries = page.getByRole("list", { name: "History of changes" }).getByRole("listitem");
    await expect(entries.filter({ hasText: "Put away" })).toHaveText([/Archived.*Undo/]);
    await expect(entries.filter({ hasText: "question one" }).first()).toHaveText(
      /Edited and sent again.*Undo/,
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("prompts that were said, without the one that was removed", async () => {
    await chat.composer.press("Control+r");
    const prompts = page.getByRole("dialog", { name: "Prompt history" });
    await expect(prompts.getByRole("option").first()).toContainText("otherwise");
    await expect(prompts.getByRole("option").filter({ hasText: "Unread" })).toHaveCount(1);
    await expect(prompts.getByRole("option").filter({ hasText: "Put away" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(prompts).toHaveCount(0);
  });
  await test.step("words are found", async () => {
    await page.keyboard.press("Control+Shift+F");
    const search = page.getByRole("dialog", { name: "Search everywhere" });
    await expect(search.getByRole("searchbox", { name: "Search" })).toBeFocused();
    await page.keyboard.type("NEWER lantern");
    await expect(search.getByRole("option")).toHaveText([/The newer lantern/]);
    await page.keyboard.press("Enter");
    await expect(search).toHaveCount(0);
  });
  await test.step("and a branch is read", async () => {
    await chat.sessions.filter({ hasText: "A branch of a branch" }).click();
    await expect(chat.messages).toHaveText([/question one/, /The older lantern/]);
  });
});
