// The list of sessions: opened, put away, marked, by mouse and by key.
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test("sessions are listed by recency and opened by keyboard", async ({ open, provider }) => {
  provider.respond(({ rawBody }) => reply(rawBody.includes("Apples") ? "About apples." : "About pears."));
  const chat = await open();
  await sessionsNamed(chat, "Apples?", "Pears?");
  await expect(chat.sessions).toHaveText([/Pears\?/, /Apples\?/]);
  await expect(chat.sessions.first()).toHaveAttribute("aria-selected", "true");
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("ArrowDown");
  await expect(chat.sessions.nth(1)).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(chat.title).toHaveText("Apples?");
  await expect(chat.answer).toContainText("About apples.");
  await expect(chat.sessions.nth(1)).toHaveAttribute("aria-selected", "true");
  // A message brings its session to the top.
  await chat.send("More?");
  await chat.settled();
  await expect(chat.sessions).toHaveText([/Apples\?/, /Pears\?/]);
});

test("a session is archived from its menu, found in the archive, and taken back", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "Keep", "Put away");
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(chat.sessions).toHaveText([/Keep/]);
  await expect(chat.title).toHaveText("New session");
  await chat.button("Archive").click();
  await expect(chat.sessions).toHaveText([/Put away/]);
  await expect(chat.sessions.first()).toHaveAccessibleDescription("Today");
  await chat.sessions.first().focus();
  await chat.page.keyboard.press("Shift+F10");
  // Whoever asks by key is on the first entry, and can take it or move on.
  await expect(chat.page.getByRole("menuitem", { name: "Open beside" })).toBeFocused();
  await chat.page.keyboard.press("End");
  await expect(chat.page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
  await chat.page.keyboard.press("ArrowUp");
  await expect(chat.page.getByRole("menuitem", { name: "Unarchive" })).toBeFocused();
  await chat.page.keyboard.press("Enter");
  await expect(chat.sessions).toHaveCount(0);
  await chat.button("Archive").click();
  await expect(chat.sessions).toHaveText([/Put away/, /Keep/]);
});

test("[SE-2] a session that is archived while it answers finishes its answer", async ({ open, provider }) => {
  provider.enqueue([{ text: "Begun, " }, { gate: "archived" }, ...reply("finished.")]);
  const chat = await open();
  await chat.send("Put away");
  await expect(chat.answer).toContainText("Begun,");
  await chat.sessions.first().click({ button: "right" });
  await chat.page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(chat.sessions).toHaveCount(0);
  provider.open("archived");
  expect((await (await provider.received(0)).closed).by).toBe("provider");
  await chat.button("Archive").click();
  await chat.sessions.first().click();
  await chat.settled();
  expect(await chat.text()).toBe("Begun, finished.");
});

test("the list says which session is running, and two run side by side", async ({ open, provider }) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Slow") ? [{ text: "Wait, " }, { gate: "slow" }, ...reply("done.")] : reply("At once."),
  );
  const chat = await open();
  await chat.send("Slow");
  await expect(chat.answer).toContainText("Wait,");
  await chat.button("New session").click();
  await chat.send("Quick");
  await chat.settled();
  const slow = chat.sessions.filter({ hasText: "Slow" });
  await expect(slow).toHaveAttribute("data-state", "busy");
  await expect(slow).toHaveAccessibleDescription(/busy/);
  await expect(chat.sessions.filter({ hasText: "Quick" })).toHaveAttribute("data-state", "idle");
  provider.open("slow");
  await expect(slow).toHaveAttribute("data-state", "idle");
  await slow.click();
  await chat.settled();
  expect(await chat.text()).toBe("Wait, done.");
});

test("commands do with the session at hand what the menu does with any: next, previous, rename, pin, archive", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "One", "Two", "Three");
  const { keyboard } = chat.page;
  await keyboard.press("Control+PageDown");
  await expect(chat.title).toHaveText("Two");
  await keyboard.press("Control+PageDown");
  await expect(chat.title).toHaveText("One");
  await keyboard.press("Control+PageUp");
  await expect(chat.title).toHaveText("Two");
  const choose = async (name: string) => {
    await keyboard.press("Control+k");
    await chat.page.getByRole("combobox", { name: "Go to or do" }).fill(name);
    await expect(chat.page.getByRole("option").first()).toContainText(name);
    await keyboard.press("Enter");
  };
  await choose("Rename session");
  const editor = chat.page.getByRole("textbox", { name: "Session title" });
  await expect(editor).toBeFocused();
  await editor.fill("Second");
  await editor.press("Enter");
  await expect(chat.title).toHaveText("Second");
  await expect(chat.composer).toBeFocused();
  await choose("Pin or unpin session");
  await expect(chat.sessions).toHaveText([/Second/, /Three/, /One/]);
  await choose("Mark session as unread");
  await expect(chat.sessions.first()).toHaveAccessibleDescription("unread, pinned");
  await choose("Archive session");
  await expect(chat.sessions).toHaveText([/Three/, /One/]);
  await expect(chat.title).toHaveText("New session");
  // In a new session the key for one gives the focus back to where one writes.
  await chat.sessions.first().focus();
  await keyboard.press("Control+n");
  await expect(chat.composer).toBeFocused();
});

test("an answer that ends elsewhere leaves its session unread, through a restart, until it is shown; and by hand", async ({
  open,
  provider,
}) => {
  provider.respond(({ rawBody }) =>
    rawBody.includes("Slow") ? [{ text: "Wait, " }, { gate: "slow" }, ...reply("done.")] : reply("At once."),
  );
  const chat = await open();
  await chat.send("Slow");
  await expect(chat.answer).toContainText("Wait,");
  await chat.button("New session").click();
  await chat.send("Quick");
  await chat.settled();
  const slow = (one: Chat) => one.sessions.filter({ hasText: "Slow" });
  await expect(slow(chat)).toHaveAccessibleDescription(/^(Today, )?busy$/);
  provider.open("slow");
  await expect(slow(chat)).toHaveAccessibleDescription(/^(Today, )?unread$/);
  await expect(chat.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription(/^(Today)?$/);
  await chat.braid.close();

  const again = await open();
  await expect(again.title).toHaveText("Quick");
  await expect(slow(again)).toHaveAccessibleDescription(/^(Today, )?unread$/);
  await slow(again).click();
  await again.settled();
  await expect(slow(again)).toHaveAccessibleDescription(/^(Today)?$/);
  await again.sessions.filter({ hasText: "Quick" }).click({ button: "right" });
  await again.page.getByRole("menuitem", { name: "Mark as unread" }).click();
  await expect(again.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription(/^(Today, )?unread$/);
  await again.sessions.filter({ hasText: "Quick" }).click();
  await expect(again.sessions.filter({ hasText: "Quick" })).toHaveAccessibleDescription("");
});

/** The first question of a page about what it should show fails; the page is then loaded anew. */
async function reloadWithoutInfo(chat: Chat): Promise<void> {
  await chat.braid.app.evaluate(({ ipcMain }) => {
    type Handler = (event: unknown, name: string, input: unknown) => unknown;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    const answer = handlers.get("braid:call");
    if (answer === undefined) throw new Error("main does not answer calls where this test looks for it");
    let asked = 0;
    handlers.set("braid:call", (event, name, input) => {
      if (name !== "app.info" || asked++ > 0) return answer(event, name, input);
      return { ok: false, error: { code: "INTERNAL", message: "Not now." } };
    });
  });
  await chat.page.reload();
}

test("a window that could not ask what to show says so, and what is sent all the same arrives where it belongs", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await sessionsNamed(chat, "First", "Second");
  await reloadWithoutInfo(chat);
  await expect(chat.alert).toContainText("Not now.");
  await chat.composer.fill("Still there?");
  await chat.composer.press("Enter");
  // Asked anew, it was the second that was open here (SE-9).
  await expect(chat.title).toHaveText("Second");
  await expect(chat.messages.filter({ hasText: "Still there?" })).toHaveCount(1);
  await expect(chat.composer).toHaveValue("");
  await chat.settled();
  await expect(chat.alert).toHaveCount(0);

  // A session that is shown is where a message goes, whatever the window does not know yet.
  await reloadWithoutInfo(chat);
  await expect(chat.alert).toContainText("Not now.");
  await chat.sessions.filter({ hasText: "First" }).click();
  await expect(chat.title).toHaveText("First");
  await chat.send("And here?");
  await chat.settled();
  await expect(chat.messages).toHaveCount(4);
});
