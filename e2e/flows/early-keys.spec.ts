// Who types as soon as there is something to type into: no key is lost, and none goes astray.
import type { ElectronApplication } from "@playwright/test";
import { Chat, expect, test } from "../fixtures/chat";
import { holdCalls } from "../fixtures/held-calls";
import { reply } from "../fixtures/provider/script";

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
  const text =
    "what is typed while the window is still being made stays, each letter of it (Größe, 3 €), in order";
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

/** The code of these dialogs comes when `release` is called; the window has none of it before. */
async function holdDialogs(chat: Chat): Promise<{ release: () => void }> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await chat.page.route(/\/(go-to|settings-dialog)-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await chat.page.reload();
  await expect(chat.composer).toBeFocused();
  return { release };
}

test("what is typed while a dialog is still being fetched is in its field, and Escape calls it off", async ({
  open,
}) => {
  const chat = await open();
  const { release } = await holdDialogs(chat);
  const { keyboard } = chat.page;
  await keyboard.type("A letter");
  // Asked for and called off: the keys are the composer's again.
  await keyboard.press("Control+K");
  await keyboard.type("astray");
  await keyboard.press("Escape");
  await keyboard.type("s");
  await expect(chat.composer).toHaveValue("A letters");
  await keyboard.press("Control+K");
  await keyboard.type("settingx");
  await keyboard.press("Backspace");
  await expect(chat.composer).toHaveValue("A letters");
  release();
  const field = chat.page.getByRole("dialog").getByRole("combobox", { name: "Go to or do" });
  await expect(field).toBeFocused();
  await keyboard.type("s");
  await expect(field).toHaveValue("settings");
  await expect(chat.page.getByRole("option", { selected: true })).toContainText("Settings");
  await keyboard.press("Escape");
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue("A letters");
});

test("words and Enter before the palette is there do what they find, what is typed on goes where that leads, and Enter alone does nothing", async ({
  open,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  const dialog = (name: string) => chat.page.getByRole("dialog", { name });
  const field = chat.page.getByRole("combobox", { name: "Go to or do" });
  await expect(chat.composer).toBeFocused();
  for (const [words, after] of [
    ["settings", "zzz"],
    ["new session", "Hello"],
  ] as const) {
    const { release } = await holdDialogs(chat);
    await keyboard.press("Control+K");
    // Nothing is typed yet: it is for nothing.
    await keyboard.press("Enter");
    await keyboard.type(words);
    await keyboard.press("Enter");
    await keyboard.type(after);
    release();
    if (words === "settings") {
      await expect(dialog("Settings")).toBeVisible();
      await expect(dialog("Settings").getByRole("searchbox")).toHaveValue("zzz");
      await expect(field).toHaveCount(0);
      // The first takes back the search.
      for (let n = 0; n < 2; n++) await keyboard.press("Escape");
      await expect(dialog("Settings")).toHaveCount(0);
      await expect(chat.composer).toHaveValue("");
    } else {
      await expect(chat.composer).toHaveValue("Hello");
      await expect(field).toHaveCount(0);
    }
  }
  await expect(chat.messages).toHaveCount(0);
});

test("who has gone into the settings before the window knows what it shows stays there, and comes to a setting once it is there", async ({
  open,
}) => {
  const chat = await open();
  const { keyboard } = chat.page;
  const late = await holdCalls(chat, "app.info", "settings.read");
  await chat.page.reload();
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Control+,");
  const dialog = chat.page.getByRole("dialog", { name: "Settings" });
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await keyboard.type("notifications");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(dialog.getByRole("tab", { selected: true })).toHaveText("General");
  await expect.poll(late.names).toEqual(expect.arrayContaining(["app.info", "settings.read"]));
  await late.let();
  await expect(dialog.getByRole("switch", { name: "Notifications", exact: true })).toBeFocused();
  // Under the dialog, where no role is.
  await expect(chat.page.locator(".model-select")).toContainText("big");
  await expect(dialog.getByRole("switch", { name: "Notifications", exact: true })).toBeFocused();
});

test("what is typed right after the key that asks for a sidecar, or for the models, is in its field, and none of it in the message", async ({
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
  await type([["j", "control"], ...letters("why so?")]);
  await expect(sidecar.getByRole("textbox", { name: "Message" })).toHaveValue("why so?");
  await expect(main).toHaveValue("");
});
