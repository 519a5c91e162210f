// The handbook in the window: by key and by command, its pages, its search, and the links of the guide's answers. In German: large-letters.spec.ts.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test("F1 opens the handbook; a page is chosen and read, words are found in all of them, and Escape leads back; a link in the guide's answer opens it at its section, one of another model no more than that", async ({
  open,
  provider,
}) => {
  const chat = await open({ env: { BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  const { page } = chat;
  const { keyboard } = page;
  const handbook = page.getByRole("dialog", { name: "Handbook", exact: true });
  const search = handbook.getByRole("searchbox", { name: "Search the handbook" });
  await expect(chat.composer).toBeFocused();
  await keyboard.press("F1");
  await expect(search).toBeFocused();
  await expect(handbook.getByRole("heading", { name: "What Braid is" })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await test.step("a page of the list", async () => {
    await handbook.getByRole("list", { name: "Pages" }).getByRole("button", { name: "Branches" }).click();
    const read = handbook.getByRole("region", { name: "Branches" });
    await expect(read.getByRole("heading", { name: "Making a branch" })).toBeVisible();
    await expect(read.locator("strong", { hasText: "Branch from here" }).first()).toBeVisible();
    await expect(read).not.toContainText("<!--");
  });
  await test.step("words, wherever they stand", async () => {
    await search.fill("restoring backup");
    const found = handbook.getByRole("list", { name: "Found in the handbook" });
    await expect(found.getByRole("button").first()).toHaveText(
      "Where your data is kept › Restoring a backup",
    );
    expect(await findings(page)).toEqual([]);
    await search.press("Enter");
    await expect(handbook.getByRole("heading", { name: "Restoring a backup" })).toBeInViewport();
    await search.fill("zzzz");
    await expect(handbook).toContainText("No section has all the words “zzzz”.");
  });
  await test.step("the first Escape empties the search, the next closes; the page is kept", async () => {
    await keyboard.press("Escape");
    await expect(search).toHaveValue("");
    await keyboard.press("Escape");
    await expect(handbook).toBeHidden();
    await expect(chat.composer).toBeFocused();
    await keyboard.press("F1");
    await expect(handbook.getByRole("heading", { name: "Restoring a backup" })).toBeInViewport();
    await keyboard.press("F1");
    await expect(handbook).toBeHidden();
  });
  await test.step("a link in the guide's answer", async () => {
    await chat.chooseModel("Guide");
    await chat.composer.fill("How do I stop an answer?");
    await chat.composer.press("Enter");
    await chat.settled();
    await expect(chat.answer.getByRole("heading", { name: "Stop and continue" })).toBeVisible();
    const link = chat.answer.getByRole("button", { name: "Stop and continue › Continue" });
    await link.click();
    await expect(handbook.getByRole("heading", { name: "Continue", exact: true })).toBeInViewport();
    await chat.page.keyboard.press("Escape");
    await expect(link).toBeFocused();
  });
  await test.step("a link of another model", async () => {
    provider.enqueue(
      reply(
        "[nowhere](braid-handbook:99-none#none) and [script](braid-handbook:javascript:alert(1)) and [up](braid-handbook:../../secrets)",
      ),
      reply("A title"),
    );
    await chat.page.keyboard.press("Control+N");
    await chat.chooseModel("big");
    await chat.send("Links?");
    await chat.settled();
    await expect(chat.answer).toContainText("nowhere and script and up");
    await expect(chat.answer.getByRole("button", { name: "script" })).toHaveCount(0);
    await expect(chat.answer.getByRole("button", { name: "up", exact: true })).toHaveCount(0);
    await chat.answer.getByRole("button", { name: "nowhere" }).click();
    await expect(handbook.getByRole("heading", { name: "What Braid is" })).toBeVisible();
  });
});
