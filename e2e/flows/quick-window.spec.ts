/** The quick window: a key that works in every program opens it, and what is asked in it is a session like any other. */
import { Chat, expect, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { pressSystemKeys } from "../fixtures/system-keys";

test.use({ sharesApp: true });

test("a key of the whole system opens a small window for a question; it becomes a session, and a usual window", async ({
  open,
  provider,
}) => {
  const chat = await open();
  const { page, braid } = chat;
  const display = await braid.app.evaluate(() => process.env.DISPLAY ?? "");
  const press = () => pressSystemKeys(display, ["Control", "Shift", "Space"]);
  const isTaken = () =>
    braid.app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered("CmdOrCtrl+Shift+Space"));
  const windows = () => braid.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  const opened = async () => {
    const before = await windows();
    const opening = braid.app.waitForEvent("window", { timeout: 0 });
    // A display with much else to do may drop a key, as it does to a hand.
    await expect(async () => {
      if ((await windows()) === before) await press();
      await expect.poll(windows, { timeout: 5000 }).toBe(before + 1);
    }).toPass();
    return new Chat(await opening, braid);
  };

  expect(await isTaken()).toBe(false);
  // Whoever presses a key before the page listens has pressed it in vain.
  await expect(chat.composer).toBeVisible();
  await page.keyboard.press("Control+,");
  const keys = page.getByRole("textbox", { name: "Quick window" });
  await keys.focus();
  await page.keyboard.press("Control+Shift+Space");
  await expect(keys).toHaveValue("Ctrl+Shift+Space");
  await expect.poll(isTaken).toBe(true);
  await page.keyboard.press("Escape");

  const first = await opened();
  await expect(first.composer).toBeFocused();
  await expect.poll(() => first.page.evaluate(() => window.innerWidth)).toBe(640);
  await first.composer.fill("How high is Kilimanjaro?");
  const closed = first.page.waitForEvent("close");
  // The window may be gone before the key comes up again.
  await first.page.keyboard.down("Escape").catch(() => undefined);
  await closed;

  const quick = await opened();
  await expect(quick.composer).toHaveValue("How high is Kilimanjaro?");
  provider.enqueue(reply("5,895 metres."));
  await quick.composer.press("Enter");
  await expect(quick.answer).toContainText("5,895 metres.");
  await expect(chat.sessions.filter({ hasText: "Kilimanjaro" })).toHaveCount(1);

  await quick.page.getByRole("button", { name: "Open in a large window" }).click();
  await expect(quick.page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
  await expect(quick.page.getByRole("button", { name: "Open in a large window" })).toHaveCount(0);
  // The next question gets a small window of its own.
  const next = await opened();
  // A page that has only begun has no width.
  await expect.poll(() => next.page.evaluate(() => window.innerWidth)).toBe(640);
  await next.page.close();
  await quick.page.keyboard.press("Escape");
  await expect(quick.answer).toBeVisible();

  await page.bringToFront();
  await page.keyboard.press("Control+,");
  await keys.focus();
  await page.keyboard.press("Backspace");
  await expect(keys).toHaveValue("");
  await expect.poll(isTaken).toBe(false);
});
