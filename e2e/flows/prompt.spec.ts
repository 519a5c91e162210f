// The prompt of an answer as it was sent, from the answer's details (SP-2).
import { findingsInBoth } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { ending, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const PLENTY = "with so many words that a summary of it is shorter than it is. ".repeat(20);

test("the prompt as sent: its sections, its digest, its messages, and the summary at its head; Escape leads back [SP-2c, CP-3]", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.respond((_request, index) => [
    { text: `Answer ${index + 1} ${PLENTY}` },
    ...ending("stop", { input: 4000, output: 400 }),
  ]);
  for (const text of ["First question", "Second question", "Third question", "Fourth question"]) {
    await chat.send(text);
    await chat.settled();
  }
  provider.summary(() => reply("**Everything** so far."));
  await chat.composer.fill("/compact");
  await chat.composer.press("Enter");
  await expect(chat.conversation.getByRole("note", { name: "Summarised 2 earlier turns" })).toBeVisible();
  await chat.send("Fifth question");
  await chat.settled();

  const details = chat.answer.getByRole("button", { name: "Details" });
  const dialog = chat.page.getByRole("dialog", { name: "Prompt as sent" });
  await test.step("it says what the model read, and what stands for the rest", async () => {
    await details.click();
    await chat.page.getByRole("button", { name: "Prompt as sent" }).click();
    await expect(dialog).toContainText("4,000");
    await expect(dialog).toContainText("2 earlier turns are not in this prompt: a summary stands for them.");
    await expect(dialog).toContainText("Everything");
    await expect(dialog).toContainText("Fifth question");
    await expect(dialog).not.toContainText("Second question");
    await expect(dialog.locator("code")).toHaveText(/^[0-9a-f]{64}$/);
  });
  await test.step("a section opens, as text", async () => {
    await dialog.getByText("Environment").click();
    await expect(dialog.locator("pre")).toContainText("Platform:");
    expect(await findingsInBoth(chat.page)).toEqual([]);
  });
  await test.step("Escape closes it", async () => {
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
});
