// The app around its windows: notifications, the tray.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { Chat, expect, settingsFor, test } from "../fixtures/chat";
import { runBraid } from "../fixtures/launch";
import { ending } from "../fixtures/provider/script";
import { noteNotifications, passTime } from "../fixtures/system";

test.describe(() => {
  test.use({ sharesApp: true });

  test("a long answer that ends unseen is told, and a press on it shows its session; one that its user stopped is not", async ({
    open,
    provider,
  }) => {
    const chat = await open();
    const notifications = await noteNotifications(chat.braid.app);
    provider.enqueue(
      [{ text: "Porto " }, { gate: "never" }],
      [{ text: "**Lisbon** it is, " }, { gate: "late" }, { text: "for a week." }, ...ending()],
    );
    const isFocused = (focused: boolean) =>
      chat.braid.app.evaluate(({ BrowserWindow }, is) => {
        for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => is;
      }, focused);
    await chat.send("Where to?");
    await expect(chat.answer).toContainText("Porto");
    await passTime(chat.braid.app, 11_000);
    // Another program has the focus: the user sees nothing of it, and is told.
    await isFocused(false);
    await chat.button("Stop").click();
    await chat.settled("stopped");
    await isFocused(true);
    await chat.send("Where else?");
    await expect(chat.answer).toContainText("Lisbon");
    await passTime(chat.braid.app, 11_000);
    await chat.page.keyboard.press("Control+N");
    await expect(chat.title).toHaveText("New session");
    // Main has heard that another session is shown: it answers in order.
    await chat.call("app.info", undefined);
    provider.open("late");
    await expect
      .poll(notifications.shown)
      .toEqual([{ title: expect.any(String), body: "Lisbon it is, for a week." }]);
    await notifications.press();
    await expect(chat.answer).toContainText("it is, for a week.");
  });
});

/** Tells if the app has put itself into the tray, and left it since. */
async function noteTray(app: ElectronApplication) {
  await app.evaluate(({ Tray }) => {
    const { setToolTip, destroy } = Tray.prototype;
    Object.assign(globalThis, { trayIs: "nowhere" });
    Object.assign(Tray.prototype, {
      setToolTip(this: Electron.Tray, words: string) {
        Object.assign(globalThis, { trayIs: "there" });
        setToolTip.call(this, words);
      },
      destroy(this: Electron.Tray) {
        Object.assign(globalThis, { trayIs: "gone" });
        destroy.call(this);
      },
    });
  });
  return () => app.evaluate(() => (globalThis as unknown as { trayIs: string }).trayIs);
}

/** Whoever comes back to the window from an editor has it look at the file; until it has begun to listen, in vain. */
const lookAtSettings = ({ page }: Chat) => page.evaluate(() => void window.dispatchEvent(new Event("focus")));
/** Looks until the tray is so. */
const isTray = (chat: Chat, tray: () => Promise<string>, state: string) =>
  expect
    .poll(async () => {
      await lookAtSettings(chat);
      return await tray();
    })
    .toBe(state);

/** A desktop that says of itself whether it shows trays. */
async function desktop(folder: string, hasTray: boolean): Promise<Record<string, string>> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  for (const name of ["gdbus", "dbus-send"]) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "(${hasTray},)"\n`);
    await chmod(join(bin, name), 0o755);
  }
  return { PATH: `${bin}:${process.env.PATH}` };
}

// Elsewhere there always is one.
if (process.platform === "linux") {
  test("keeps the app when its last window is closed, and a launch brings it back", async ({
    open,
    provider,
    dataDir,
  }) => {
    const chat = await open({ env: await desktop(dataDir, true) });
    await expect(chat.composer).toBeFocused();
    const tray = await noteTray(chat.braid.app);
    const settings = { ...JSON.parse(settingsFor(provider.baseUrl)), window: { tray: true } };
    await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
    await isTray(chat, tray, "there");
    const child = chat.braid.app.process();
    await chat.braid.closeWindow(chat.page);
    const opening = chat.braid.app.waitForEvent("window");
    expect((await runBraid({ dataDir })).code).toBe(0);
    const back = new Chat(await opening, chat.braid);
    await expect(back.composer).toBeFocused();
    expect(child.exitCode).toBeNull();

    // Turned off, the app ends with its last window again.
    await writeFile(join(dataDir, "settings.json"), settingsFor(provider.baseUrl));
    await isTray(back, tray, "gone");
    const exit = new Promise((resolve) => child.once("exit", resolve));
    await back.braid.closeWindow(back.page);
    expect(await exit).toBe(0);
  });

  test("is missed where there is none: the app says so, and ends with its last window", async ({
    open,
    provider,
    dataDir,
  }) => {
    const settings = { ...JSON.parse(settingsFor(provider.baseUrl)), window: { tray: true } };
    await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
    const chat = await open({ settings: "none", env: await desktop(dataDir, false) });
    await expect(chat.alert.filter({ hasText: "This system shows no tray" })).toBeVisible();
    const child = chat.braid.app.process();
    const exit = new Promise((resolve) => child.once("exit", resolve));
    await chat.braid.closeWindow(chat.page);
    expect(await exit).toBe(0);
    expect(await readFile(join(dataDir, "settings.json"), "utf8")).toContain("tray");
  });
}
