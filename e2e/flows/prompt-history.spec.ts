// The prompt history: an empty composer finds sent prompts by their words, takes one in, and removes one from the list.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

test("prompt history: opened by key, filtered, put into the composer without sending, removed for good, from the composer too [SE-5b]", async ({
  open,
  provider,
}) => {
  for (const words of ["One.", "Two.", "Three."]) provider.enqueue(reply(words));
  const chat = await open();
  for (const question of ["Write a poem", "Write a letter"]) {
    await chat.send(question);
    await chat.settled();
  }
  await chat.button("New session").click();
  await expect(chat.title).toHaveText("New session");
  await chat.send("Something else");
  await chat.settled();
  const dialog = () => chat.page.getByRole("dialog", { name: "Prompt history" });
  const options = () => dialog().getByRole("option");
  const openIt = async () => {
    await chat.composer.press("Control+r");
    await expect(dialog().getByRole("combobox")).toBeFocused();
  };
  await openIt();
  await expect(options()).toHaveCount(3);
  await expect(options().first()).toContainText("Something else");
  expect(await findings(chat.page)).toEqual([]);
  await chat.page.keyboard.type("WRITE");
  await expect(options()).toHaveCount(2);
  await chat.page.keyboard.press("ArrowDown");
  await expect(options().nth(1)).toHaveAttribute("aria-selected", "true");
  await chat.page.keyboard.press("Enter");
  await expect(dialog()).toBeHidden();
  await expect(chat.composer).toHaveValue("Write a poem");
  await expect(chat.composer).toBeFocused();
  await expect(chat.messages).toHaveCount(2);

  await chat.composer.fill("");
  await chat.composer.press("Control+ArrowUp");
  await expect(chat.composer).toHaveValue("Something else");
  await chat.composer.press("Control+ArrowDown");
  await openIt();
  await expect(options()).toHaveCount(3);
  await chat.page.keyboard.press("Delete");
  await expect(options()).toHaveCount(2);
  await expect(dialog()).not.toContainText("Something else");
  await chat.page.keyboard.press("Escape");
  await expect(dialog()).toBeHidden();
  await expect(chat.messages).toHaveCount(2);
  await chat.composer.press("Control+ArrowUp");
  await expect(chat.composer).toHaveValue("Write a letter");
});
