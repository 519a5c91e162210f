// A window that is busy gets several keys before it can draw or hear from main: each is for what its user meant, or for nothing.
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { ENTER, letters, pressTwice, pressWhileBusy } from "../fixtures/busy-keys";
import { type Chat, expect, test } from "../fixtures/chat";
import { holdCalls } from "../fixtures/held-calls";
import { listen } from "../fixtures/listen";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";
import { begun, holdAnswers, queue, waiting, within } from "../fixtures/waiting";

const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });

/** Resolves when `ask` has brought another answer: the one before it has settled already. */
async function answeredAnew(chat: Chat, ask: () => Promise<void>): Promise<void> {
  const before = (await chat.answer.getAttribute("data-message-id")) ?? "";
  await ask();
  await expect(chat.answer).not.toHaveAttribute("data-message-id", before);
  await chat.settled();
}

test("what opens over the page has its keys, and gives them back: nothing is sent, opened or deleted beneath it, no letter is lost", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const models = [{ id: "big", thinking: ["low", "high"] }, { id: "one small" }, { id: "two small" }];
  const chat = await open({ settings: { models } });
  await sessionsNamed(chat, "Apples", "Pears", "Plums");
  const thinking = chat.page.getByRole("combobox", { name: "Thinking" });
  await chat.composer.fill("A draft");
  await pressWhileBusy(chat, ["E", "control", "shift"], "Down", ENTER, ...letters(", on"));
  await expect(thinking).toContainText("Low");
  await expect(chat.composer).toHaveValue("A draft, on");
  await expect(chat.questions).toHaveCount(1);

  await pressWhileBusy(
    chat,
    ["M", "control", "shift"],
    ...letters("small"),
    "Down",
    ENTER,
    ...letters(" and"),
  );
  await expect(chat.model).toContainText("two small");
  await expect(chat.composer).toHaveValue("A draft, on and");
  await pressWhileBusy(chat, ["M", "control", "shift"], "Up", "Escape", ...letters(" on"));
  await expect(chat.composer).toHaveValue("A draft, on and on");

  await chat.sessions.nth(1).focus();
  await pressWhileBusy(chat, ["F10", "shift"], "Delete", "Down", ENTER, ...letters("Quinces"), ENTER);
  await expect(chat.sessions).toHaveText([/Plums/, /Quinces/, /Apples/]);
  await expect(chat.title).toHaveText("Plums");
  await expect(chat.sessions.nth(1)).toBeFocused();
});

test("typed and chosen in the palette at once is what it finds then; what is written in a title's place does not go into the message", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Plums one", "Plums two", "Pears");
  const palette = chat.page.getByRole("combobox", { name: "Go to or do" });
  await chat.composer.fill("A draft");
  await chat.page.keyboard.press("Control+K");
  await expect(palette).toBeFocused();
  await pressWhileBusy(chat, ...letters("plums"), "Down", ENTER, ...letters("Of one"));
  await expect(chat.title).toHaveText("Plums one");
  await expect(chat.composer).toHaveValue("Of one");

  await chat.page.keyboard.press("Control+K");
  await expect(palette).toBeFocused();
  await pressWhileBusy(chat, ...letters("rename"), ENTER, ...letters("Prunes"), ENTER, ENTER);
  await expect(chat.title).toHaveText("Prunes");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("Of one");
  await expect(chat.questions).toHaveCount(1);
  // Before there is a list: nobody has seen what the arrow leads to.
  await pressWhileBusy(chat, ["K", "control"], ...letters("pears"), "Down", ENTER);
  await expect(palette).toHaveValue("pears");
  await chat.page.keyboard.press("Escape");
  await expect(chat.title).toHaveText("Prunes");
});

test("[QU-1] what waits is removed once, taken back by the key that comes with it, edited with the letters that come with that; two Enters send no draft", async ({
  open,
  provider,
}) => {
  holdAnswers(provider);
  const chat = await open();
  const { page } = chat;
  await begun(chat);
  for (const text of ["a", "b", "c"]) await queue(chat, text);
  await within(waiting(page).first(), "Edit").focus();
  await pressWhileBusy(chat, "Delete", "Delete");
  await expect(waiting(page)).toHaveText(["b", "c"]);
  await expect(chat.alert).toHaveCount(0);
  await pressWhileBusy(chat, "Delete", ["Z", "control"]);
  await expect(done(chat)).toHaveCount(0);
  await expect(waiting(page)).toHaveText(["b", "c"]);
  await expect(chat.alert).toHaveCount(0);

  await within(waiting(page).first(), "Edit").focus();
  await pressWhileBusy(chat, ENTER, ...letters(" two"));
  const box = page.getByRole("textbox", { name: "Waiting message" });
  await expect(box).toHaveValue("b two");
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(waiting(page)).toHaveText(["b two", "c"]);
  await chat.composer.fill("Typed on here");

  await chat.button("Clear").focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(waiting(page)).toHaveCount(0);
  await expect(chat.composer).toHaveValue("Typed on here");
  const putBack = async () => {
    await done(chat).getByRole("button", { name: "Undo" }).click();
    await expect(waiting(page)).toHaveText(["b two", "c"]);
  };
  await putBack();
  // The second of two clicks takes nothing away, and not what can be put back either.
  await pressTwice(chat.button("Clear"));
  await expect(waiting(page)).toHaveCount(0);
  await putBack();
});

test("[DB-10] what goes for good goes alone: two Enters, one that is held down and a second click are for the row they were pressed on", async ({
  open,
}) => {
  const chat = await open();
  const { page } = chat;
  for (let n = 1; n <= 6; n++) {
    const { session } = await chat.call("session.create", { title: `Session ${n}` });
    await chat.call("trash.put", { session_id: session.id });
  }
  const rows = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  const button = (name: string) => rows.first().getByRole("button", { name, exact: true });
  const heard = await listen(page);
  await chat.button("Trash").click();
  await button("Delete for good").focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(rows).toHaveText([/n 5/, /n 4/, /n 3/, /n 2/, /n 1/]);
  await expect(chat.alert).toHaveCount(0);
  for (const [held, left] of [
    ["Delete for good", 4],
    ["Restore", 3],
  ] as const) {
    await button(held).focus();
    await page.keyboard.down("Enter");
    await expect(rows).toHaveCount(left);
    await expect(button(held)).toBeFocused();
    // It repeats itself.
    for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  }
  const place = await button("Delete for good").boundingBox();
  await page.mouse.move((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect(rows).toHaveCount(2);
  }
  // What is pressed after that is meant.
  await button("Restore").focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(rows).toHaveText([/n 1/]);
  const { sessions } = await chat.call("session.list", { limit: 9 });
  expect(sessions.map(({ title }) => title).sort()).toEqual(["Session 2", "Session 4"]);
  await button("Restore").click();
  await expect.poll(heard).toContain("Restored: \u2068Session 1\u2069");
  // Each once, and nothing that failed.
  expect((await heard()).map((words) => words.replace(/: \W*Session (\d)\W*/, " $1"))).toEqual([
    "Deleted for good 6",
    "Deleted for good 5",
    "Restored 4",
    "Deleted for good 3",
    "Restored 2",
    "Restored 1",
  ]);
});

test("[RW-2] [BR-4] Enter twice on an action does it once and sends nothing that stands where it leads", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { page } = chat;
  await chat.send("One");
  await chat.settled();
  const asked = () => provider.requests.length;
  const action = (name: string) => chat.messages.getByRole("button", { name, exact: true }).last();
  const before = asked();
  await action("Edit and resend").focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  const editor = page.getByRole("form", { name: "Rewind" });
  await expect(editor.getByRole("textbox")).toBeFocused();
  expect(asked()).toBe(before);
  await pressWhileBusy(chat, ...letters(" more"), ENTER, ENTER);
  await expect(chat.composer).toBeFocused();
  await page.keyboard.type("Typed on");
  await expect(chat.composer).toHaveValue("Typed on");
  await expect(chat.questions).toContainText(["One more"]);
  await chat.settled();
  await action("Try again").focus();
  await answeredAnew(chat, () => pressWhileBusy(chat, ENTER, ENTER));
  await expect(chat.alert).toHaveCount(0);
  await page.getByRole("button", { name: "Restore earlier turns" }).first().focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(chat.questions).toHaveText([/^(?!.*One more)/]);
  await expect(chat.composer).toHaveValue("Typed on");

  const sidecar = page.getByRole("complementary", { name: "Sidecar" });
  const composer = sidecar.getByRole("textbox", { name: "Message" });
  await page.keyboard.press("Control+J");
  await expect(composer).toBeFocused();
  await expect(sidecar.getByRole("log", { name: "Conversation" })).not.toHaveAttribute("aria-busy");
  await expect(chat.alert).toHaveCount(0);
  // Nothing was said in it: it goes, and what is typed then is not for it.
  await pressWhileBusy(chat, ["J", "control"], ...letters("!"));
  await expect(sidecar).toHaveCount(0);
  await expect(chat.composer).toHaveValue("Typed on!");
  await page.keyboard.press("Control+J");
  // Until the focus is there an Enter is for nothing.
  await expect(composer).toBeFocused();
  await composer.fill("A sidecar");
  await composer.press("Enter");
  await expect(sidecar.getByRole("article")).toHaveCount(2);
  await sidecar.getByRole("button", { name: "Close sidecar" }).click();
  await expect(sidecar).toHaveCount(0);
  await page.locator(".sidecars-button").click();
  await page.getByRole("button", { name: "A sidecar", exact: true }).focus();
  await pressWhileBusy(chat, ENTER, ...letters("typed"));
  await expect(composer).toHaveValue("typed");
  await expect(chat.composer).toHaveValue("Typed on!");
  await sidecar.getByRole("button", { name: "Promote to branch" }).focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(chat.title).toHaveText("One (2)");
  await action("Branch from here").focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(chat.title).toHaveText("One (3)");
  await chat.settled();
  await answeredAnew(chat, () => pressTwice(action("Try again")));
  await expect(chat.alert).toHaveCount(0);
  await pressTwice(action("Branch from here"));
  await expect(chat.title).toHaveText("One (4)");
  await expect(chat.sessions).toHaveCount(4);
  await expect(chat.alert).toHaveCount(0);
});

/** A session called Root, which is shown, and its branches. */
async function family(chat: Chat, ...branches: string[]): Promise<void> {
  const [parent_session_id = "" as SessionId] = await sessionsNamed(chat, "Root");
  const from_message_id = (await chat.answer.getAttribute("data-message-id")) as MessageId;
  for (const title of branches) {
    const { id: session_id } = await chat.call("branch.create", { parent_session_id, from_message_id });
    await chat.call("session.rename", { session_id, title });
  }
  await expect(chat.sessions).toHaveCount(1 + branches.length);
}

test("[BR-3] before the family is there, or what opens beside, no key opens, deletes or sends; what is written then is where it leads", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { page } = chat;
  await family(chat, "One", "Two");
  const dialog = page.getByRole("dialog", { name: "Family" });
  const late = await holdCalls(chat, "branch.family");
  await chat.composer.fill("/family");
  await chat.composer.press("Enter");
  await expect(dialog).toBeVisible();
  await pressWhileBusy(chat, "Right", ENTER, ...letters("words"), ENTER);
  await expect(dialog).toBeVisible();
  await late.let();
  await expect(page.getByRole("tree", { name: "Sessions of the family" })).toBeFocused();
  await pressWhileBusy(chat, "Right", "Down", ENTER, ENTER, ...letters("there"));
  await expect(chat.title).toHaveText("Two");
  await expect(chat.composer).toHaveValue("there");
  await expect(chat.questions).toHaveText([/Root/]);

  const beside = page.locator("[data-thread=side]").getByRole("textbox", { name: "Message", exact: true });
  await chat.sessions.filter({ hasText: "One" }).focus();
  await pressWhileBusy(
    chat,
    ["Return", "control"],
    ["Return", "control"],
    "Delete",
    ...letters("root"),
    ENTER,
  );
  await expect(beside).toBeFocused();
  await expect(beside).toHaveValue("root");
  await expect(chat.title).toHaveText("Two");
  await expect(chat.composer).toHaveValue("there");
  await expect(chat.sessions).toHaveCount(3);
});

test("[BR-1] [BR-4] [RW-2] what is written after the Enter that tries again or branches is written where that leads", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { page } = chat;
  await sessionsNamed(chat, "Root");
  const action = (name: string) => chat.messages.getByRole("button", { name, exact: true }).last();
  await action("Try again").focus();
  await answeredAnew(chat, () => pressWhileBusy(chat, ENTER, ...letters("again")));
  await expect(chat.composer).toHaveValue("again");
  await action("Branch from here").focus();
  await pressWhileBusy(chat, ENTER, ...letters("two"));
  await expect(chat.title).toHaveText("Root (2)");
  await expect(chat.composer).toHaveValue("two");
  await chat.composer.fill("/branch");
  await pressWhileBusy(chat, ENTER, ...letters("three"));
  await expect(chat.title).toHaveText("Root (3)");
  await expect(chat.composer).toHaveValue("three");

  const sidecar = page.getByRole("complementary", { name: "Sidecar" });
  const composer = sidecar.getByRole("textbox", { name: "Message" });
  await page.keyboard.press("Control+J");
  await expect(composer).toBeFocused();
  await composer.fill("A sidecar");
  await composer.press("Enter");
  await expect(sidecar.getByRole("article")).toHaveCount(2);
  await sidecar.getByRole("button", { name: "Promote to branch" }).focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(chat.title).toHaveText("Root (4)");
  await chat.composer.fill("four");
  // Before a row of it is there: the model stays what it is, and no line is written.
  await pressWhileBusy(chat, ["M", "control", "shift"], ENTER, ...letters(" on"));
  await expect(chat.composer).toHaveValue("four on");
});

test("in the settings a key does nothing where its user has not been yet, a change is asked for once, an answer closes no form but its own", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  provider.listModels([{ id: "big" }]);
  const chat = await open({ settings: "none", env: { BRAID_LOCAL_PORTS: "1,1,1" } });
  const { page } = chat;
  const dialog = page.getByRole("dialog", { name: "Settings", exact: true });
  const search = dialog.getByRole("searchbox", { name: "Search settings" });
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press("Control+,");
  await expect(search).toBeFocused();
  await pressWhileBusy(chat, ...letters("notifications"), "Down", ENTER, " ");
  const notifications = dialog.getByRole("switch", { name: "Notifications", exact: true });
  await expect(notifications).toBeFocused();
  await expect(notifications).toBeChecked();
  await page.keyboard.press(" ");
  await expect(notifications).not.toBeChecked();
  await search.focus();
  await pressWhileBusy(chat, ...letters("models and providers"), ENTER, ENTER);
  await expect(dialog.getByRole("tab", { selected: true })).toHaveText("Models and providers");
  await expect(search).toBeFocused();

  const form = (name: string) => dialog.getByRole("form", { name: `Add ${name}` });
  const other = form("Other (OpenAI-compatible)");
  await dialog.getByRole("button", { name: "Other (OpenAI-compatible)" }).press("Enter");
  await other.getByLabel("Name").fill("mine");
  await other.getByLabel("Address").fill(provider.baseUrl);
  const models = await holdCalls(chat, "providers.refresh_models");
  await other.getByLabel("API key").focus();
  await pressWhileBusy(chat, ...letters("sk-1"), ENTER, ENTER);
  await expect.poll(models.names).toEqual(["providers.refresh_models"]);
  await dialog.getByRole("button", { name: "OpenAI", exact: true }).press("Enter");
  await expect(form("OpenAI").getByLabel("API key")).toBeFocused();
  await page.keyboard.type("sk-of-openai");
  await models.let();
  await expect(dialog.getByText(/It works: one model/)).toBeVisible();
  await expect(form("OpenAI").getByLabel("API key")).toHaveValue("sk-of-openai");

  const asked = await holdCalls(chat, "providers.set_key", "providers.remove");
  await dialog.getByRole("button", { name: "Replace the key" }).focus();
  await pressWhileBusy(chat, ENTER, ...letters("sk-2"), ENTER, ENTER);
  await asked.let();
  await expect(dialog.getByRole("button", { name: "Replace the key" })).toBeFocused();
  await dialog.getByRole("button", { name: "Remove", exact: true }).focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await dialog.getByRole("button", { name: "Remove it" }).focus();
  await pressWhileBusy(chat, ENTER, ENTER);
  await expect(dialog.getByRole("button", { name: /^mine/ })).toHaveCount(0);
  expect(await asked.names()).toEqual(["providers.set_key", "providers.remove"]);
});
