// The storage page in the window: the numbers are the folder's, its actions do what they say, and diagnostics hold nothing of what was said.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { findings } from "../fixtures/axe";
import { type Chat, expect, PLANTED_KEY, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

async function openStorage(chat: Chat) {
  await chat.page.keyboard.press("ControlOrMeta+Comma");
  const dialog = chat.page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("tab", { name: "Storage" }).click();
  await expect(dialog.getByText(/^Braid uses .* on this computer\.$/)).toBeVisible();
  return dialog;
}

test("[SV-10c] [SV-11b] the storage page shows what takes space and frees it; diagnostics have no key, no title and not a word of what was said", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("The secret recipe is butter. ".repeat(200)));
  const chat = await open();
  await chat.send("My private question");
  await chat.settled();
  const log = join(dataDir, "logs", "braid.log");
  await chat.page.evaluate((key) => {
    queueMicrotask(() => {
      throw new Error(`The page failed with Bearer ${key}`);
    });
  }, PLANTED_KEY);
  await expect.poll(() => existsSync(log) && readFileSync(log, "utf8")).toContain("The page failed with");
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, "logs"))).mode & 0o777).toBe(0o700);
  const page = await openStorage(chat);

  await test.step("an export replaces its file whole", async () => {
    const folder = test.info().outputPath("elsewhere");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "diagnostics.json");
    writeFileSync(file, "an older one");
    const older = openSync(file, "r");
    await chat.braid.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await page.getByRole("button", { name: "Export diagnostics…" }).click();
    await expect(page.getByText("Diagnostics saved.")).toBeVisible();
    // Another file has its name: the older one was not written into, and nothing else is left beside it.
    expect(readFileSync(older, "utf8")).toBe("an older one");
    closeSync(older);
    expect(readdirSync(folder)).toEqual(["diagnostics.json"]);
    const text = readFileSync(file, "utf8");
    for (const forbidden of [PLANTED_KEY, "planted", "private question", "butter", "SCRIPTED_KEY"])
      expect(text).not.toContain(forbidden);
    const told = JSON.parse(text);
    expect(told.store).toMatchObject({ sessions: 1, messages: 2, integrity: ["ok"] });
    expect(told.settings.providers[0].base_url).toBe(new URL(provider.baseUrl).origin);
    expect(told.log.join()).toContain("The page failed with");
    expect(readFileSync(log, "utf8")).not.toContain("planted");
  });

  await test.step("what takes space", async () => {
    await expect(page.getByRole("row", { name: /^Messages/ })).toBeVisible();
    await expect(page.getByText("2 messages in 1 session")).toBeVisible();
    await expect(page.getByText(/\d+ (kB|KB|MB)$/).first()).toBeVisible();
  });

  await test.step("and is freed", async () => {
    await page.getByRole("button", { name: "Free unused space" }).click();
    await expect(page.getByText(/freed\.$|^Nothing to free\.$/)).toBeVisible();
    const clear = page.getByRole("button", { name: "Clear error log" });
    await expect(clear).toHaveAttribute("aria-disabled", "false");
    await clear.click();
    await expect.poll(() => existsSync(log)).toBe(false);
    await expect(page.getByText(/freed\.$/)).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await chat.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await findings(chat.page)).toEqual([]);
    }
    await page.getByRole("button", { name: /^Open My private question/ }).click();
    await expect(page).toHaveCount(0);
  });
});
