// The one undo: the last change of any session is taken back by one key, and all of them can be read (RW-7).
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

const done = ({ page }: Chat) => page.getByRole("region", { name: "Just done" });
const historyIn = ({ page }: Chat) =>
  page.getByRole("list", { name: "History of changes" }).getByRole("listitem");

async function sessionSaying(chat: Chat, text: string): Promise<SessionId> {
  const [id] = await sessionsNamed(chat, text);
  if (id === undefined) throw new Error("no session was stored");
  return id;
}

/** As by "Edit and resend", of what was said first. */
async function rewind(chat: Chat, session_id: SessionId, text: string): Promise<void> {
  const id = await chat.questions.first().getAttribute("data-message-id");
  await chat.call("timeline.rewind", { session_id, message_id: id as never, text });
  await expect(chat.questions).toHaveText([new RegExp(text)]);
}

/** A session that was gone back in, once for each of the texts, and one that was archived after that. */
async function twoChanged(chat: Chat, ...texts: string[]): Promise<{ one: SessionId; two: SessionId }> {
  const one = await sessionSaying(chat, "First");
  for (const text of texts) {
    await rewind(chat, one, text);
    await chat.settled();
  }
  const two = await sessionSaying(chat, "Second");
  await chat.call("session.archive", { session_id: two });
  return { one, two };
}

/** The undo of the window, where no text field has the focus. */
async function undo(chat: Chat): Promise<void> {
  await chat.conversation.focus();
  await chat.page.keyboard.press("Control+Z");
}

test("undo: one key takes back the last change, in whichever session; where one writes it is the text's own [RW-7, RW-6, QU-2]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Slowly") ? [{ text: "Begun, " }, { gate: "never" }] : reply("Yes."),
  );
  const chat = await open();
  const { keyboard } = chat.page;
  await test.step("where nobody writes it changes no draft: from a dialog, or held down", async () => {
    // At once: what is typed letter by letter may be several steps to the browser, which takes back one.
    await chat.composer.focus();
    await keyboard.insertText("half a thought");
    await chat.button("Trash").press("Enter");
    const trash = chat.page.getByRole("dialog", { name: "Trash" });
    await expect(trash.getByText("Sessions that you delete are kept here")).toBeVisible();
    await keyboard.press("Control+Z");
    await keyboard.press("Escape");
    await expect(trash).toHaveCount(0);
    await expect(chat.composer).toHaveValue("half a thought");
    await chat.composer.press("Control+Z");
    await expect(chat.composer).toHaveValue("");
    await chat.conversation.focus();
    for (const key of ["Control+Shift+Z", "Control+Y"]) await keyboard.press(key);
    await expect(chat.composer).toHaveValue("");
    await chat.composer.press("Control+Shift+Z");
    await expect(chat.composer).toHaveValue("half a thought");
    await chat.conversation.focus();
    // The second press is a repeat of the first.
    await keyboard.down("Control");
    for (let n = 0; n < 2; n++) await keyboard.down("z");
    for (const key of ["z", "Control"]) await keyboard.up(key);
    await expect(done(chat)).toContainText("There is nothing to undo.");
    await expect(chat.alert).toHaveCount(0);
    await expect(chat.composer).toHaveValue("half a thought");
    await chat.composer.fill("");
  });
  const { one, two } = await twoChanged(chat, "Otherwise");
  await test.step("one change after another, told, until there is nothing left", async () => {
    await expect(chat.sessions).toHaveText([/First/]);
    await chat.sessions.first().click();
    await expect(chat.questions).toHaveText([/Otherwise/]);
    await undo(chat);
    await expect(done(chat)).toContainText("Back from the archive: \u2068Second\u2069");
    await expect(chat.sessions).toHaveText([/Second/, /First/]);
    await expect(done(chat).getByRole("button", { name: "Show" })).toBeVisible();
    await undo(chat);
    await expect(chat.questions).toHaveText([/First/]);
    await expect(done(chat)).toContainText("Undone (edited and sent again): \u2068First\u2069");
    // The change is in sight here: nothing has to be shown.
    await expect(done(chat).getByRole("button")).toHaveText([""]);
    await expect(chat.page.locator("[aria-live=polite]", { hasText: "Undone (edited and" })).toHaveCount(1);
    await undo(chat);
    await expect(done(chat)).toContainText("There is nothing to undo.");
    await expect(chat.alert).toHaveCount(0);
  });
  await test.step("from the composer, while it has nothing of its own to take back", async () => {
    await chat.call("session.archive", { session_id: two });
    await expect(chat.sessions).toHaveText([/First/]);
    await chat.composer.focus();
    await keyboard.press("Control+Z");
    await expect(chat.sessions).toHaveCount(2);
    await chat.sessions.filter({ hasText: "First" }).click();
    await chat.composer.fill("/delete");
    await chat.composer.press("Enter");
    await expect(chat.sessions).toHaveText([/Second/]);
    await expect(chat.composer).toBeFocused();
    await keyboard.press("Control+Z");
    await expect(chat.sessions).toHaveCount(2);
    await expect(chat.questions).toHaveText([/First/]);
    await keyboard.insertText("mine");
    await keyboard.press("Control+Z");
    await expect(chat.composer).toHaveValue("");
    await expect(chat.sessions).toHaveCount(2);
    await expect(chat.alert).toHaveCount(0);
  });
  await test.step("on a German keyboard it is the key with the Z, not the one that stands in its place", async () => {
    const press = (key: string, code: string) => {
      const pressed = { key, code, ctrlKey: true, bubbles: true, cancelable: true };
      return chat.conversation.dispatchEvent("keydown", pressed);
    };
    await chat.call("session.archive", { session_id: two });
    await expect(chat.sessions).toHaveText([/First/]);
    await press("y", "KeyZ");
    // Nothing comes of that one: what the next one does is seen.
    await press("k", "KeyK");
    const dialog = chat.page.getByRole("dialog", { name: "Search or run a command" });
    await expect(dialog).toBeVisible();
    await keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(chat.sessions).toHaveText([/First/]);
    await press("z", "KeyY");
    await expect(chat.sessions).toHaveCount(2);
  });
  await test.step("while the session answers it says so and changes nothing", async () => {
    await rewind(chat, one, "Slowly");
    await expect(chat.answer).toContainText("Begun,");
    await undo(chat);
    await expect(chat.alert).toContainText("“First” is still answering");
    await expect(chat.questions).toHaveText([/Slowly/]);
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await undo(chat);
    await expect(chat.questions).toHaveText([/First/]);
    await expect(chat.alert).toHaveCount(0);
  });
});

test("undo: the history is read and undone by key alone, and follows what another window does [RW-7]", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  const { two } = await twoChanged(chat, "Otherwise", "Differently");
  await chat.call("trash.put", { session_id: two });
  const other = await chat.newWindow();
  const entries = historyIn(chat);
  await chat.composer.fill("/changes");
  await chat.composer.press("Enter");
  await expect(entries).toHaveText([
    /Second.*Deleted.*Undo/,
    /Second.*Archived/,
    /First.*Edited and sent again.*Undo/,
    /First.*Edited and sent again/,
  ]);
  // A change under another one waits for it.
  await expect(entries.getByRole("button", { name: "Undo" })).toHaveCount(2);
  expect(await findings(chat.page)).toEqual([]);
  await expect(entries.first()).toBeFocused();
  for (const key of ["ArrowDown", "ArrowDown", "Tab", "Enter"]) await chat.page.keyboard.press(key);
  await expect(entries.nth(2)).toContainText("undone");
  await expect(entries.nth(2)).toBeFocused();
  // Clicked twice, it is undone once.
  await entries.nth(3).getByRole("button", { name: "Undo" }).dblclick();
  await expect(entries.nth(3)).toContainText("undone");

  await other.page.getByRole("treeitem").first().focus();
  await other.page.keyboard.press("Control+Z");
  await expect(entries.nth(0)).toContainText("undone");
  await expect(entries.nth(1).getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(chat.alert).toHaveCount(0);
  await chat.page.keyboard.press("Escape");
  await expect(chat.composer).toBeFocused();
});

test("undo: what was changed in a sidecar is undone as everything is, and shown where it stands [RW-7, BR-4]", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) => reply(rawBody.includes("Otherwise") ? "No." : "Yes."));
  const chat = await open();
  const main = await sessionSaying(chat, "First");
  await chat.page.keyboard.press("Control+J");
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  const composer = sidecar.getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  await composer.fill("Beside");
  await composer.press("Enter");
  const asked = sidecar.getByRole("article", { name: /^You said/ });
  const answer = sidecar.getByRole("article", { name: /^Assistant said/ });
  await expect(answer).toHaveAttribute("data-state", "done");
  const [listed] = await chat.call("sidecar.list", { session_id: main });
  if (listed === undefined) throw new Error("there is no sidecar");
  const { id: session_id } = listed.session;
  const changeIt = async () => {
    const id = await asked.getAttribute("data-message-id");
    await chat.call("timeline.rewind", { session_id, message_id: id as never, text: "Otherwise" });
    await expect(answer).toContainText("No.");
    await expect.poll(async () => (await chat.call("session.status", { session_id })).state).toBe("idle");
  };
  await test.step("seen, there is nothing to be shown; the history of another window follows", async () => {
    const other = await chat.newWindow();
    await other.composer.fill("/changes");
    await other.composer.press("Enter");
    await expect(other.page.getByRole("dialog")).toContainText("can be undone");
    await changeIt();
    await expect(historyIn(other)).toHaveText([/Otherwise.*Sidecar · Edited and sent again.*Undo/]);
    await sidecar.getByRole("log").focus();
    await chat.page.keyboard.press("Control+Z");
    await expect(asked).toHaveText(/Beside/);
    await expect(done(chat)).toContainText("Undone (edited and sent again): \u2068Beside\u2069");
    await expect(done(chat).getByRole("button")).toHaveText([""]);
    await expect(historyIn(other)).toHaveText([/undone/]);
  });
  await test.step("elsewhere, Show leads to it", async () => {
    await changeIt();
    await chat.page.keyboard.press("Control+N");
    await expect(sidecar).toHaveCount(0);
    await undo(chat);
    await done(chat).getByRole("button", { name: "Show" }).press("Enter");
    await expect(chat.title).toHaveText("First");
    await expect(asked).toHaveText(/Beside/);
    await expect(composer).toBeFocused();
  });
});
