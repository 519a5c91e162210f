// Which model answers (RN-2, MS-1), and what is said where one cannot.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, settingsFor, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

test("[RN-2] [MS-1b] a chosen model is asked, carries forward in its session alone, and goes by one name; a level of thinking counts for the next message alone", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({
    settings: { models: [{ id: "big", thinking: ["low", "high"] }, { id: "claude-opus-4-5" }] },
  });
  const { page } = chat;
  const say = async (text: string) => {
    await chat.send(text);
    await chat.settled();
    return provider.requests.at(-1)?.body;
  };
  const level = page.getByRole("combobox", { name: "Thinking level" });
  await test.step("how much to think", async () => {
    await expect(level).toHaveText("Thinking off");
    await level.click();
    await chat.modelOptions.filter({ hasText: "High" }).click();
    await expect(level).toHaveText("High");
    expect(await say("The default?")).toMatchObject({ model: "big", reasoning_effort: "high" });
    await expect(level).toHaveText("Thinking off");
    await chat.composer.fill("/thinking low");
    await chat.composer.press("Enter");
    await expect(level).toHaveText("Low");
    expect(await say("And now?")).toMatchObject({ model: "big", reasoning_effort: "low" });
  });
  await test.step("another model, by one name in the thread, in the details and in the costs", async () => {
    await chat.chooseModel("Claude Opus 4.5");
    expect(await say("And now?")).toMatchObject({ model: "claude-opus-4-5" });
    await expect(chat.conversation.getByRole("note").last()).toContainText(
      "Model changed to Claude Opus 4.5",
    );
    await expect(chat.answer.locator(".message-meta")).toContainText("Claude Opus 4.5");
    await chat.answer.getByRole("button", { name: "Details" }).click();
    const details = page.getByRole("dialog", { name: "Details" });
    await expect(details).toContainText("Claude Opus 4.5");
    await expect(details).toContainText("scripted/claude-opus-4-5");
    await page.keyboard.press("Escape");
    await page.getByRole("meter", { name: "Context used" }).click();
    await expect(page.getByRole("dialog", { name: "Context and cost" })).toContainText("Claude Opus 4.5");
    await page.keyboard.press("Escape");
    expect(await say("And still?")).toMatchObject({ model: "claude-opus-4-5" });
  });
  await chat.button("New session").click();
  await expect(chat.model).toHaveText(/^big/);
  expect(await say("A new matter")).toMatchObject({ model: "big" });
  await chat.sessions.nth(1).click();
  await expect(chat.model).toHaveText(/^Claude Opus 4.5/);
});

test("the list of models by key alone: searched, its names as text; favourites and the default are in settings.json", async ({
  open,
  dataDir,
}) => {
  const hostile = "<img src=x onerror=alert(1)> \u202egnp.exe";
  const many = Array.from({ length: 400 }, (_, n) => ({ id: `family-${n % 9}/size-${n}` }));
  const nowhere = { type: "openai-compatible", base_url: "http://127.0.0.1:9/v1" };
  const chat = await open({
    settings: {
      models: [{ id: "big" }, { id: "small" }],
      others: [
        { ...nowhere, id: "router", models: [{ id: hostile }, ...many] },
        { ...nowhere, id: "keyless", api_key_env: "NO_SUCH_KEY", models: [{ id: "locked" }] },
      ],
    },
  });
  const { keyboard } = chat.page;
  const search = chat.page.getByRole("combobox", { name: "Search by name or provider" });
  const openList = async () => {
    await expect(chat.composer).toBeFocused();
    await keyboard.press("Control+Shift+M");
    await expect(search).toBeFocused();
  };
  await openList();
  // No more rows than anybody reads.
  await expect(chat.modelOptions).toHaveCount(120);
  await expect(chat.page.getByText("285 more")).toBeVisible();
  await expect(chat.modelOptions.filter({ hasText: "onerror" })).toContainText(hostile);
  await expect(chat.page.locator("img")).toHaveCount(0);
  await test.step("a model without its key says why; Enter leads to the field for it, and chooses nothing", async () => {
    const list = chat.page.getByRole("dialog", { name: "Available models" });
    // The list's height in the layout, whatever a motion shows of it. The list grows from its foot, so the field at its head stays too.
    const height = () => list.evaluate((element) => (element as HTMLElement).offsetHeight);
    const before = await height();
    await keyboard.type("locked");
    await expect(chat.modelOptions).toHaveText([/NO_SUCH_KEY/]);
    // The list answers the letters, and stays where it is.
    expect(await height()).toBe(before);
    await keyboard.press("Enter");
    const settings = chat.page.getByRole("dialog", { name: "Settings" });
    await expect(settings.getByLabel("API key")).toBeFocused();
    await expect(list).toHaveCount(0);
    await keyboard.press("Escape");
    await expect(chat.model).toHaveText(/^big/);
    await openList();
  });
  await test.step("the details and their buttons are about the row under the pointer", async () => {
    await search.fill("family-3/size-3");
    // The rows of before stand there until the search has been drawn.
    await expect(chat.modelOptions.filter({ hasText: "size-40" })).toHaveCount(0);
    await chat.modelOptions.filter({ hasText: "size-39" }).first().hover();
    const details = chat.page.locator(".model-details");
    await expect(details).toContainText("router/family-3/size-39");
    await chat.button("Favourite").hover();
    await expect(details).toContainText("router/family-3/size-39");
  });
  await search.fill("nobody has this");
  await expect(chat.page.getByText("Nothing of that name.")).toBeVisible();
  await expect(chat.page.locator(".model-details")).toHaveText("Providers…");
  await search.fill("router 399");
  // As a list of one: until the search has been drawn there are 120 rows.
  await expect(chat.modelOptions).toHaveText([/size-399/]);
  await keyboard.press("Enter");
  await expect(chat.model).toHaveText(/size-399/);

  const file = async () => JSON.parse(await readFile(join(dataDir, "settings.json"), "utf8"));
  await openList();
  await keyboard.type("small");
  await expect(chat.modelOptions).toHaveCount(1);
  await keyboard.press("Control+D");
  await expect(chat.page.getByText("Favourites")).toBeVisible();
  await expect
    .poll(async () => (await file()).favourite_models)
    .toEqual([{ provider_id: "scripted", model_id: "small" }]);
  await chat.button("Make default").click();
  await expect.poll(async () => (await file()).default_model).toMatchObject({ model_id: "small" });
  await chat.modelOptions.filter({ hasText: "small" }).locator(".model-star").click();
  await expect.poll(async () => (await file()).favourite_models).toBeUndefined();
  await keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test("where a model cannot answer the message is kept, it is said why, and another continues", async ({
  open,
  provider,
  dataDir,
}) => {
  provider.enqueue(refusal(401), reply("Here I am."));
  const at = { type: "openai-compatible", base_url: provider.baseUrl };
  const others = [
    { ...at, id: "keyless", api_key_env: "NO_SUCH_KEY", models: [{ id: "locked" }] },
    { ...at, id: "short-lived", api_key_env: "SCRIPTED_KEY", models: [{ id: "passing" }] },
  ];
  const chat = await open({ settings: { others } });
  const settings = JSON.parse(settingsFor(provider.baseUrl, { others }));
  settings.default_model = { provider_id: "keyless", model_id: "locked" };
  await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
  await chat.call("settings.read", {});
  await chat.page.reload();
  const note = chat.page.getByRole("group", { name: "The model cannot answer" });
  await test.step("a default model without its key", async () => {
    await expect(note).toContainText("No key: set NO_SUCH_KEY");
    await note.getByRole("button", { name: "Enter the key…" }).click();
    await expect(chat.page.getByRole("dialog").getByLabel("API key")).toBeFocused();
    await chat.page.keyboard.press("Escape");
    await expect(chat.page.getByRole("dialog")).toHaveCount(0);
    await chat.send("Hello?");
    await chat.settled("error");
    await expect(chat.alert).toContainText("NO_SUCH_KEY");
    expect(provider.requests).toEqual([]);
  });
  await test.step("a key that is refused", async () => {
    await chat.chooseModel("passing");
    await chat.send("Hello again?");
    await chat.settled("error");
    await expect(chat.alert.last()).toContainText("did not accept the key (401)");
    await expect(chat.alert.last()).toContainText("Check the key of this provider.");
    await expect(chat.status).toHaveText(/^error/);
    await chat.alert.last().getByRole("button", { name: "Try again" }).press("Enter");
    await expect(chat.answer).toContainText("Here I am.");
    await chat.settled();
    await expect(chat.status).toHaveText("idle");
  });
  await test.step("a provider that is removed", async () => {
    await chat.composer.fill("Are you there?");
    await expect(note).toHaveCount(0);
    await chat.call("providers.remove", { provider_id: "short-lived" });
    await expect(note).toContainText("passing no longer available");
    await expect(chat.model.getByRole("img", { name: "no longer available" })).toBeVisible();
    await note.getByRole("button", { name: "Choose another model" }).click();
    await chat.page.getByRole("combobox", { name: "Search by name or provider" }).fill("guide");
    await expect(chat.modelOptions).toHaveCount(1);
    await chat.page.keyboard.press("Enter");
    await expect(note).toHaveCount(0);
    await expect(chat.model).toHaveText(/^Guide/);
    await expect(chat.composer).toHaveValue("Are you there?");
    await chat.composer.press("Enter");
    await expect(chat.composer).toHaveValue("");
    await expect(chat.questions.last()).toContainText("Are you there?");
    await chat.settled();
  });
});

test("models that a server on this computer has got meanwhile appear in the open list, which stays as it is", async ({
  open,
  provider,
}) => {
  provider.listModels([{ id: "big" }, { id: "pulled" }]);
  // Of a name of its own: what is listed is kept, and no other test is to see it.
  const others = [{ id: "here", type: "openai-compatible", base_url: provider.baseUrl, models: [] }];
  const chat = await open({ settings: { others } });
  await chat.model.click();
  await expect(chat.modelOptions.filter({ hasText: "pulled" })).toBeVisible();
  await expect(chat.page.getByRole("dialog", { name: "Available models" })).toBeVisible();
});
