// A launch shows its panes at once; one process to a data folder (DB-7). What a launch opens again is in `kill.spec.ts`.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WHOLE } from "../../src-main/shell/startup/smoke";
import { Chat, expect, test } from "../fixtures/chat";
import { withDatabase } from "../fixtures/database";
import { holdAnswers } from "../fixtures/held-calls";
import { runBraid } from "../fixtures/launch";
import { reply } from "../fixtures/provider/script";
import { layoutShifts } from "../fixtures/shifts";
import { windowCount } from "../fixtures/windows";

test.use({ sharesApp: true });

test("the first frame has every pane in its place, while main's answers are held and when they have come", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await chat.send("A matter of its own");
  await chat.settled();
  const { page } = chat;
  const sidebar = page.getByRole("navigation", { name: "Sessions" });
  const held = await holdAnswers(chat, "app.info", "session.list");
  await page.reload();
  await expect(sidebar.getByRole("searchbox")).toBeVisible();
  await expect(sidebar.locator(".picker-tree")).toHaveAttribute("aria-busy", "true");
  for (const place of [page.getByRole("heading", { level: 1 }), chat.model])
    await expect(place.locator(".bone")).toBeVisible();
  // The picture of a smoke test waits for this promise.
  const whole = page.evaluate<number>(`${WHOLE}.then(() => performance.now())`);
  const let_go = await page.evaluate(() => performance.now());
  await held.let();
  expect(await whole).toBeGreaterThan(let_go);
  await expect(chat.title).toHaveText("A matter of its own");
  await expect(chat.sessions).toHaveCount(1);
  await expect(page.locator(".bone, .picker-tree[aria-busy]")).toHaveCount(0);
  expect(await layoutShifts(page), "from the first paint").toBeLessThan(0.001);
});

test("[DB-7] a second launch on the same folder ends in the first; one on another runs beside it, on a new database without any settings", async ({
  open,
  launch,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open();
  await test.step("it focuses the first, and exits with 0", async () => {
    await chat.braid.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) throw new Error("no window");
      Object.assign(globalThis, { focused: 0 });
      window.focus = () => {
        (globalThis as unknown as { focused: number }).focused += 1;
        Reflect.deleteProperty(window, "focus");
      };
    });
    expect((await runBraid({ dataDir })).code).toBe(0);
    await expect
      .poll(() => chat.braid.app.evaluate(() => (globalThis as unknown as { focused: number }).focused))
      .toBe(1);
    expect(await windowCount(chat)).toBe(1);
  });
  await test.step("with --workspace: a new session on that folder in the first", async () => {
    await chat.send("Somewhere else");
    await chat.settled();
    const workspace = await mkdtemp(join(tmpdir(), "braid-workspace-"));
    expect((await runBraid({ dataDir, args: ["--workspace", workspace] })).code).toBe(0);
    await expect(chat.title).toHaveText("New session");
    await expect(chat.page.getByRole("main")).toContainText(workspace);
    await chat.send("What is here?");
    await chat.settled();
    const root = withDatabase(dataDir, (db) =>
      db.prepare("SELECT workspace_root FROM chat_sessions WHERE title = 'What is here?'").pluck().get(),
    );
    expect(root).toBe(workspace);
    await rm(workspace, { recursive: true });
  });
  await test.step("another folder, beside it", async () => {
    const braid = await launch();
    const { app, output, close, pid } = braid;
    const beside = new Chat(braid.window, braid);
    await beside.composer.fill("Hello");
    await beside.button("Send").click();
    await expect(beside.questions).toContainText("Hello");
    expect(existsSync(join(braid.dataDir, "braid.db"))).toBe(true);
    await expect(beside.sessions).toHaveText([/Hello/]);
    await expect(chat.sessions).toHaveText([/What is here/, /Somewhere else/]);
    await chat.send("And now?");
    await chat.settled();
    // All pages are told to leave threads for what is typed. Of a flag that V8 does not know it says so, and passes it over.
    expect(await app.evaluate(({ app }) => app.commandLine.getSwitchValue("js-flags"))).toMatch(
      /--concurrent-turbofan-max-threads=1/,
    );
    expect(output()).not.toMatch(/flag/i);
    await close();
    expect(() => process.kill(pid, 0)).toThrow();
  });
});
