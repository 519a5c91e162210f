// Which model answers (RN-2, MS-1), and what is said where one cannot.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

test.use({ sharesApp: true });

const models = [{ id: "big" }, { id: "small" }];
const others = [
  {
    id: "keyless",
    type: "openai-compatible",
    base_url: "http://127.0.0.1:9/v1",
    api_key_env: "NO_SUCH_KEY",
    models: [{ id: "locked" }],
  },
];

test("[RN-2] a chosen model is asked, and carries forward in its session alone", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({ settings: { models } });
  const asked = () => provider.requests.map(({ body }) => body.model);
  await chat.send("The default?");
  await chat.settled();
  await chat.chooseModel("small");
  await chat.send("And now?");
  await chat.settled();
  await chat.send("And still?");
  await chat.settled();
  expect(asked()).toEqual(["big", "small", "small"]);
  await expect(chat.model).toHaveText(/^small/);
  await expect(chat.answer).toContainText("small");
  await chat.button("New session").click();
  await expect(chat.model).toHaveText(/^big/);
  await chat.send("A new matter");
  await chat.settled();
  expect(asked().at(-1)).toBe("big");
  await chat.sessions.nth(1).click();
  await expect(chat.model).toHaveText(/^small/);
  await chat.model.click();
  await expect(chat.page.getByRole("group", { name: "Built in" }).getByRole("option")).toHaveCount(1);
});

test("a model goes by one name: in the list, in the thread, in the details and in the costs", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({ settings: { models: [...models, { id: "claude-opus-4-5" }] } });
  await chat.send("The default?");
  await chat.settled();
  await chat.chooseModel("Claude Opus 4.5");
  await chat.send("And now?");
  await chat.settled();
  await expect(chat.conversation.getByRole("note")).toHaveText("Model changed to Claude Opus 4.5");
  await expect(chat.answer.locator(".message-meta")).toContainText("Claude Opus 4.5");
  await chat.answer.getByRole("button", { name: "Details" }).click();
  const details = chat.page.getByRole("dialog", { name: "Details" });
  await expect(details).toContainText("Claude Opus 4.5");
  await expect(details).toContainText("scripted/claude-opus-4-5");
  await chat.page.keyboard.press("Escape");
  await chat.page.getByRole("meter", { name: "Context used" }).click();
  await expect(chat.page.getByRole("dialog", { name: "Context and cost" })).toContainText("Claude Opus 4.5");
});

test("a model without its key is shown, cannot be chosen, and says why", async ({ open }) => {
  const chat = await open({ settings: { others } });
  await chat.model.click();
  const locked = chat.modelOptions.filter({ hasText: "locked" });
  await expect(locked).toBeDisabled();
  await expect(locked).toContainText("NO_SUCH_KEY");
  await expect(chat.modelOptions.filter({ hasText: "Guide" })).toBeEnabled();
  await locked.click({ force: true });
  await expect(chat.model).toHaveText(/^big/);
});

test("a chosen model whose provider is removed is marked where it stands, with the way to another", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const gone = {
    id: "short-lived",
    type: "openai-compatible",
    base_url: provider.baseUrl,
    models: [{ id: "passing" }],
  };
  const chat = await open({ settings: { others: [{ ...gone, api_key_env: "SCRIPTED_KEY" }] } });
  const note = chat.page.getByRole("group", { name: "The model cannot answer" });
  await chat.chooseModel("passing");
  await chat.composer.fill("Are you there?");
  await expect(note).toHaveCount(0);
  await chat.call("providers.remove", { provider_id: "short-lived" });
  await expect(note).toContainText("passing no longer available");
  await expect(chat.model.getByRole("img", { name: "no longer available" })).toBeVisible();
  await note.getByRole("button", { name: "Choose another model" }).click();
  await chat.page.getByRole("combobox", { name: "Search by name or provider" }).fill("big");
  await chat.page.keyboard.press("Enter");
  await expect(note).toHaveCount(0);
  await expect(chat.model).toHaveText(/^big/);
  await expect(chat.composer).toHaveValue("Are you there?");
  await chat.composer.press("Enter");
  await chat.settled();
});

test("a default model without its key: the message is kept, the error says what to do, another model continues", async ({
  open,
  provider,
}) => {
  const chat = await open({ env: { SCRIPTED_KEY: "", BRAID_GUIDE_WORDS_PER_SECOND: "2000" } });
  await chat.send("Hello?");
  await chat.settled("error");
  await expect(chat.alert).toContainText("SCRIPTED_KEY");
  await chat.chooseModel("Guide (built in, offline)");
  await chat.send("Hello again?");
  await expect(chat.answers).toHaveCount(2);
  await chat.settled();
  expect(provider.requests).toEqual([]);
});

test("after an error that says what to do, Continue tries again", async ({ open, provider }) => {
  provider.enqueue(refusal(401), reply("Here I am."));
  const chat = await open();
  await chat.send("Hello?");
  await chat.settled("error");
  await expect(chat.alert).toContainText("did not accept the key (401)");
  await expect(chat.alert).toContainText(
    "Check the key of this provider in the settings, under Models and providers, then continue.",
  );
  await expect(chat.status).toHaveText(/^error/);
  await chat.button("Continue").press("Enter");
  await expect(chat.answer).toContainText("Here I am.");
  await chat.settled();
  await expect(chat.alert).toHaveCount(0);
  await expect(chat.status).toHaveText("idle");
});

test("the list of models: by key alone, searched, its names as text", async ({ open }) => {
  const hostile = "<img src=x onerror=alert(1)> \u202egnp.exe";
  const many = Array.from({ length: 400 }, (_, n) => ({ id: `family-${n % 9}/size-${n}` }));
  const router = {
    id: "router",
    type: "openai-compatible",
    base_url: "http://127.0.0.1:9/v1",
    models: [{ id: hostile }, ...many],
  };
  const chat = await open({ settings: { models, others: [router] } });
  const { keyboard } = chat.page;
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Control+Shift+M");
  const search = chat.page.getByRole("combobox", { name: "Search by name or provider" });
  await expect(search).toBeFocused();
  // No more rows than anybody reads.
  await expect(chat.modelOptions).toHaveCount(120);
  await expect(chat.page.getByText("284 more")).toBeVisible();
  await expect(chat.modelOptions.filter({ hasText: "onerror" })).toContainText(hostile);
  await expect(chat.page.locator("img")).toHaveCount(0);
  await keyboard.type("router 399");
  // As a list of one: until the search has been drawn there are 120 rows.
  await expect(chat.modelOptions).toHaveText([/size-399/]);
  await keyboard.press("Enter");
  await expect(chat.model).toHaveText(/size-399/);
  await expect(chat.composer).toBeFocused();

  await keyboard.press("Control+Shift+M");
  await expect(chat.page.getByRole("combobox", { name: "Search by name or provider" })).toBeFocused();
  await keyboard.type("nobody has this");
  await expect(chat.page.getByText("Nothing of that name.")).toBeVisible();
  await keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.model).toHaveText(/size-399/);
  await expect(chat.composer).toBeFocused();
});

test("favourites stand first and a default is made, by click and by key; both are in settings.json", async ({
  open,
  dataDir,
}) => {
  const chat = await open({ settings: { models } });
  const { keyboard } = chat.page;
  const file = async () => JSON.parse(await readFile(join(dataDir, "settings.json"), "utf8"));
  await expect(chat.composer).toBeFocused();
  await keyboard.press("Control+Shift+M");
  await expect(chat.page.getByRole("combobox", { name: "Search by name or provider" })).toBeFocused();
  await keyboard.type("small");
  await expect(chat.modelOptions).toHaveCount(1);
  await keyboard.press("Control+D");
  await expect(chat.page.getByText("Favourites")).toBeVisible();
  await expect
    .poll(async () => (await file()).favourite_models)
    .toEqual([{ provider_id: "scripted", model_id: "small" }]);
  await chat.button("Make default").click();
  await expect.poll(async () => (await file()).default_model).toMatchObject({ model_id: "small" });
  await keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.model).toHaveText(/^small/);
  await chat.model.click();
  await chat.modelOptions.filter({ hasText: "small" }).locator(".model-star").click();
  await expect.poll(async () => (await file()).favourite_models).toBeUndefined();
  await expect(chat.modelOptions).not.toHaveCount(0);
});

test("[MS-1b] how much to think is chosen where a model takes levels, and counts for the next message alone", async ({
  open,
  provider,
}) => {
  provider.respond(() => reply("Yes."));
  const chat = await open({
    settings: { models: [{ id: "big", thinking: ["low", "high"] }, { id: "small" }] },
  });
  const level = chat.page.getByRole("combobox", { name: "Thinking" });
  await expect(level).toHaveText("Thinking off");
  await level.click();
  await chat.modelOptions.filter({ hasText: "High" }).click();
  await expect(level).toHaveText("High");
  await chat.send("One?");
  await chat.settled();
  await expect(level).toHaveText("Thinking off");
  await chat.composer.fill("/thinking low");
  await chat.composer.press("Enter");
  await expect(level).toHaveText("Low");
  await chat.send("Two?");
  await chat.settled();
  expect(provider.requests.map(({ body }) => body.reasoning_effort)).toEqual(["high", "low"]);
  await chat.chooseModel("small");
  await expect(level).toHaveCount(0);
});
