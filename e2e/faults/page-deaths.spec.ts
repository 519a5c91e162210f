// A page that dies or hangs takes nothing with it: each ends in a window in which the picker, the settings and Delete are at hand, and no
// start repeats a death (SE-9, LY-3).
import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "../fixtures/chat";
import { lastAnswer, withDatabase } from "../fixtures/database";
import { early } from "../fixtures/early";
import { ending, reply } from "../fixtures/provider/script";

/**
 * Asks the first window's page through main, because Playwright's own page is of no use once its process has ended. Empty while there is no
 * page, and where the page is busy: who wants an answer asks again.
 */
const ask = (app: ElectronApplication, script: string) =>
  app.evaluate(async ({ BrowserWindow }, question) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, ""));
    return String(await Promise.race([contents.executeJavaScript(question).catch(() => ""), late]));
  }, script);

const words = (app: ElectronApplication) => ask(app, "document.body.innerText");

/** Waits for the one button of this name, or the first row of the list, and presses it. */
async function press(app: ElectronApplication, selector: string, text: string): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.innerText.includes(${JSON.stringify(text)}))`;
  await expect.poll(() => ask(app, `${found} !== undefined`)).toBe("true");
  // Pressed once, however long the page takes to say so: there may be no such button after the press.
  await app.evaluate(
    ({ BrowserWindow }, script) =>
      BrowserWindow.getAllWindows()
        .find(({ id }) => id === 1)
        ?.webContents.executeJavaScript(script),
    `${found}.click()`,
  );
}

const choose = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);

/** `kill -9` of the page; resolves when main has seen it. */
async function killPage(app: ElectronApplication): Promise<void> {
  const pid = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    const world = globalThis as unknown as { ended?: Promise<void> };
    world.ended = new Promise((resolve) => contents?.once("render-process-gone", () => resolve()));
    return contents?.getOSProcessId() ?? 0;
  });
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, "SIGKILL");
  await app.evaluate(() => (globalThis as unknown as { ended: Promise<void> }).ended);
}

/** Notes how main looks every second whether its pages answer: `hang` does it more often. */
const noteBeats = (folder: string) =>
  early(
    folder,
    `const every = globalThis.setInterval;
    globalThis.beats = [];
    globalThis.setInterval = (run, ms, ...given) => {
      if (ms === 1_000) globalThis.beats.push(run);
      return every(run, ms, ...given);
    };`,
  );

/** The page's main thread runs for ever from now on. Of the seconds that main waits for its answer, so many are short. */
const hang = (app: ElectronApplication, beats: number) =>
  app.evaluate(({ BrowserWindow }, seconds) => {
    const contents = BrowserWindow.getAllWindows().find(({ id }) => id === 1)?.webContents;
    contents?.executeJavaScript("setTimeout(() => { for (;;); })").catch(() => undefined);
    let left = seconds;
    const timer = setInterval(() => {
      if (left-- === 0) return clearInterval(timer);
      for (const beat of (globalThis as unknown as { beats: (() => void)[] }).beats) beat();
    }, 100);
    // The page that comes next has whole seconds.
    contents?.once("render-process-gone", () => clearInterval(timer));
  }, beats);

/** After so many it counts as silent, after so many more it is ended. */
const [SILENT, HUNG] = [5, 12];

/** The app's own times are waited for, of a page that is loaded again. */
test.describe.configure({ timeout: 300_000 });

const isUsable = (app: ElectronApplication) =>
  ask(app, "document.querySelector('textarea[aria-label=Message]')?.checkVisibility()");

const FAILED = "Shown as text after a failure";
const LEFT_OUT = "was not opened again";
const isDrawn = (app: ElectronApplication) => ask(app, "document.querySelector('article strong') !== null");
const dialog = (app: ElectronApplication) => ask(app, "document.querySelector('[role=dialog]')?.innerText");

/** The picker, the settings and Delete. */
async function everythingAtHand(app: ElectronApplication): Promise<void> {
  await expect.poll(() => isUsable(app)).toBe("true");
  await press(app, "[role=treeitem]", "Talk");
  await expect.poll(() => words(app)).toContain("Some **bold** words.");
  await choose(app, "open-settings");
  await expect.poll(() => dialog(app)).toContain("Settings");
  await choose(app, "delete-session");
  await expect.poll(() => words(app)).not.toContain("Some **bold** words.");
  await expect.poll(() => ask(app, "document.querySelectorAll('[role=treeitem]').length")).toBe("0");
}

/** SIGTERM; resolves with the exit code. */
function terminate(app: ElectronApplication): Promise<unknown> {
  const child = app.process();
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return exit;
}

test("[LY-3c] [SV-7] a page that dies in mid-answer, again and again, costs neither the answer nor the window; nor does an error that nobody caught", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue([{ text: "Some **bold** " }, { gate: "died" }, { text: "words." }, ...ending()]);
  const chat = await open();
  const { app, output, closeWindow } = chat.braid;
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("bold");

  await test.step("an error in main is told", async () => {
    await app.evaluate(() => {
      setTimeout(() => {
        throw new Error("The sky fell");
      });
    });
    await expect(chat.alert).toContainText("Something in Braid failed: The sky fell");
    await expect.poll(output).toContain("Nobody caught: Error: The sky fell");
  });
  await test.step("one death: as text, the answer is whole, and another window is unhurt", async () => {
    const other = await chat.newWindow();
    await other.sessions.first().click();
    await expect(other.answer).toContainText("bold");
    await killPage(app);
    await expect.poll(() => words(app)).toContain(FAILED);
    await expect.poll(() => words(app)).toContain("Some **bold**");
    await expect.poll(() => isDrawn(app)).toBe("false");
    provider.open("died");
    await expect.poll(() => words(app)).toContain("Some **bold** words.");
    await expect(other.answer).toContainText("words.");
    await expect
      .poll(() => lastAnswer(dataDir))
      .toEqual({ text: "Some **bold** words.", finish_reason: "stop" });
    expect(provider.requests).toHaveLength(1);
    await closeWindow(other.page);
  });
  await test.step("more of them: the list, then a page that tells of it, from which the menu leads back", async () => {
    // However slow the machine is: the deaths come within a minute, and the page that tells of them stands until the menu leads back.
    await app.evaluate(() => {
      const [now, later] = [Date.now(), globalThis.setTimeout];
      Date.now = () => now;
      globalThis.setTimeout = ((run: () => void, ms?: number, ...given: []) =>
        later(run, ms === 3_000 ? 2 ** 30 : ms, ...given)) as typeof setTimeout;
    });
    await killPage(app);
    await expect.poll(() => words(app)).toContain(LEFT_OUT);
    expect(await words(app)).not.toContain("Some **bold**");
    await killPage(app);
    await expect.poll(() => isUsable(app)).toBe("true");
    await killPage(app);
    await expect.poll(() => words(app)).toContain("This window's page failed again");
    await choose(app, "open-settings");
    await expect.poll(() => dialog(app)).toContain("Settings");
    await everythingAtHand(app);
  });
  await test.step("the app can be quit in that moment", async () => {
    await killPage(app);
    expect(await terminate(app)).toBe(0);
  });
});

test("[LY-3] [SE-9] a page that hangs is ended and loaded with its session as text, also by the next start; drawn again on demand", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(reply("Some **bold** words."));
  const counted = await noteBeats(dataDir);
  await test.step("killed while its page hangs", async () => {
    const chat = await open(counted);
    await chat.send("Talk.");
    await chat.settled();
    await expect(chat.answer.locator("strong")).toHaveText("bold");
    await hang(chat.braid.app, SILENT);
    const noted = () =>
      withDatabase(dataDir, (db) =>
        db.prepare("SELECT value_json FROM app_state WHERE key = 'deaths'").pluck().get(),
      );
    await expect.poll(noted).toMatch(/"silent":\["ses_/);
    await chat.braid.kill();
  });

  const { app } = (await open(counted)).braid;
  await expect.poll(() => words(app)).toContain(FAILED);
  await expect.poll(() => words(app)).toContain("Some **bold** words.");
  await expect.poll(() => isDrawn(app)).toBe("false");
  await test.step("hangs again: the list, from which it is opened as text, and drawn", async () => {
    await hang(app, HUNG);
    await expect.poll(() => words(app)).toContain(LEFT_OUT);
    await press(app, "[role=treeitem]", "Talk");
    await expect.poll(() => words(app)).toContain(FAILED);
    await press(app, "[role=note] button", "Draw it");
    await expect.poll(() => isDrawn(app)).toBe("true");
    expect(await words(app)).not.toContain(FAILED);
    await choose(app, "show-as-text");
    await expect.poll(() => isDrawn(app)).toBe("false");
    await everythingAtHand(app);
  });
  await test.step("while it hangs the app can be quit at once", async () => {
    await hang(app, 0);
    expect(await terminate(app)).toBe(0);
  });
});
