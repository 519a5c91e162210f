// The handbook in the window: by key and by command, its pages, its search, and the links of the guide's answers, in both languages.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

const handbookOf = ({ page }: Chat, name = "Handbook") => page.getByRole("dialog", { name, exact: true });

test("F1 opens the handbook; a page is chosen and read, words are found in all of them, and Escape leads back", async ({
  open,
}) => {
  const chat = await open();
  const { page } = chat;
  const { keyboard } = page;
  const handbook = handbookOf(chat);
  const search = handbook.getByRole("searchbox", { name: "Search the handbook" });
  await expect(chat.composer).toBeFocused();
  await keyboard.press("F1");
  await expect(search).toBeFocused();
  await expect(handbook.getByRole("heading", { name: "What Braid is" })).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);

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
    expect(await findingsInBoth(page)).toEqual([]);
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
});

test("a link in the guide's answer opens the handbook at its section; one of another model opens no more than that", async ({
  open,
  provider,
}) => {
  const chat = await open({ env: { BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  const handbook = handbookOf(chat);
  await chat.chooseModel("Guide");
  await chat.composer.fill("How do I stop an answer?");
  await chat.composer.press("Enter");
  await chat.settled();
  await expect(chat.answer.getByRole("heading", { name: "Stop and continue" })).toBeVisible();
  const link = chat.answer.getByRole("button", { name: "Stop and continue › Continue" });
  await link.click();
  await expect(handbook.getByRole("heading", { name: "Continue", exact: true })).toBeInViewport();
  expect(await findingsInBoth(chat.page)).toEqual([]);
  await chat.page.keyboard.press("Escape");
  await expect(link).toBeFocused();

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

test("in German, the handbook and the answer's links are German", async ({ open, dataDir }) => {
  await writeFile(join(dataDir, "settings.json"), JSON.stringify({ appearance: { language: "de" } }));
  const env = { BRAID_GUIDE_WORDS_PER_SECOND: "2000", BRAID_LOCAL_PORTS: "1,1,1" };
  const chat = await open({ settings: "none", env });
  const { page } = chat;
  const handbook = handbookOf(chat, "Handbuch");
  const composer = page.getByRole("textbox", { name: "Nachricht", exact: true });
  await composer.fill("Wie benenne ich eine Sitzung um?");
  await composer.press("Enter");
  const answer = page.getByRole("article", { name: /^Antwort/ }).last();
  await expect(answer).toHaveAttribute("data-state", "done");
  await answer.getByRole("button", { name: "Sitzungen › Titel, die Braid macht" }).click();
  await expect(handbook.getByRole("heading", { name: "Titel, die Braid macht" })).toBeInViewport();
  await handbook.getByRole("searchbox", { name: "Handbuch durchsuchen" }).fill("papierkorb leeren");
  await handbook.getByRole("button", { name: "Sitzungen › Eine Sitzung löschen: der Papierkorb" }).click();
  await expect(handbook.getByRole("heading", { name: /der Papierkorb/ })).toBeInViewport();
  expect(await findingsInBoth(page)).toEqual([]);
});
