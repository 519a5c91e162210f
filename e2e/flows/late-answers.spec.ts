// Answers that come after their user has gone on: the newest question counts, once.
import type { MessageId } from "../../src-preload/contract/domain/ids";
import { expect, test } from "../fixtures/chat";
import { holdAnswers } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test("[QU-2] a session that is left and come back to before its draft is here has that once", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Settled."));
  const chat = await open();
  await sessionsNamed(chat, "plums", "pears");
  await chat.composer.fill("half a thought");
  const turnTo = async (name: string) => {
    await chat.sessions.filter({ hasText: name }).click();
    await expect(chat.title).toHaveText(name);
  };
  await turnTo("plums");
  await expect(chat.composer).toHaveValue("");
  // Everything asked for until now has been answered before this is.
  await chat.call("app.info", undefined);
  const drafts = await holdAnswers(chat, "draft.read");
  for (const name of ["pears", "plums", "pears"]) await turnTo(name);
  await expect.poll(drafts.names).toHaveLength(3);
  await drafts.let();
  await expect(chat.composer).toHaveValue("half a thought");
  // Whatever was asked for has been answered and drawn before this is.
  await chat.call("app.info", undefined);
  await chat.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(chat.composer).toHaveValue("half a thought");
});

test("[BR-3] [RW-3] what two sessions share is told late: the focus at the line of hidden turns goes along with it, and to the conversation when it goes", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const created = await chat.call("session.create", { text: "What now?" });
  const parent_session_id = created.session.id;
  await chat.sessions.filter({ hasText: "What now?" }).click();
  await chat.settled();
  const from_message_id = (await chat.answer.getAttribute("data-message-id")) as MessageId;
  const { id } = await chat.call("branch.create", { parent_session_id, from_message_id });
  await chat.call("session.rename", { session_id: id, title: "The other way" });
  await chat.sessions.filter({ hasText: "The other way" }).click();
  await expect(chat.title).toHaveText("The other way");
  await chat.answer.getByRole("button", { name: "Try again", exact: true }).click();
  const main = chat.page.locator("[data-thread=main]");
  const restore = main.getByRole("button", { name: "Restore earlier turns" });
  await expect(restore).toBeVisible();
  await chat.settled();

  const shared = await holdAnswers(chat, "branch.shared");
  await chat.sessions.filter({ hasText: "What now?" }).press("Control+Enter");
  await expect.poll(shared.names).toHaveLength(1);
  await main.getByRole("log").click({ position: { x: 5, y: 5 } });
  await restore.focus();
  await expect(main.getByRole("article")).toHaveCount(2);
  await shared.let();
  await expect(main.getByRole("article"), "the question is folded").toHaveCount(1);
  await expect(restore).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(main.getByRole("article"), "so is the answer").toHaveCount(0);
  await expect(main.getByRole("log")).toBeFocused();
});

test("[BR-4] [QU-2] what is written in a sidecar before it is made is there, when its session is left meanwhile", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Apples", "Root");
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  const box = sidecar.getByRole("textbox", { name: "Message" });
  const held = await holdAnswers(chat, "sidecar.open");
  await chat.page.keyboard.press("Control+J");
  await expect(box).toBeFocused();
  await chat.page.keyboard.type("By the way");
  await expect.poll(held.names).toHaveLength(1);
  await chat.sessions.filter({ hasText: "Apples" }).click();
  await expect(chat.title).toHaveText("Apples");
  await expect(sidecar).toHaveCount(0);
  await held.let();
  await expect(chat.composer).toHaveValue("");
  await chat.sessions.filter({ hasText: "Root" }).click();
  await expect(box).toHaveValue("By the way");
});
