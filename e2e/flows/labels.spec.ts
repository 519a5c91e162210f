// Names on messages: given by hand and by key, kept over a restart, listed, jumped to, taken away and brought back.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test("labels: added, completed, kept over a restart, listed and jumped to, searched for, removed and brought back [SE-11a, SE-11b]", async ({
  open,
  provider,
}) => {
  for (const words of ["One answer.", "Another answer.", "Elsewhere."]) provider.enqueue(reply(words));
  let chat = await open();
  await chat.send("First question");
  await chat.settled();
  await chat.send("Second question");
  await chat.settled();
  const form = () => chat.page.getByRole("dialog", { name: "Label this message" });
  const chip = (name: string) => chat.page.getByRole("button", { name: `Remove label \u2068${name}\u2069` });

  await test.step("a message is named by its button", async () => {
    await chat.messages.nth(1).getByRole("button", { name: "Label", exact: true }).click();
    await expect(form().getByRole("textbox", { name: "Name" })).toBeFocused();
    await chat.page.keyboard.type("the decision");
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.keyboard.press("Enter");
    await expect(form()).toBeHidden();
    await expect(chat.messages.nth(1)).toContainText("the decision");
  });

  await test.step("another takes a name in use, by key", async () => {
    await chat.messages.nth(2).getByRole("button", { name: "Label", exact: true }).click();
    await expect(form().getByRole("button", { name: "the decision" })).toBeVisible();
    await expect(form().getByRole("textbox", { name: "Name" })).toBeFocused();
    await chat.page.keyboard.type("DEC");
    await chat.page.keyboard.press("ArrowDown");
    await expect(form().getByRole("button", { name: "the decision" })).toBeFocused();
    await chat.page.keyboard.press("Enter");
    await expect(chip("the decision")).toHaveCount(2);
  });

  await chat.braid.close();
  chat = await open();
  await expect(chip("the decision")).toHaveCount(2);

  await test.step("one list names them, and leads from another session to the message", async () => {
    await chat.button("New session").click();
    await expect(chat.messages).toHaveCount(0);
    await chat.send("Third question");
    await chat.settled();
    await chat.composer.fill("/labels");
    await chat.page.keyboard.press("Enter");
    const dialog = chat.page.getByRole("dialog", { name: "Labels" });
    await expect(dialog).toContainText("A label is a name on a message");
    await dialog.getByRole("button", { name: "All sessions" }).click();
    const list = dialog.getByRole("list", { name: "Labels" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(list.getByRole("listitem").first()).toContainText("Second question");
    expect(await findings(chat.page)).toEqual([]);
    await list.getByRole("listitem").nth(1).getByRole("button", { name: "Show" }).click();
    await expect(dialog).toBeHidden();
    await expect(chat.messages.nth(1)).toBeFocused();
    await expect(chat.messages.nth(1)).toContainText("One answer.");
  });

  await test.step("the search of all sessions finds a message by its label", async () => {
    await chat.page.keyboard.press("Control+Shift+F");
    const search = chat.page.getByRole("dialog", { name: "Search everywhere" });
    await expect(search.getByRole("searchbox", { name: "Search" })).toBeFocused();
    await chat.page.keyboard.type("decis");
    await expect(search.getByRole("option")).toHaveText([
      /Label.*the decision.*Second/s,
      /Label.*One answer\./s,
    ]);
    await expect(search.locator("mark")).toHaveText(["decision", "decision"]);
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.keyboard.press("ArrowDown");
    await expect(search.getByRole("option", { selected: true })).toContainText("One answer.");
    await chat.page.keyboard.press("Enter");
    await expect(search).toBeHidden();
    await expect(chat.messages.nth(1)).toBeInViewport();
    await expect(chat.messages.nth(1)).toBeFocused();
  });

  await test.step("a label is removed by key, and Undo brings it back", async () => {
    await chip("the decision").first().press("Enter");
    await expect(chip("the decision")).toHaveCount(1);
    await expect(chat.messages.nth(1)).toBeFocused();
    await chat.page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(chip("the decision")).toHaveCount(2);
  });
});
