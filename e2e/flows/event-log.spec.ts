// The log of all changes (DB-13) in the window: turned on, written by what is said, shown with its size, deleted without a question lost.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { reply } from "../fixtures/provider/script";

test("the log of all changes is turned on in the settings, notes what is said, and is deleted on the storage page [DB-13]", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("It is noted."));
  const events = () =>
    withDatabase(dataDir, (db) => Number(db.prepare("SELECT count(*) FROM event_log").pluck().get()));
  let chat = await open();
  await chat.send("Before the log");
  await chat.settled();
  const settings = () => chat.page.getByRole("dialog", { name: "Settings" });
  const wish = () => settings().getByRole("switch", { name: "Keep a log of all changes" });

  await test.step("off by default, it has nothing; turned on, it begins with what is there", async () => {
    expect(events()).toBe(0);
    await chat.page.keyboard.press("ControlOrMeta+Comma");
    await settings().getByRole("tab", { name: "Answers" }).click();
    await expect(wish()).not.toBeChecked();
    await wish().click();
    await expect(wish()).toBeChecked();
    await expect.poll(events).toBeGreaterThan(0);
    await chat.page.keyboard.press("Escape");
  });

  await test.step("what is said is noted, also after a restart", async () => {
    const before = events();
    await chat.send("With the log");
    await chat.settled();
    await expect.poll(events).toBeGreaterThan(before);
    await chat.braid.close();
    const atRest = events();
    chat = await open({ settings: "none" });
    await chat.send("After a restart");
    await chat.settled();
    await expect.poll(events).toBeGreaterThan(atRest);
  });

  await test.step("the storage page tells its size and deletes it; the sessions stay", async () => {
    await chat.page.keyboard.press("ControlOrMeta+Comma");
    await settings().getByRole("tab", { name: "Storage" }).click();
    await expect(settings()).toContainText("Log of all changes");
    expect(await findings(chat.page)).toEqual([]);
    const remove = settings().getByRole("button", { name: "Delete the log of all changes" });
    await remove.click();
    await expect(settings()).toContainText("The log is deleted, and the setting is off.");
    await expect.poll(events).toBe(0);
    await expect(remove).toHaveCount(0);
    await settings().getByRole("tab", { name: "Answers" }).click();
    await expect(wish()).not.toBeChecked();
    await chat.page.keyboard.press("Escape");
    await expect(chat.questions).toHaveCount(3);
  });
});
