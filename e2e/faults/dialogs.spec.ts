// A dialog tells once what fails in it, and holds the Undo of what was done in it: the window behind it is out of reach.
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { CallName } from "../../src-preload/contract/window/calls";
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

/** Main refuses these calls until the returned function is called. */
async function refuse({ braid: { app } }: Chat, ...refused: CallName[]): Promise<() => Promise<void>> {
  const set = (names: readonly string[]) =>
    app.evaluate(({ ipcMain }, now) => {
      type Handler = (event: unknown, name: string, input: unknown) => unknown;
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
      const world = globalThis as unknown as { answers: Handler | undefined };
      world.answers ??= handlers.get("braid:call");
      const { answers } = world;
      if (answers === undefined) throw new Error("main does not answer calls where this test looks for it");
      handlers.set("braid:call", (event, name, input) =>
        now.includes(name)
          ? { ok: false, error: { code: "INTERNAL", message: { key: "too-often" } } }
          : answers(event, name, input),
      );
    }, names);
  await set(refused);
  return () => set([]);
}

/** Presses Tab until this has the focus: the dialog keeps the focus within it, and has few places for it. */
async function tabTo(chat: Chat, name: string, dialogName: string): Promise<void> {
  const target = chat.page
    .getByRole("dialog", { name: dialogName, exact: true })
    .getByRole("button", { name, exact: true });
  await expect(async () => {
    await chat.page.keyboard.press("Tab");
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass();
}

async function open(chat: Chat, command: string): Promise<void> {
  await chat.composer.fill(`/${command}`);
  await chat.composer.press("Enter");
}

test("[SE-6] an export that cannot be counted says so in its dialog, and counts again", async ({
  open: start,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await start();
  await chat.send("First question");
  await chat.settled();
  const dialog = chat.page.getByRole("dialog", { name: "Export" });
  const save = dialog.getByRole("button", { name: "Export…" });
  const told = dialog.getByRole("alert");
  let allow = await refuse(chat, "exchange.plan");
  await test.step("where nothing was counted yet", async () => {
    await open(chat, "export");
    await expect(told).toContainText("asked for too often");
    await expect(chat.alert).toHaveCount(1);
    await expect(dialog).toContainText("This could not be read.");
    await expect(dialog).not.toContainText("Counting");
    await expect(save).toHaveAttribute("aria-disabled", "true");
    expect(await findings(chat.page)).toEqual([]);
  });
  await test.step("dismissed by key, the dialog keeps the focus", async () => {
    await tabTo(chat, "Dismiss", "Export");
    await chat.page.keyboard.press("Enter");
    await expect(told).toHaveCount(0);
    await expect(dialog.locator(":focus")).toHaveCount(1);
  });
  await test.step("counted again", async () => {
    await allow();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog).toContainText(/\d+ messages? in 1 session/);
    await expect(save).not.toHaveAttribute("aria-disabled", "true");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  });
  await test.step("the numbers of the choice before are none of the next one's", async () => {
    allow = await refuse(chat, "exchange.plan");
    await dialog.getByRole("switch").first().click();
    await expect(told).toContainText("asked for too often");
    await expect(dialog).not.toContainText("in 1 session");
    await expect(save).toHaveAttribute("aria-disabled", "true");
    await allow();
  });
  await test.step("what was told in the dialog goes with it", async () => {
    await chat.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(chat.alert).toHaveCount(0);
  });
});

test("[SE-11] in the list of labels a refusal is told, and Undo is within reach", async ({
  open: start,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await start();
  const { page } = chat;
  await chat.send("First question");
  await chat.settled();
  const { sessions } = await chat.call("session.list", { limit: 1 });
  const session_id = sessions[0]?.id as SessionId;
  const message_id = (await chat.messages.first().getAttribute("data-message-id")) as MessageId;
  await chat.call("label.add", { session_id, message_id, name: "open" });
  const dialog = page.getByRole("dialog", { name: "Labels", exact: true });
  const rows = dialog.getByRole("list", { name: "Labels" }).getByRole("listitem");
  const done = page.getByRole("region", { name: "Just done" });
  const remove = () => rows.getByRole("button", { name: "Remove" }).click();
  await open(chat, "labels");
  await expect(rows).toHaveCount(1);
  await test.step("a removal that fails", async () => {
    const allow = await refuse(chat, "label.remove");
    await remove();
    await expect(dialog.getByRole("alert")).toContainText("asked for too often");
    await expect(chat.alert).toHaveCount(1);
    await allow();
    await dialog.getByRole("button", { name: "Dismiss" }).click();
  });
  await test.step("a removal is taken back by key, and the dialog keeps the focus", async () => {
    await remove();
    await expect(rows).toHaveCount(0);
    await expect(dialog.getByRole("region", { name: "Just done" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await tabTo(chat, "Undo", "Labels");
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(1);
    await expect(done).toContainText("open");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  });
  await test.step("Escape on the notice puts it away, and nothing else", async () => {
    await tabTo(chat, "Dismiss", "Labels");
    await page.keyboard.press("Escape");
    await expect(done).toHaveCount(0);
    await expect(dialog).toBeVisible();
  });
  await test.step("the offer outlives the dialog", async () => {
    await remove();
    await expect(rows).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(done).toHaveCount(1);
    await done.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: /^Rename label/ })).toBeVisible();
  });
});
