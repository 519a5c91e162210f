// Who types as soon as there is something to type into: no key is lost, and none goes astray.
import type { ElectronApplication } from "@playwright/test";
import { Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

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

test("what is typed while a dialog is still being fetched is in its field, and Escape calls it off", async ({
  open,
}) => {
  const chat = await open();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await chat.page.route(/\/(go-to|settings-dialog)-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await chat.page.reload();
  const { keyboard } = chat.page;
  await expect(chat.composer).toBeFocused();
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
