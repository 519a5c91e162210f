// A page that crashes takes nothing with it (LY-3).
import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { ending } from "../fixtures/provider/script";

/** Ends the page's process, as a fault in it would. Playwright's own page is of no use from then on: main is asked instead. */
const crash = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    const gone = new Promise<void>((resolve) => contents?.once("render-process-gone", () => resolve()));
    contents?.forcefullyCrashRenderer();
    return gone;
  });

/** What the window says now; empty while its page is not there. */
const words = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
    return String(await contents.executeJavaScript("document.body.innerText"));
  });

test("[LY-3] a page that crashes in mid-answer comes back, and the answer is whole", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  provider.enqueue([{ text: "Begun, " }, { gate: "crashed" }, { text: "and finished." }, ...ending()]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  await crash(chat.braid.app);
  await expect.poll(() => words(chat.braid.app)).toContain("Begun,");
  provider.open("crashed");
  await expect.poll(() => words(chat.braid.app)).toContain("Begun, and finished.");
  expect(lastAnswer(dataDir)).toEqual({ text: "Begun, and finished.", finish_reason: "stop" });
  expect(provider.requests).toHaveLength(1);
});

test("[LY-3] a page that crashes again and again says so, what it showed goes on, and it can be loaded once more", async ({
  open,
  provider,
  dataDir,
}) => {
  const { app } = (
    await open().then(async (chat) => {
      provider.enqueue([{ text: "Begun, " }, { gate: "failed" }, { text: "and finished." }, ...ending()]);
      await chat.send("Talk.");
      await expect(chat.answer).toContainText("Begun,");
      return chat;
    })
  ).braid;
  for (let n = 0; n < 3; n++) {
    await crash(app);
    await expect.poll(() => words(app)).toContain("Begun,");
  }
  await crash(app);
  await expect.poll(() => words(app)).toContain("This window's page failed again");
  expect(await words(app)).toContain("Nothing is lost");
  provider.open("failed");
  await expect.poll(() => lastAnswer(dataDir)?.finish_reason).toBe("stop");

  // The focus is on the one thing to do: Enter loads the page again.
  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.focus();
    await window?.webContents.executeJavaScript("document.activeElement.click()", true);
  });
  await expect.poll(() => words(app)).toContain("Begun, and finished.");
});

test("[LY-3] the crash of one window is nothing to another on the same session, and the app can be quit in that moment", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue([{ text: "Begun, " }, { gate: "crashed" }, { text: "and finished." }, ...ending()]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  const opening = chat.braid.app.waitForEvent("window");
  await chat.page.keyboard.press("Control+Shift+N");
  const other = await opening;
  await other.getByRole("treeitem").first().click();
  await expect(other.getByRole("log")).toContainText("Begun,");
  await crash(chat.braid.app);
  provider.open("crashed");
  await expect(other.getByRole("log")).toContainText("Begun, and finished.");
  const child = chat.braid.app.process();
  const exit = new Promise((resolve) => child.once("exit", resolve));
  await crash(chat.braid.app);
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});
