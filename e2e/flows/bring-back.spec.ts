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

test("[SV-8k] a session comes back from a backup, is taken back again, and stands there after a restart", async ({
  open,
  provider,
}, testInfo) => {
  provider.respond(() => reply("The recipe is butter."));
  let chat = await open();
  await chat.send("Alpha question");
  await chat.settled();
  let page = await readInBackup(chat);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  // Behind the dialog nothing else has a role.
  const sessions = async () => (await chat.call("session.list", { limit: 10 })).sessions;
  const titles = async () => (await sessions()).map(({ title }) => title);

  await test.step("it is there: a second copy comes and goes", async () => {
    await press("Bring back");
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
    await press("Bring a second copy");
    await expect(page.getByText("The session is back in your library.")).toBeVisible();
    await expect.poll(titles).toEqual(["Alpha question", "Alpha question"]);
    await press("Undo");
    await expect(page.getByText("Undone: what was brought back is in the trash.")).toBeVisible();
    await expect.poll(titles).toEqual(["Alpha question"]);
    await expect(button("Bring back")).toBeFocused();
  });

  await test.step("deleted for good, it comes back and is opened", async () => {
    const [session] = await sessions();
    if (session === undefined) throw new Error("there is no session");
    await chat.call("trash.put", { session_id: session.id });
    await chat.call("trash.empty", {});
    await expect.poll(titles).toEqual([]);
    await press("Bring back");
    await expect(page.getByText("The session is back in your library.")).toBeVisible();
    await press("Open it");
    await expect(chat.page.getByRole("dialog", { name: "Settings" })).toHaveCount(0);
    await expect(chat.answer).toContainText("The recipe is butter.");
    expect((await sessions())[0]?.id).not.toBe(session.id);
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
