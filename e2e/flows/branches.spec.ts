// Branches: made from any message, found under the session they came from, and the way from one to another.
import { type Chat, expect, test } from "../fixtures/chat";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";

/** Three turns in one session. */
async function threeTurns(chat: Chat, provider: ScriptedProvider): Promise<void> {
  for (const name of ["one", "two", "three"]) {
    provider.enqueue(reply(`Answer to ${name}.`));
    await chat.send(`question ${name}`);
    await chat.settled();
  }
}

const branchFrom = (chat: Chat, said: string) =>
  chat.messages.filter({ hasText: said }).getByRole("button", { name: "Branch from here" }).click();

test("[BR-1] [BR-3] a branch is made from any message, shown at once and ready to be written in, nested under its parent, after a restart too", async ({
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
