// Which model answers (RN-2, MS-1), and what is said where one cannot.
import { expect, test } from "../fixtures/chat";
import { refusal, reply } from "../fixtures/provider/script";

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
});

test("a model without its key is shown, cannot be chosen, and says why", async ({ open }) => {
  const chat = await open({ settings: { others } });
  await chat.model.click();
  const locked = chat.modelOptions.filter({ hasText: "locked" });
  await expect(locked).toBeDisabled();
  await expect(locked).toHaveText(/NO_SUCH_KEY|key/);
  await expect(chat.modelOptions.filter({ hasText: "Guide" })).toBeEnabled();
  await locked.click({ force: true });
  await expect(chat.model).toHaveText(/^big/);
});

test("a default model without its key: the message is kept, the error says what to do, another model continues", async ({
  open,
  provider,
}) => {
  const chat = await open({ env: { SCRIPTED_KEY: "" } });
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
    "Check the key of this provider in Settings, under Providers, then continue.",
  );
  await expect(chat.status).toHaveText(/^error/);
  await chat.button("Continue").click();
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
  await expect(chat.modelOptions).toHaveText(/size-399/);
  await keyboard.press("Enter");
  await expect(chat.model).toHaveText(/size-399/);
  await expect(chat.composer).toBeFocused();

  await keyboard.press("Control+Shift+M");
  await keyboard.type("nobody has this");
  await expect(chat.page.getByText("Nothing of that name.")).toBeVisible();
  await keyboard.press("Escape");
  await expect(chat.modelOptions).toHaveCount(0);
  await expect(chat.model).toHaveText(/size-399/);
  await expect(chat.composer).toBeFocused();
});
