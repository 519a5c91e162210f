// Names on messages: given by hand and by key, listed, jumped to, renamed, taken away and brought back.
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { fillRows } from "../fixtures/many-rows";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** Messages: more than are loaded at first. */
const COUNT = 400;
const MARKED = [COUNT / 4, COUNT / 2, COUNT - 4];

test("labels: added, completed, listed and jumped to, searched for, removed and brought back [SE-11a, SE-11b]", async ({
  open,
  provider,
}) => {
  for (const words of ["One answer.", "Another answer.", "Elsewhere."]) provider.enqueue(reply(words));
  const chat = await open();
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

/** A name, as sentences quote it. */
const quoted = (name: string) => `\u2068${name}\u2069`;
const named = ({ page }: Chat, name: string) =>
  page.getByRole("button", { name: `Rename label ${quoted(name)}` });
const undo = ({ page }: Chat) => page.getByRole("button", { name: "Undo", exact: true });

/** The label "open" on both questions and on the last answer, which is "done" as well. */
async function labelled(chat: Chat): Promise<void> {
  const { sessions } = await chat.call("session.list", { limit: 1 });
  const ids = await chat.messages.evaluateAll((all) => all.map((article) => article.dataset.messageId));
  for (const [at, name] of [
    [0, "open"],
    [2, "open"],
    [3, "open"],
    [3, "done"],
  ] as const)
    await chat.call("label.add", {
      session_id: sessions[0]?.id as SessionId,
      message_id: ids[at] as MessageId,
      name,
    });
}

test("labels: renamed on one message or on all, taken back, and found in their list by key [SE-11c]", async ({
  open,
  provider,
}) => {
  for (const words of ["Café au lait.", "Nothing else."]) provider.enqueue(reply(words));
  const chat = await open();
  const { page } = chat;
  for (const words of ["First question", "Second question"]) {
    await chat.send(words);
    await chat.settled();
  }
  await labelled(chat);
  await expect(named(chat, "open")).toHaveCount(3);
  const form = page.getByRole("dialog", { name: "Rename label" });
  const field = form.getByRole("textbox", { name: "New name" });

  await test.step("by key, from the message: there alone", async () => {
    await named(chat, "open").first().press("Enter");
    await expect(field).toBeFocused();
    await expect(form.getByRole("checkbox", { name: "On all 3 messages that have it" })).not.toBeChecked();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type("closed");
    await page.keyboard.press("Enter");
    await expect(named(chat, "closed")).toBeFocused();
    await expect(named(chat, "open")).toHaveCount(2);
    await undo(chat).click();
    await expect(named(chat, "open")).toHaveCount(3);
  });

  await test.step("everywhere, to a name that one message has already; Undo brings both back", async () => {
    await named(chat, "open").last().click();
    await expect(field).toBeFocused();
    await field.fill("done");
    await form.getByRole("checkbox").check();
    await form.getByRole("button", { name: "Rename" }).click();
    await expect(named(chat, "done")).toHaveCount(3);
    await expect(named(chat, "open")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Just done" })).toContainText(
      `Label renamed on 3 messages: ${quoted("done")} One message had that label already, and has it once.`,
    );
    await expect(chat.messages.last()).toBeFocused();
    await undo(chat).click();
    await expect(named(chat, "open")).toHaveCount(3);
    await expect(named(chat, "done")).toHaveCount(1);
  });

  const dialog = page.getByRole("dialog", { name: "Labels" });
  const rows = dialog.getByRole("list", { name: "Labels" }).getByRole("listitem");
  const search = dialog.getByRole("searchbox", { name: "Find a label or its message" });
  await test.step("one label alone, and renamed in the list", async () => {
    await chat.composer.fill("/labels");
    await page.keyboard.press("Enter");
    await expect(search).toBeFocused();
    await expect(rows).toHaveCount(4);
    await dialog
      .getByRole("button", { name: `Only label ${quoted("open")}` })
      .first()
      .click();
    await expect(rows).toHaveCount(3);
    await expect(dialog).toContainText("3 labelled messages");
    expect(await findings(page)).toEqual([]);
    await rows
      .first()
      .getByRole("button", { name: `Rename label ${quoted("open")}` })
      .click();
    await expect(field).toBeFocused();
    await page.keyboard.type("waiting");
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(2);
    await dialog.getByRole("button", { name: `All labels again, not only ${quoted("open")}` }).click();
    await expect(search).toBeFocused();
    await expect(rows).toHaveCount(4);
  });

  await test.step("a label that is gone narrows nothing", async () => {
    await dialog.getByRole("button", { name: `Only label ${quoted("done")}` }).click();
    await expect(rows).toHaveCount(1);
    await rows.getByRole("button", { name: "Remove" }).click();
    await expect(rows).toHaveCount(3);
    await expect(dialog.getByRole("button", { name: /^All labels again/ })).toHaveCount(0);
    await search.focus();
  });

  await test.step("typed letters narrow the list, arrows lead into it, Enter shows the message", async () => {
    await page.keyboard.type("QUESTION");
    await expect(rows).toHaveCount(2);
    await page.keyboard.press("ArrowDown");
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(search).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.type(" x");
    await expect(search).toHaveValue("QUESTION x");
    await expect(dialog).toContainText("No label fits");
    await search.fill("first");
    await expect(rows).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(chat.messages.first()).toBeFocused();
  });
});

test("labels: marks stand beside the scroll bar, also for what is not loaded, and lead there [SE-11d]", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  await expect(chat.composer).toBeFocused();
  withDatabase(dataDir, (db) => {
    fillRows(db, 0, 1, COUNT);
    db.exec(`INSERT INTO session_turns SELECT session_id, count(*) FROM chat_messages WHERE role = 'user'`);
    const label = db.prepare(
      "INSERT INTO message_labels SELECT id, @name, 1 FROM chat_messages ORDER BY id LIMIT 1 OFFSET @at",
    );
    for (const at of MARKED) label.run({ at, name: `mark ${at}` });
  });
  await page.reload();
  await chat.sessions.first().click();
  await expect(chat.messages.last()).toContainText(`Message ${COUNT - 1}`);
  const pins = page.locator(".label-pin");
  await expect(pins).toHaveCount(3);

  const places = () =>
    pins.evaluateAll((all) => {
      const strip = all[0]?.parentElement?.getBoundingClientRect();
      return all.map((pin) => (pin.getBoundingClientRect().top - (strip?.top ?? 0)) / (strip?.height ?? 1));
    });
  const around = (at: number) => expect.closeTo(at, 1);
  await expect.poll(places).toEqual([around(0.25), around(0.5), around(1)]);
  const edges = await chat.conversation.evaluate(
    (box) => box.getBoundingClientRect().left + box.clientLeft + box.clientWidth,
  );
  const strip = await page.locator(".label-pins").boundingBox();
  expect((strip?.x ?? Infinity) + (strip?.width ?? 0), "the scroll bar is free").toBeLessThanOrEqual(edges);

  expect(await findings(page)).toEqual([]);
  // A pointer that arrives while the marks still move has to move once more, as a hand does.
  await expect(async () => {
    await page.mouse.move(5, 5);
    await pins.first().hover();
    await expect(page.locator(".tooltip")).toContainText(`mark ${COUNT / 4}`, { timeout: 3000 });
  }).toPass();
  await pins.first().click();
  const found = page.locator("article", { hasText: `Message ${COUNT / 4}: ` });
  await expect(found).toBeFocused();
  await expect(found).toBeInViewport();
  await expect.poll(places).toEqual([around(0.25), around(0.5), around(1)]);
});
