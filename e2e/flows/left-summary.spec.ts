// A summary of what is left is taken along on a rewind and into a branch, read in its place, and taken out again (RW-8).
import type { Locator } from "@playwright/test";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const editor = (chat: Chat): Locator => chat.conversation.getByRole("form", { name: "Rewind" });
const along = (place: Locator): Locator => place.getByRole("checkbox", { name: "Take a summary along" });
const note = (chat: Chat, turns: string): Locator =>
  chat.conversation.getByRole("note", { name: `Summary of ${turns} left`, exact: true });
const progress = (place: Locator): Locator => place.getByRole("progressbar", { name: "Compacting" });

test("a summary of what is left: asked for in the editor, cancelled, failed, taken along, opened, taken out and back; and into a branch [RW-8]", async ({
  open,
  provider,
}) => {
  provider.respond((_request, index) => reply(`Answer ${index + 1}.`));
  const chat = await open();
  for (const text of ["First question", "Second question", "Third question"]) {
    await chat.send(text);
    await chat.settled();
  }
  const text = editor(chat).getByRole("textbox", { name: "Text" });
  await test.step("off unless asked for; a key ticks it, and it takes a focus", async () => {
    await chat.messages
      .filter({ hasText: "Second question" })
      .getByRole("button", { name: "Edit and resend" })
      .click();
    await expect(along(editor(chat))).not.toBeChecked();
    await along(editor(chat)).focus();
    await chat.page.keyboard.press("Space");
    await editor(chat).getByRole("textbox", { name: "Focus of the summary" }).fill("the sums");
    expect(await findings(chat.page)).toEqual([]);
    await text.fill("Another question");
  });
  await test.step("cancelled, the words stay in the editor and nothing has changed", async () => {
    provider.summary(() => [{ gate: "never" }]);
    await text.press("Enter");
    await expect(progress(editor(chat))).toBeVisible();
    await expect(progress(chat.conversation)).toHaveCount(1);
    await expect(along(editor(chat))).toBeDisabled();
    await editor(chat).locator(".compaction-progress").getByRole("button", { name: "Cancel" }).click();
    await expect(progress(chat.conversation)).toHaveCount(0);
    await expect(text).toHaveValue("Another question");
    await expect(text).toBeFocused();
    await expect(chat.questions).toHaveCount(3);
    await expect(chat.status).toHaveText("idle");
    await text.press("Enter");
    await expect(progress(editor(chat))).toBeVisible();
    await text.press("Escape");
    await expect(progress(chat.conversation)).toHaveCount(0);
    await expect(text).toHaveValue("Another question");
    await expect(editor(chat).getByRole("alert")).toHaveCount(0);
  });
  await test.step("a failure is told in the editor", async () => {
    provider.summary(() => refusal(400));
    await expect(chat.status).toHaveText("idle");
    await text.press("Enter");
    await expect(editor(chat).getByRole("alert")).toContainText("could not be summarised");
    await expect(chat.status).toHaveText("idle");
    await expect(editor(chat).getByRole("alert")).toContainText("could not be summarised");
    await expect(chat.questions).toHaveCount(3);
  });
  await test.step("taken along, it stands in front of the new turn as one line that opens", async () => {
    provider.summary(() => reply("**Everything** of it.\n\n- one\n- two"));
    await text.press("Enter");
    await expect(editor(chat)).toHaveCount(0);
    await expect(chat.questions).toHaveText([/First/, /Another/]);
    await chat.settled();
    expect(provider.summaries.at(-1)?.rawBody).toContain("the sums");
    expect(provider.requests.at(-1)?.rawBody).toMatch(/Everything[\s\S]*Another question/);
    const opens = note(chat, "2 turns that were").getByRole("button", { name: "Open" });
    await expect(opens).toHaveAttribute("aria-expanded", "false");
    await opens.focus();
    await chat.page.keyboard.press("Enter");
    await expect(opens).toHaveAttribute("aria-expanded", "true");
    await expect(chat.conversation.locator("strong")).toHaveText("Everything");
    expect(await findings(chat.page)).toEqual([]);
  });
  await test.step("closed again, a search over all sessions opens it with the words marked", async () => {
    const opens = note(chat, "2 turns that were").getByRole("button", { name: "Open" });
    await chat.page.keyboard.press("Enter");
    await expect(opens).toHaveAttribute("aria-expanded", "false");
    await chat.page.keyboard.press("Control+Shift+F");
    const search = chat.page.getByRole("dialog", { name: "Search everywhere" });
    await search.getByRole("searchbox", { name: "Search" }).fill("everything of it");
    await search.getByRole("option", { name: "Everything" }).click();
    await expect(chat.conversation.locator(".left-note:focus")).toBeVisible();
    await expect(opens).toHaveAttribute("aria-expanded", "true");
    const marked = () =>
      chat.page.evaluate(() =>
        [...((CSS.highlights.get("found-current") as unknown as Set<Range> | undefined) ?? [])].join(),
      );
    await expect.poll(marked).toBe("Everything of it");
  });
  await test.step("taken out, and back by the one undo", async () => {
    await note(chat, "2 turns that were").getByRole("button", { name: "Take out" }).click();
    await expect(note(chat, "2 turns that were")).toHaveCount(0);
    await expect(chat.composer).toBeFocused();
    await expect(chat.questions).toHaveText([/First/, /Another/]);
    await chat.conversation.focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(note(chat, "2 turns that were")).toBeVisible();
  });
  await test.step("at a branch: from the menu of a message", async () => {
    await chat.questions.first().click({ button: "right" });
    await chat.page.getByRole("menuitem", { name: "Branch with a summary…" }).click();
    const choice = chat.page.getByRole("dialog", { name: "Branch from here" });
    await expect(along(choice)).not.toBeChecked();
    await along(choice).check();
    expect(await findings(chat.page)).toEqual([]);
    provider.summary(() => reply("The rest."));
    await choice.getByRole("button", { name: "Branch" }).click();
    await expect(chat.questions).toHaveText([/First/]);
    await note(chat, "1 turn that was").getByRole("button", { name: "Open" }).click();
    await expect(chat.conversation.locator(".summary-inline")).toHaveText("The rest.");
    await expect(chat.sessions).toHaveCount(2);
  });
});
