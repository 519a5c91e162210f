// A page that dies or hangs, once, twice and again and again: each ends in a window in which the picker, the settings and Delete are at
// hand, and no start repeats a death (SE-9, LY-3).
import type { ElectronApplication } from "@playwright/test";
import { type Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { ending, reply } from "../fixtures/provider/script";

/** Playwright's own page is of no use once its process has ended: main is asked instead. Empty while the page is not there. */
const ask = (app: ElectronApplication, script: string) =>
  app.evaluate(async ({ BrowserWindow }, question) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, ""));
    return String(await Promise.race([contents.executeJavaScript(question).catch(() => ""), late]));
  }, script);

const words = (app: ElectronApplication) => ask(app, "document.body.innerText");

/** Waits for the one button of this name, or the first row of the list, and presses it. */
async function press(app: ElectronApplication, selector: string, text: string): Promise<void> {
  const script = `(() => {
    const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.innerText.includes(${JSON.stringify(text)}));
    found?.click();
    return found !== undefined;
  })()`;
  await expect.poll(() => ask(app, script)).toBe("true");
}

const choose = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);

/** `kill -9` of the page; resolves when main has seen it. */
async function killPage(app: ElectronApplication): Promise<void> {
  const pid = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const world = globalThis as unknown as { ended?: Promise<void> };
    world.ended = new Promise((resolve) => contents?.once("render-process-gone", () => resolve()));
    return contents?.getOSProcessId() ?? 0;
  });
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, "SIGKILL");
  await app.evaluate(() => (globalThis as unknown as { ended: Promise<void> }).ended);
}

/** Its main thread runs for ever from now on. */
const hang = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.executeJavaScript("setTimeout(() => { for (;;); })").catch(() => undefined);
  });

const isUsable = (app: ElectronApplication) =>
  ask(app, "document.querySelector('textarea[aria-label=Message]')?.checkVisibility()");

/** Where nobody is in a hurry: a page hangs for ten seconds before it is ended. */
const HUNG = { timeout: 40_000 };

const FAILED = "Shown as text after a failure";
const LEFT_OUT = "was not opened again";
const isDrawn = (app: ElectronApplication) => ask(app, "document.querySelector('article strong') !== null");

async function begin(
  open: () => Promise<Chat>,
  answer: (text: string) => void,
): Promise<ElectronApplication> {
  answer("Some **bold** words.");
  const chat = await open();
  await chat.send("Talk.");
  await chat.settled();
  await expect(chat.answer.locator("strong")).toHaveText("bold");
  return chat.braid.app;
}

/** The picker, the settings and Delete. */
async function everythingAtHand(app: ElectronApplication): Promise<void> {
  await expect.poll(() => isUsable(app), HUNG).toBe("true");
  await press(app, "[role=treeitem]", "Talk");
  await expect.poll(() => words(app)).toContain("Some **bold** words.");
  await choose(app, "open-settings");
  await expect
    .poll(() => ask(app, "document.querySelector('[role=dialog]')?.innerText"))
    .toContain("Settings");
  await choose(app, "delete-session");
  await expect.poll(() => words(app)).not.toContain("Some **bold** words.");
  await expect.poll(() => ask(app, "document.querySelectorAll('[role=treeitem]').length")).toBe("0");
}

test("[LY-3] [SE-9] kill -9 of the page in mid-draw, ten times: as text, then the list, and always a window", async ({
  open,
  provider,
  dataDir,
}) => {
  test.setTimeout(180_000);
  provider.enqueue([{ text: "Some **bold** " }, { gate: "killed" }, { text: "words." }, ...ending()]);
  const chat = await open();
  const { app } = chat.braid;
  await chat.send("Talk.");
  await expect(chat.answer).toContainText("bold");
  await killPage(app);
  await expect.poll(() => words(app)).toContain(FAILED);
  expect(await words(app)).toContain("Some **bold**");
  expect(await isDrawn(app)).toBe("false");
  await killPage(app);
  await expect.poll(() => words(app)).toContain(LEFT_OUT);
  expect(await words(app)).not.toContain("Some **bold**");
  for (let n = 2; n < 10; n++) {
    await killPage(app);
    await expect.poll(() => isUsable(app), HUNG).toBe("true");
  }
  provider.open("killed");
  await expect
    .poll(() =>
      withDatabase(dataDir, (db) =>
        db
          .prepare("SELECT count(*) FROM chat_messages WHERE metadata_json ->> '$.finish_reason' = 'stop'")
          .pluck()
          .get(),
      ),
    )
    .toBe(1);
  await everythingAtHand(app);
});

test("[LY-3] five deaths in a minute, one right after the other, end in a window that can be used; the menu is done by the page that comes", async ({
  open,
  provider,
}) => {
  test.setTimeout(120_000);
  const app = await begin(open, (text) => provider.enqueue(reply(text)));
  for (let n = 0; n < 5; n++) {
    await killPage(app);
    if (n < 4) await expect.poll(() => ask(app, "document.body.innerText.length > 0")).toBe("true");
  }
  // The window shows a dead page, or the page that tells of it: the menu brings the app back from both.
  await choose(app, "open-settings");
  await expect
    .poll(() => ask(app, "document.querySelector('[role=dialog]')?.innerText"))
    .toContain("Settings");
  await everythingAtHand(app);
});

test("[LY-3] [SE-9] a page that hangs is ended and loaded with its session as text; drawn again on demand, and again after a restart", async ({
  open,
  provider,
}) => {
  test.setTimeout(180_000);
  const app = await begin(open, (text) => provider.enqueue(reply(text)));
  await hang(app);
  await expect.poll(() => words(app), HUNG).toContain(FAILED);
  expect(await isDrawn(app)).toBe("false");
  await hang(app);
  await expect.poll(() => words(app), HUNG).toContain(LEFT_OUT);
  await press(app, "[role=treeitem]", "Talk");
  await expect.poll(() => words(app)).toContain(FAILED);
  await press(app, "[role=note] button", "Draw it");
  await expect.poll(() => isDrawn(app)).toBe("true");
  expect(await words(app)).not.toContain(FAILED);
  await choose(app, "show-as-text");
  await expect.poll(() => isDrawn(app)).toBe("false");
  await everythingAtHand(app);
});

test("[SE-9] an app that is killed while its page hangs starts with that session as text; killed otherwise, with all as it was", async ({
  open,
  provider,
  dataDir,
}) => {
  test.setTimeout(180_000);
  provider.enqueue(reply("Some **bold** words."));
  const first = await open();
  await first.send("Talk.");
  await first.settled();
  await first.braid.kill();

  const second = await open();
  await expect(second.answer.locator("strong")).toHaveText("bold");
  await expect(second.conversation.getByRole("note")).toHaveCount(0);
  await hang(second.braid.app);
  const noted = () =>
    withDatabase(dataDir, (db) =>
      db.prepare("SELECT value_json FROM app_state WHERE key = 'deaths'").pluck().get(),
    );
  await expect.poll(noted, HUNG).toMatch(/"silent":\["ses_/);
  await second.braid.kill();

  const third = await open();
  await expect(third.conversation.getByRole("note")).toContainText(FAILED);
  await expect(third.answer).toContainText("Some **bold** words.");
  await third.button("Draw it").click();
  await expect(third.answer.locator("strong")).toHaveText("bold");
  await expect(third.composer).toBeFocused();
  await third.braid.close();
  const fourth = await open();
  await expect(fourth.answer.locator("strong")).toHaveText("bold");
});

test("an app whose page hangs can be quit at once", async ({ open, provider }) => {
  const app = await begin(open, (text) => provider.enqueue(reply(text)));
  await hang(app);
  const child = app.process();
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});
