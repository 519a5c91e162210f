import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findingsInBoth } from "../fixtures/axe";
import { type Chat, expect, type OpenOptions, test } from "../fixtures/chat";
import { holdCalls } from "../fixtures/held-calls";
import { startProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const KEY = "sk-entered-5d1f0c9b7e3a";

/** Their user writes the settings by hand, and comes back to the window. */
async function write({ page, braid }: Chat, settings: string): Promise<void> {
  await writeFile(join(braid.dataDir, "settings.json"), settings);
  await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
}

async function openPage(chat: Chat): Promise<void> {
  await expect(chat.composer).toBeVisible();
  await chat.page.keyboard.press("ControlOrMeta+,");
  await chat.page.getByRole("tab", { name: "Models and providers" }).click();
  await expect(chat.page.getByRole("list", { name: "Providers that are set up" })).toBeVisible();
}

const line = (page: Page, id: string) => page.getByRole("button", { name: new RegExp(`^${id}\\b`) });

/** Adds an OpenAI-compatible provider of this address, with a key if one is given. */
async function add(chat: Chat, id: string, address: string, key?: string): Promise<void> {
  const { page } = chat;
  await page.getByRole("button", { name: "Other (OpenAI-compatible)" }).click();
  const form = page.getByRole("form", { name: "Add Other (OpenAI-compatible)" });
  // Before anything has the focus in it, the press shows what it has opened.
  await expect(form.getByRole("button", { name: "Cancel" })).toBeInViewport();
  await form.getByLabel("Name").fill(id);
  await form.getByLabel("Address").fill(address);
  if (key !== undefined) await form.getByLabel("API key").fill(key);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form).toBeHidden();
}

/** Every file of the data folder that holds these bytes. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    const file = join(folder, entry);
    const facts = await lstat(file).catch(() => undefined);
    if (facts?.isFile() === false) continue;
    const bytes = await readFile(file).catch(() => undefined);
    // The row has had its final name in the meantime: the test looks for that.
    if (bytes === undefined) return await filesWith(folder, text);
    if (bytes.includes(text)) found.push(entry);
  }
  return found;
}

test("a key is tried when it is entered, and goes to no other address than that one, neither by a redirect, nor by a change", async ({
  open,
  provider,
  dataDir,
}) => {
  const elsewhere = await startProvider();
  elsewhere.listModels([{ id: "trap" }]);
  elsewhere.respond(() => reply("ok"));
  provider.listModels([{ id: "big" }]);
  const chat = await open();
  const { page } = chat;
  await write(chat, "{}");
  await openPage(chat);
  await expect(line(page, "scripted")).toHaveCount(0);
  await test.step("a wrong key is said, without it, and replaced", async () => {
    provider.enqueue([{ status: 401, message: "Incorrect API key: sk-wrong-8d0c" }]);
    await add(chat, "keyed", provider.baseUrl, "sk-wrong-8d0c");
    await expect(page.getByText(/did not accept the key/)).toContainText("[key]");
    await expect(page.getByText("Default for new sessions")).toHaveCount(0);
    // The key is tried with a call: the list may be everybody's.
    provider.enqueue(reply("ok"));
    await page.getByRole("button", { name: "Replace the key" }).click();
    await page.getByLabel("API key").fill(KEY);
    await page.getByRole("button", { name: "Save key" }).click();
    await expect(page.getByText(/It works: one model/)).toBeVisible();
    await expect(page.getByText("Default for new sessions")).toBeVisible();
    await expect(line(page, "keyed")).toContainText("Key kept until Braid closes");
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await filesWith(dataDir, KEY)).toEqual([]);
  });
  await test.step("a redirect", async () => {
    provider.listModels("", { status: 302, headers: { location: `${elsewhere.baseUrl}/models` } });
    await page.getByRole("button", { name: "Refresh models" }).click();
    await expect(page.getByText(/leads elsewhere/)).toContainText(elsewhere.url);
    expect(elsewhere.listRequests).toEqual([]);
  });
  await test.step("another address, in the window and in the file", async () => {
    await page.getByLabel("Address").fill(elsewhere.baseUrl);
    await page.getByRole("button", { name: "Save address" }).click();
    await page.getByRole("button", { name: "Test" }).click();
    // A server nearby may want no key: it is asked, without one.
    await expect(page.getByText(/It works: one model/)).toBeVisible();
    const asked = [...elsewhere.listRequests, ...elsewhere.requests];
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers } of asked) expect(JSON.stringify(headers)).not.toContain(KEY);
    const settings = await readFile(join(dataDir, "settings.json"), "utf8");
    await write(chat, settings.replace(elsewhere.baseUrl, "https://models.invalid/v1"));
    await expect(line(page, "keyed")).toContainText(`The key was entered for ${provider.url}`);
  });
  await elsewhere.close();
});

test("[CP-8] a provider's models are listed in bounds and as text, corrected and chosen; a file with comments keeps them, also when the provider is removed", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.listModels([{ id: "big" }, { id: "small", context_length: 8192 }]);
  const entry = `{ "id": "mine", "type": "openai-compatible", "base_url": "${provider.baseUrl}" }`;
  const chat = await open();
  await write(chat, `{\n  // my own\n  "providers": [${entry}]\n}\n`);
  const saved = () => readFile(join(dataDir, "settings.json"), "utf8");
  await openPage(chat);
  const { page } = chat;
  await line(page, "mine").click();
  await page.getByRole("button", { name: "Refresh models" }).click();
  await expect(page.getByText("2 models.")).toBeVisible();
  const models = page.getByRole("region", { name: "Models" });
  const refresh = page.getByRole("button", { name: "Refresh models" });
  await expect(models).toContainText("assumed");

  await models.getByRole("button", { name: "Edit limits and prices of big" }).click();
  const form = page.getByRole("form", { name: "Limits and prices of big" });
  expect(await findingsInBoth(page)).toEqual([]);
  await form.getByLabel("Context, tokens").fill("64000");
  await form.getByLabel("Input, $ per million", { exact: true }).fill("0,5");
  await expect(form.getByText("Give both prices, or neither.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByLabel("Output, $ per million").fill("2");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  expect(await saved()).toContain("// my own");
  const { providers } = JSON.parse((await saved()).replace("// my own", ""));
  expect(providers[0].models).toEqual([
    { id: "big", context_limit: 64_000, price: { input: 0.5, output: 2 } },
  ]);

  await test.step("compaction of this model alone, and what it does to the meter's mark", async () => {
    const own = () =>
      saved().then((text) => JSON.parse(text.replace("// my own", "")).providers[0].models[0]);
    const reserve = async () =>
      (await chat.call("app.info", undefined)).models.find(({ ref }) => ref.model_id === "big")
        ?.reserve_tokens;
    await models.getByRole("button", { name: "Edit limits and prices of big" }).click();
    await expect(form.getByLabel("Tokens kept free")).toBeHidden();
    await form.getByText("Compaction for this model").click();
    expect(await findingsInBoth(page)).toEqual([]);
    await form.getByLabel("Turns kept as they are").fill("1.5");
    await expect(form.getByText("A number from 0 to 1000")).toBeVisible();
    await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
    await form.getByLabel("Turns kept as they are").fill("");
    await form.getByLabel("Tokens kept free").fill("500");
    await form.getByLabel("Shorten large outputs from, %").fill("20");
    await form.getByRole("combobox", { name: "Summarise by itself" }).click();
    await page.getByRole("option", { name: "Off" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    expect((await own()).compaction).toEqual({ reserve_tokens: 500, prune_at: 0.2, auto: false });
    expect(await reserve()).toBe(500);
    await models.getByRole("button", { name: "Edit limits and prices of big" }).click();
    await expect(form.getByRole("combobox", { name: "Summarise by itself" })).toHaveText("Off");
    await form.getByLabel("Tokens kept free").fill("");
    await form.getByLabel("Shorten large outputs from, %").fill("");
    await form.getByRole("combobox", { name: "Summarise by itself" }).click();
    await page.getByRole("option", { name: "As for all models" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    expect(await own()).not.toHaveProperty("compaction");
    expect(await reserve()).toBe(20_000);
  });

  await models.getByRole("button", { name: "Use for new sessions: small" }).click();
  await expect(models.getByText("Default for new sessions")).toBeVisible();
  await expect.poll(saved).toContain('"model_id": "small"');

  await test.step("what a hostile provider answers is told in a sentence, and can be stopped", async () => {
    provider.listModels("<!doctype html><h1>Sign in</h1><img src=x onerror=alert(1)>");
    await refresh.click();
    await expect(page.getByText(/is no list of models/)).not.toContainText("<");
    await page.getByRole("button", { name: "Technical details" }).click();
    await expect(page.getByRole("group", { name: "Technical details" })).toContainText("<h1>Sign in</h1>");
    await expect(page.getByRole("heading", { name: "Sign in" })).toHaveCount(0);
    const many = Array.from({ length: 5000 }, (_, index) => ({ id: `model-${index}` }));
    provider.listModels([{ id: "\u202ereversed" }, { id: "<b>bold</b>" }, { id: 7 }, null, ...many]);
    await refresh.click();
    await expect(page.getByText(/^1,99\d models\.$/)).toBeVisible();
    await expect(models.getByRole("listitem")).toHaveCount(40);
    await page.getByLabel("Find a model").fill("bold");
    await expect(models.getByRole("listitem")).toHaveText(/<b>bold<\/b>/);
    provider.listModels('{"data":[', { endless: true });
    await refresh.focus();
    await page.keyboard.press("Enter");
    const stop = page.getByRole("button", { name: "Stop asking" });
    await expect(stop).toBeVisible();
    await expect(refresh, "the focus is not lost while it is asked").toBeFocused();
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("The test was cancelled.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Test" })).toBeFocused();
  });

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(
    page.getByRole("group", { name: /Remove mine/ }).getByRole("button", { name: "Cancel" }),
  ).toBeFocused();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(line(page, "mine")).toBeHidden();
  expect(await saved()).toContain("// my own");
  expect(await saved()).not.toContain("mine");
});

test("what is typed about a provider outlives the dialog, all but a key, until it is saved or cancelled", async ({
  open,
  dataDir,
}) => {
  const chat = await open();
  const { page } = chat;
  const form = page.getByRole("form", { name: "Add Other (OpenAI-compatible)" });
  const limits = page.getByRole("form", { name: "Limits and prices of big" });
  const address = page.getByRole("list", { name: "Providers that are set up" }).getByLabel("Address");
  const again = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.content()).not.toContain(KEY);
    await page.keyboard.press("ControlOrMeta+,");
    await expect(page.getByRole("searchbox", { name: "Search settings" })).toBeFocused();
    await expect(line(page, "scripted")).toBeVisible();
  };
  await openPage(chat);
  await line(page, "scripted").click();
  await address.fill("http://127.0.0.1:1/v1");
  await page.getByRole("button", { name: "Edit limits and prices of big" }).click();
  await limits.getByLabel("Input, $ per million", { exact: true }).fill("0,5");
  await page.getByRole("button", { name: "Other (OpenAI-compatible)" }).click();
  await form.getByLabel("Name").fill("mine");
  await expect(form.getByText("It is sent to this address and nowhere else")).toBeVisible();
  await form.getByLabel("Address").fill("http://127.0.0.1:2/v1");
  await expect(form.getByText("It is sent to 127.0.0.1:2 and nowhere else")).toBeVisible();
  await form.getByLabel("API key").fill(KEY);

  await again();
  await expect(form.getByLabel("Name")).toHaveValue("mine");
  await expect(form.getByLabel("Address")).toHaveValue("http://127.0.0.1:2/v1");
  await expect(form.getByLabel("API key")).toHaveValue("");
  await expect(limits.getByLabel("Input, $ per million", { exact: true })).toHaveValue("0,5");
  await expect(limits.getByLabel("Context, tokens")).toHaveValue("200000");
  await expect(address).toHaveValue("http://127.0.0.1:1/v1");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("button", { name: "Save address" })).toHaveCount(0);
  await limits.getByRole("button", { name: "Cancel" }).click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Other (OpenAI-compatible)" })).toBeFocused();

  await again();
  await expect(limits).toHaveCount(0);
  await expect(form).toHaveCount(0);
  await expect(address).toHaveValue("http://127.0.0.1:1/v1");
  await page.getByRole("button", { name: "Other (OpenAI-compatible)" }).click();
  await expect(form.getByLabel("Name")).toHaveValue("local");
  await test.step("one that cannot be added says so where its user is by then", async () => {
    await form.getByLabel("Name").fill("mine");
    await form.getByLabel("Address").fill("http://127.0.0.1:1/v1");
    const held = await holdCalls(chat, "providers.save");
    await form.getByRole("button", { name: "Add" }).click();
    await expect.poll(held.names).toHaveLength(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // Somebody else has done so by hand.
    const entry = '{ "id": "mine", "type": "openai", "base_url": "http://127.0.0.1:2/v1" }';
    await writeFile(join(dataDir, "settings.json"), `{ "providers": [${entry}] }`);
    await held.let();
    // The window may tell of what the new file lacks, too.
    const told = page.getByRole("alert").filter({ hasText: /^There is a provider "mine" already/ });
    await expect(told).toBeVisible();
  });
});

// Elsewhere there is always a keyring.
if (process.platform === "linux")
  test.describe("an app that is told which store of keys to use", () => {
    test.use({ sharesApp: false });
    test("without a keyring a key is kept on the disk only on request, sealed, and is there after a restart", async ({
      open,
      provider,
      dataDir,
    }) => {
      provider.listModels([{ id: "big" }]);
      const options: OpenOptions = {
        settings: "none",
        env: { BRAID_LOCAL_PORTS: "1,1,1" },
        args: ["--password-store=basic"],
      };
      const chat = await open(options);
      const { page } = chat;
      await openPage(chat);
      await expect(page.getByText(/This system has no keyring/)).toBeVisible();
      await page.getByRole("button", { name: "Other (OpenAI-compatible)" }).click();
      const form = page.getByRole("form", { name: "Add Other (OpenAI-compatible)" });
      await form.getByLabel("Name").fill("mine");
      await form.getByLabel("Address").fill(provider.baseUrl);
      await form.getByLabel("API key").fill(KEY);
      await form.getByRole("combobox", { name: "How to keep the key" }).click();
      await page.getByRole("option", { name: /On this disk, weakly protected/ }).click();
      await form.getByRole("button", { name: "Add" }).click();
      await expect(line(page, "mine")).toContainText("Key kept, weakly protected");
      expect(await filesWith(dataDir, KEY)).toEqual([]);
      expect((await lstat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);

      await chat.braid.close();
      const again = await open(options);
      await openPage(again);
      await expect(line(again.page, "mine")).toContainText("Key kept, weakly protected");
      await line(again.page, "mine").click();
      await again.page.getByRole("button", { name: "Refresh models" }).click();
      await expect(again.page.getByText("1 model.")).toBeVisible();
      expect(provider.listRequests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
      await again.page.getByRole("button", { name: "Remove the key" }).click();
      await expect(line(again.page, "mine")).not.toContainText("weakly");
      expect(await readFile(join(dataDir, "secrets.json"), "utf8")).not.toContain("mine");
    });
  });
