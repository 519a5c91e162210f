// Users who type as soon as there is something to type into lose no key, and none goes astray.
import type { ElectronApplication } from "@playwright/test";
import { Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { sessionsNamed } from "../fixtures/sessions";

test.use({ sharesApp: true });

type Modifier = "control" | "shift";

/** A key every few milliseconds into the next window that opens, from the moment it is there. */
async function typeIntoNextWindow(app: ElectronApplication, keys: string[]): Promise<void> {
  await app.evaluate(({ app }, keys) => {
    app.once("web-contents-created", (_event, contents) => {
      const press = ([keyCode, ...left]: string[]) => {
        if (keyCode === undefined || contents.isDestroyed()) return;
        const modifiers = /^[A-Z]$/.test(keyCode) ? ["shift" as const] : [];
        for (const type of ["keyDown", "char", "keyUp"] as const)
          contents.sendInputEvent({ type, keyCode, modifiers });
        setTimeout(press, 8, left);
      };
      setImmediate(press, keys);
    });
  }, keys);
}

async function openAnother(chat: Chat): Promise<Chat> {
  const opening = chat.braid.app.waitForEvent("window");
  await chat.page.keyboard.press("Control+Shift+N");
  return new Chat(await opening, chat.braid);
}

test("what is typed from the first moment of a window on is in its composer, and sent where Enter came after it", async ({
  open,
  provider,
}) => {
  const chat = await open();
  await expect(chat.composer).toBeFocused();
  // ASCII alone: a key that a test sends has no name for other signs, and main holds keys by their names.
  const text =
    "what is typed while the window is still being made stays, each letter of it (3 times), in order";
  await typeIntoNextWindow(chat.braid.app, [...text]);
  const second = await openAnother(chat);
  await expect(second.composer).toHaveValue(/in order$/);
  await expect(second.composer).toHaveValue(text);
  provider.enqueue(reply("Hello."), reply("A title"));
  await typeIntoNextWindow(chat.braid.app, [..."Hellp", "Backspace", ..."o?", "Return"]);
  const third = await openAnother(chat);
  await expect(third.questions.last()).toContainText("Hello?");
  await third.settled();
});

test("what is typed right after the key that asks for a dialog, a list or a sidecar is in its field, sent there by Enter, and none of it in the message", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue(reply("Yes."));
  await chat.send("Something.");
  await chat.settled();
  const main = chat.page.getByRole("main").getByRole("textbox", { name: "Message" });
  const sidecar = chat.page.getByRole("complementary", { name: "Sidecar" });
  // Keys as the system sends them, without a pause for the window to answer.
  const type = (keys: [string, ...Modifier[]][]) =>
    chat.braid.app.evaluate(({ BrowserWindow }, keys) => {
      for (const [keyCode, ...modifiers] of keys)
        for (const type of modifiers.length > 0
          ? (["keyDown", "keyUp"] as const)
          : (["keyDown", "char", "keyUp"] as const))
          BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type, keyCode, modifiers });
    }, keys);
  const letters = (text: string) => [...text].map((letter): [string] => [letter]);
  await type([["m", "control", "shift"], ...letters("zzz")]);
  const search = chat.page.getByRole("combobox", { name: "Search by name or provider" });
  await expect(search).toHaveValue("zzz");
  await expect(main).toHaveValue("");
  await chat.page.keyboard.press("Escape");
  await expect(main).toBeFocused();
  for (const [asks, field] of [
    ["k", chat.page.getByRole("combobox", { name: "Search or run a command" })],
    [",", chat.page.getByRole("searchbox", { name: "Search settings" })],
  ] as const) {
    await type([[asks, "control"], ...letters("zzz")]);
    await expect(field).toHaveValue("zzz");
    // The first takes back the search in the settings.
    await expect(async () => {
      await chat.page.keyboard.press("Escape");
      await expect(field).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await expect(main).toBeFocused();
    await expect(main).toHaveValue("");
  }
  provider.enqueue(reply("Because."));
  await type([["j", "control"], ...letters("why so?"), ["Return"]]);
  await expect(sidecar.getByRole("article", { name: /^You said/ })).toHaveText(/why so\?/);
  await expect(main).toHaveValue("");
});

test("[QU-2] what is typed before the other session is there is for that one; what was written in the one that was left is kept", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page } = chat;
  const editor = chat.conversation.getByRole("textbox");
  provider.respond(() => reply("Yes."));
  await sessionsNamed(chat, "first", "second");
  const show = async (title: string) => {
    await chat.sessions.filter({ hasText: title }).click();
    await expect(chat.title).toHaveText(title);
  };
  await chat.composer.fill("for the second");
  await chat.questions.getByRole("button", { name: "Edit and resend" }).click();
  await editor.fill("second, edited");
  // In one step of the page, in which nothing can arrive.
  const isEmpty = await page.evaluate(async () => {
    const box = document.querySelector<HTMLTextAreaElement>("main textarea[data-composer]");
    document.querySelector<HTMLElement>('[role=treeitem][aria-label="first"]')?.click();
    await null;
    const isEmpty = box?.value === "";
    box?.focus();
    document.execCommand("insertText", false, "typed at once");
    return isEmpty;
  });
  expect(isEmpty).toBe(true);
  await expect(chat.title).toHaveText("first");
  await expect(chat.questions).toHaveText(/first/);
  await expect(editor).toHaveCount(0);
  await expect(chat.composer).toHaveValue("typed at once");
  await show("second");
  await expect(editor).toHaveValue("second, edited");
  await expect(chat.composer).toHaveValue("for the second");
  await show("first");
  await expect(chat.composer).toHaveValue("typed at once");
});
