// A mistake in settings.json is told with its place, and costs only itself.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Chat, expect, settingsFor, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";
import { smallDisk } from "../fixtures/small-disk";

test("a wrong value is told with its path, and the rest applies", async ({ open, provider, dataDir }) => {
  provider.respond(() => reply("Yes."));
  const settings = JSON.parse(settingsFor(provider.baseUrl));
  settings.run.max_retries = "many";
  settings.providers.push({ id: "other", type: "telepathy" });
  await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
  const chat = await open({ settings: "none" });
  // One line above the conversation, whatever else is wrong; the settings tell each.
  await expect(chat.alert).toHaveCount(1);
  await expect(chat.alert).toContainText(/^settings\.json, providers.*type: must be one of/);
  await expect(chat.alert).toContainText("There is one more mistake.");
  await chat.alert.getByRole("button", { name: "Settings" }).click();
  const dialog = chat.page.getByRole("dialog", { name: "Settings" });
  await expect(dialog.getByRole("region", { name: "Mistakes in settings.json" })).toContainText(
    "must be one of",
  );
  await dialog.getByRole("tab", { name: "Answers" }).click();
  await expect(dialog).toContainText("must be a whole number from 0 to 100");
  await chat.page.keyboard.press("Escape");
  await chat.send("Hello?");
  await chat.settled();
  expect(await chat.text()).toBe("Yes.");
  expect(provider.requests).toHaveLength(1);
});

test("text that is no JSON is told with its line, and the guide answers", async ({
  open,
  provider,
  dataDir,
}) => {
  await writeFile(join(dataDir, "settings.json"), '{\n  "providers": [\n    { "id": "local" "type": }\n');
  const chat = await open({ settings: "none", env: { BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  await expect(chat.alert).toHaveCount(1);
  await expect(chat.alert).toContainText(/^settings\.json:3:21: a comma is missing/);
  await chat.send("What can you do?");
  await chat.settled();
  expect(provider.requests).toEqual([]);
});

test("comments and trailing commas are no mistake", async ({ open, provider, dataDir }) => {
  provider.respond(() => reply("Yes."));
  await writeFile(
    join(dataDir, "settings.json"),
    settingsFor(provider.baseUrl).replace(/^\{/, "{ // mine\n").replace(/\}$/, ",}"),
  );
  const chat = await open({ settings: "none" });
  await chat.send("Hello?");
  await chat.settled();
  expect(await chat.text()).toBe("Yes.");
  await expect(chat.alert).toHaveCount(0);
});

test("a mistake made while the window is open is told when it is looked at again, and goes when it is mended", async ({
  open,
  provider,
  dataDir,
}) => {
  const chat = await open();
  await expect(chat.alert).toHaveCount(0);
  const file = join(dataDir, "settings.json");
  const good = settingsFor(provider.baseUrl);
  const lookAgain = () => chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await writeFile(file, good.replace('"max_retries":0', '"max_retries":"none"'));
  await lookAgain();
  await expect(chat.alert.filter({ hasText: "run.max_retries" })).toBeVisible();
  await writeFile(file, good);
  await lookAgain();
  await expect(chat.alert).toHaveCount(0);
});

test("[SV-11] on a full disk a change is told at its setting, nothing is half written, and it works once there is space", async ({
  launch,
  provider,
  dataDir,
}) => {
  const disk = await smallDisk(dataDir, 24 * 1024 * 1024, provider.baseUrl);
  const braid = await launch({
    executablePath: disk.executablePath,
    dataDir: disk.dataDir,
    env: { SCRIPTED_KEY: "sk" },
  });
  const chat = new Chat(braid.window, braid);
  await expect(chat.composer).toBeFocused();
  await chat.page.keyboard.press("Control+,");
  const dialog = chat.page.getByRole("dialog", { name: "Settings", exact: true });
  const tray = dialog.getByRole("switch", { name: "Keep in the tray" });
  await expect(tray).not.toBeChecked();
  const file = join(`/proc/${braid.pid}/root`, disk.dataDir, "settings.json");
  const before = await readFile(file, "utf8");
  disk.fill(braid.pid);
  await tray.click();
  await expect(dialog.getByRole("alert")).toContainText("There is no space left on the disk");
  await expect(tray).not.toBeChecked();
  expect(await readFile(file, "utf8")).toBe(before);
  await disk.free(braid.pid);
  await tray.click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect.poll(async () => JSON.parse(await readFile(file, "utf8")).window).toEqual({ tray: true });
});
