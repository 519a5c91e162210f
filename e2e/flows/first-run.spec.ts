// The first start: three ways to begin, in place of an empty conversation.
import { findings } from "../fixtures/axe";
import { expect, test } from "../fixtures/chat";
import {
  AUTHORITY_FILE,
  forwardTo,
  startProxy,
  startSecureServer,
} from "../fixtures/company/company-network";
import type { ScriptedProvider } from "../fixtures/provider/provider";
import { reply } from "../fixtures/provider/script";
import { resize } from "../fixtures/system";

/** A network in which the scripted provider is behind OpenRouter's address. */
async function openRouter(provider: ScriptedProvider) {
  const port = Number(new URL(provider.url).port);
  const server = await startSecureServer(forwardTo(port, (path) => path.replace("/api/v1", "/v1")));
  const proxy = await startProxy({ leads: { "openrouter.ai:443": server.port } });
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE };
  return { env, close: () => Promise.all([proxy.close(), server.close()]) };
}

test("a fresh start shows three ways and asks for a key where one was chosen; a wrong one can be mended, and hinders nobody", async ({
  open,
  provider,
}) => {
  const network = await openRouter(provider);
  const env = { BRAID_LOCAL_PORTS: "1,1,1", BRAID_GUIDE_WORDS_PER_SECOND: "2000", ...network.env };
  const chat = await open({ settings: "none", env });
  const ways = chat.page.getByRole("region", { name: "Connect a model" });
  await expect(ways).toContainText("No server found");
  await expect(chat.composer).toBeFocused();
  await test.step("a small window shows its top, and stays there when a form opens in it", async () => {
    await resize(chat, 900, 520);
    await expect(ways.getByRole("heading", { name: "Connect a model" })).toBeInViewport();
    const anthropic = ways.getByRole("button", { name: "Anthropic" });
    const before = await anthropic.boundingBox();
    await anthropic.press("Enter");
    const form = ways.getByRole("form", { name: "Add Anthropic" });
    await expect(form.getByLabel("API key")).toHaveAttribute("type", "password");
    await expect(form.getByLabel("API key")).toBeFocused();
    await expect(form.getByLabel("API key")).toBeInViewport();
    expect((await anthropic.boundingBox())?.y).toBe(before?.y);
    await expect(form).toContainText("api.anthropic.com and nowhere else");
    await expect(form.getByRole("button", { name: "Add" })).toBeDisabled();
    expect(await findings(chat.page)).toEqual([]);
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toBeHidden();
    await expect(anthropic).toBeFocused();
    await resize(chat, 1280, 800);
  });
  await expect(chat.model).toHaveText(/Guide/);
  await test.step("whoever asks the guide first comes back by a button or a command", async () => {
    await expect(chat.button("Connect a model")).toHaveCount(0);
    await ways.getByRole("button", { name: "Ask the guide" }).click();
    await expect(ways).toBeHidden();
    await chat.button("Connect a model").click();
    await expect(ways).toBeVisible();
    await ways.getByRole("button", { name: "Ask the guide" }).click();
    await chat.composer.fill("/connect");
    await chat.composer.press("Enter");
    await expect(ways).toBeVisible();
    await expect(chat.composer).toHaveValue("");
  });
  provider.listModels([{ id: "some/model" }]);
  provider.enqueue([{ status: 401, message: "No such key" }], reply("ok"));
  await ways.getByRole("button", { name: "OpenRouter" }).click();
  const form = ways.getByRole("form", { name: "Add OpenRouter" });
  await form.getByLabel("API key").fill("sk-wrong");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByRole("alert")).toContainText("did not accept the key");
  await expect(form).toContainText("It is set up all the same");
  await expect(form.getByLabel("API key")).toBeFocused();
  expect(await findings(chat.page)).toEqual([]);
  // Nothing is in the way, and nothing was taken for granted.
  await expect(chat.composer).toBeEditable();
  await expect(chat.model).toHaveText(/Guide/);
  await form.getByLabel("API key").fill("sk-right");
  await form.getByRole("button", { name: "Try again" }).click();
  await expect(ways).toBeHidden();
  await expect(chat.model).toContainText("some/model");
  await expect(chat.composer).toBeFocused();
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer sk-wrong",
    "Bearer sk-right",
  ]);
  await test.step("the guide answers, and names the session", async () => {
    await chat.chooseModel("Guide");
    await chat.composer.fill("How do I rename a session?");
    await chat.composer.press("Enter");
    await chat.settled();
    await expect(chat.answer.getByRole("heading", { name: "Renaming a session" })).toBeVisible();
    await expect(chat.title).toHaveText("Rename a session");
    expect(provider.requests).toHaveLength(2);
  });
  await network.close();
});

/** Nobody listens at the ports that are looked at, but for the provider's. */
const ports = (url: string) => ({ BRAID_LOCAL_PORTS: `${new URL(url).port},1,1` });

test("a server that runs on this computer is named, and one click makes its model answer", async ({
  open,
  provider,
}) => {
  provider.listModels([{ id: "llama3.2:3b" }, { id: "nomic-embed-text" }]);
  provider.enqueue(reply("Hello from here."), reply("A title"));
  const chat = await open({ settings: "none", env: ports(provider.url) });
  const ways = chat.page.getByRole("region", { name: "Connect a model" });
  await expect(ways).toContainText("Ollama is running with one model: llama3.2:3b");
  await ways.getByRole("button", { name: "Use Ollama" }).click();
  await expect(ways).toBeHidden();
  await expect(chat.model).toContainText("llama3.2:3b");
  await expect(chat.composer).toBeFocused();
  await chat.send("Hello?");
  await chat.settled();
  expect(await chat.text()).toContain("Hello from here.");
  expect(provider.requests[0]?.body).toMatchObject({ model: "llama3.2:3b" });
});
