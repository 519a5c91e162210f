// A page that crashes takes nothing with it (LY-3), nor does an error in main that nobody caught.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { lastAnswer } from "../fixtures/database";
import { entry, holdReady } from "../fixtures/launch";
import { ending } from "../fixtures/provider/script";

/** Ends the page's process, as a fault in it would. Playwright's own page is of no use from then on: main is asked instead. */
const crash = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    const gone = new Promise<void>((resolve) => contents?.once("render-process-gone", () => resolve()));
    contents?.forcefullyCrashRenderer();
    return gone;
  });

/** What the first window's page is asked; empty while it is not there, or goes away. */
const ask = (app: ElectronApplication, script: string) =>
  app.evaluate(async ({ BrowserWindow }, question) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
    return String(await contents.executeJavaScript(question).catch(() => ""));
  }, script);

/** What the window says now. */
const words = (app: ElectronApplication) => ask(app, "document.body.innerText");

test("[LY-3c] a page that crashes in mid-answer comes back, and the answer is whole", async ({
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
  // Its last words are shown before its end is stored.
  await expect
    .poll(() => lastAnswer(dataDir))
    .toEqual({ text: "Begun, and finished.", finish_reason: "stop" });
  expect(provider.requests).toHaveLength(1);
});

test("[LY-3] a page that crashes again and again says so, what it showed goes on, and it is loaded again after a while", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  const { app } = chat.braid;
  provider.enqueue([{ text: "Begun, " }, { gate: "failed" }, { text: "and finished." }, ...ending()]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  // As text, then the list: what it showed is not opened a third time.
  for (const shown of ["Begun,", "was not opened again", "Write a message below"]) {
    await crash(app);
    await expect.poll(() => words(app)).toContain(shown);
  }
  await crash(app);
  await expect.poll(() => words(app)).toContain("This window's page failed again");
  provider.open("failed");
  await expect.poll(() => lastAnswer(dataDir)?.finish_reason).toBe("stop");
  await expect.poll(() => words(app)).toContain("Write a message below");
  await ask(app, "document.querySelector('[role=treeitem]').click()");
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
  const other = await chat.newWindow();
  await other.sessions.first().click();
  await expect(other.answer).toContainText("Begun,");
  await crash(chat.braid.app);
  provider.open("crashed");
  await expect(other.answer).toContainText("Begun, and finished.");
  // Back again: what is not there cannot crash.
  await expect.poll(() => words(chat.braid.app)).toContain("Begun, and finished.");
  const child = chat.braid.app.process();
  const exit = new Promise((resolve) => child.once("exit", resolve));
  await crash(chat.braid.app);
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});

test("[SV-7] an error in main that nobody caught is told, the answer under way goes on, and the app can be quit", async ({
  open,
  provider,
}) => {
  const chat = await open();
  provider.enqueue([{ text: "Begun, " }, { gate: "failed" }, { text: "and finished." }, ...ending()]);
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("Begun,");
  await chat.braid.app.evaluate(() => {
    setTimeout(() => {
      throw new Error("The sky fell");
    });
  });
  await expect(chat.alert).toContainText("Something in Braid failed: The sky fell");
  provider.open("failed");
  await chat.settled();
  expect(await chat.text()).toBe("Begun, and finished.");
  await expect.poll(chat.braid.output).toContain("Nobody caught: Error: The sky fell");
  await chat.braid.close();
});

test("[SV-7] an error that nobody caught before there is a window is told in one, and Braid ends", async ({
  launch,
  dataDir,
}) => {
  const early = join(dataDir, "early.cjs");
  await writeFile(
    early,
    `require(${JSON.stringify(holdReady)});
    const { app } = require("electron");
    const ask = app.requestSingleInstanceLock.bind(app);
    app.requestSingleInstanceLock = (...told) => {
      setImmediate(() => { throw new Error("The sky fell"); });
      return ask(...told);
    };`,
  );
  const { app, window, closeWindow } = await launch({ dataDir, installed: { entry, holdReady: early } });
  await expect(window.getByRole("alert")).toContainText("Something in Braid failed: The sky fell");
  expect(app.windows()).toHaveLength(1);
  const exit = new Promise((resolve) => app.process().once("exit", resolve));
  await closeWindow(window);
  expect(await exit).toBe(1);
});
