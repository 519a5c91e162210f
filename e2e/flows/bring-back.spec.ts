// One session of a backup is brought back into the library: known when it is there, undone, and whole after a restart (SV-8).
import { findings } from "../fixtures/axe";
import { type Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

async function readInBackup({ page }: Chat) {
  await page.keyboard.press("ControlOrMeta+Comma");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Backups" }).click();
  await dialog.getByRole("button", { name: "Back up now" }).click();
  await expect(dialog.getByText(/^Backup made: /)).toBeVisible();
  await dialog.getByRole("button", { name: "Look into" }).first().click();
  await dialog.getByRole("button", { name: /^Read / }).click();
  await expect(dialog.getByText("The recipe is butter.").first()).toBeVisible();
  return dialog;
}

/** Behind the dialog nothing else has a role. */
const sessionsOf = async (chat: Chat) => (await chat.call("session.list", { limit: 10 })).sessions;
const titlesOf = async (chat: Chat) => (await sessionsOf(chat)).map(({ title }) => title);

/** A session that is in a backup, which is looked into. */
async function inBackup(chat: Chat) {
  await chat.send("Alpha question");
  await chat.settled();
  return await readInBackup(chat);
}

test("[SV-8k] a session that is there is known in a backup; a second copy of it comes, and goes again", async ({
  open,
  provider,
}, testInfo) => {
  provider.respond(() => reply("The recipe is butter."));
  const chat = await open();
  const page = await inBackup(chat);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Bring back").click();
  await expect(page.getByText("This session is in your library already, as it is today.")).toBeVisible();
  await expect(button("Open it")).toBeFocused();
  for (const [colorScheme, width, height] of [
    ["dark", 700, 900],
    ["light", 1280, 800],
  ] as const) {
    await chat.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await chat.page.setViewportSize({ width, height });
    expect(await findings(chat.page)).toEqual([]);
    await chat.page.screenshot({ path: testInfo.outputPath(`there-${width}.png`) });
  }
  await button("Bring a second copy").click();
  await expect(page.getByText("The session is back in your library.")).toBeVisible();
  await expect.poll(() => titlesOf(chat)).toEqual(["Alpha question", "Alpha question"]);
  await button("Undo").click();
  await expect(page.getByText("Undone: what was brought back is in the trash.")).toBeVisible();
  await expect.poll(() => titlesOf(chat)).toEqual(["Alpha question"]);
  await expect(button("Bring back")).toBeFocused();
});

test("[SV-8k] a session that is deleted for good comes back from a backup, and stands there after a restart", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("The recipe is butter."));
  let chat = await open();
  let page = await inBackup(chat);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await test.step("it comes back, and is opened", async () => {
    const [session] = await sessionsOf(chat);
    if (session === undefined) throw new Error("there is no session");
    await chat.call("trash.put", { session_id: session.id });
    await chat.call("trash.empty", {});
    await expect.poll(() => titlesOf(chat)).toEqual([]);
    await press("Bring back");
    await expect(page.getByText("The session is back in your library.")).toBeVisible();
    await press("Open it");
    await expect(chat.page.getByRole("dialog", { name: "Settings" })).toHaveCount(0);
    await expect(chat.answer).toContainText("The recipe is butter.");
    expect((await sessionsOf(chat))[0]?.id).not.toBe(session.id);
  });

  await test.step("after a restart it is whole, goes on, and is known in the backup", async () => {
    await chat.braid.close();
    chat = await open();
    await chat.sessions.filter({ hasText: "Alpha question" }).click();
    await expect(chat.answer).toContainText("The recipe is butter.");
    await chat.send("And then?");
    await chat.settled();
    await expect(chat.messages).toHaveCount(4);
    page = await readInBackup(chat);
    await press("Bring back");
    await expect(page.getByText("This session is in your library already, as it is today.")).toBeVisible();
  });
});
