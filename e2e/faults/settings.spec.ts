// A mistake in settings.json is told with its place, costs only itself, and goes when it is mended.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, settingsFor, test } from "../fixtures/chat";
import { reply } from "../fixtures/provider/script";

test("settings.json: wrong values, then no JSON, then mended: each is told with its place, and the rest applies", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.respond(() => reply("Yes."));
  const write = (text: string) => writeFile(join(dataDir, "settings.json"), text);
  const good = settingsFor(provider.baseUrl);
  const settings = JSON.parse(good);
  settings.run.max_retries = "many";
  settings.providers.push({ id: "other", type: "telepathy" });
  await write(JSON.stringify(settings));
  const chat = await open({ settings: "none" });
  const lookAgain = () => chat.page.evaluate(() => window.dispatchEvent(new Event("focus")));

  await test.step("wrong values: one line above the conversation, the settings tell each", async () => {
    await expect(chat.alert).toHaveCount(1);
    await expect(chat.alert).toContainText(/^settings\.json, providers.*type: must be one of/);
    await expect(chat.alert).toContainText("There is one more mistake.");
    await chat.alert.getByRole("button", { name: "Settings" }).click();
    const dialog = chat.page.getByRole("dialog", { name: "Settings" });
    const mistakes = dialog.getByRole("region", { name: "Mistakes in settings.json" });
    await expect(mistakes).toContainText("must be one of");
    await dialog.getByRole("tab", { name: "Answers" }).click();
    await expect(dialog).toContainText("must be a whole number from 0 to 100");
    await chat.page.keyboard.press("Escape");
    await chat.send("Hello?");
    await chat.settled();
    expect(await chat.text()).toBe("Yes.");
    expect(provider.requests).toHaveLength(1);
  });
  await test.step("no JSON: told with its line when it is looked at again", async () => {
    await write('{\n  "providers": [\n    { "id": "local" "type": }\n');
    await lookAgain();
    await expect(chat.alert).toHaveCount(1);
    await expect(chat.alert).toContainText(/^settings\.json:3:21: a comma is missing/);
  });
  await test.step("mended; comments and trailing commas are no mistake", async () => {
    await write(good.replace(/^\{/, "{ // mine\n").replace(/\}$/, ",}"));
    await lookAgain();
    await expect(chat.alert).toHaveCount(0);
    await chat.button("New session").click();
    await chat.send("And now?");
    await chat.settled();
    expect(await chat.text()).toBe("Yes.");
  });
});
