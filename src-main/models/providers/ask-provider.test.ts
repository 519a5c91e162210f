import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ScriptedProvider, startProvider } from "../../../e2e/fixtures/provider/provider";
import { saying } from "../../../e2e/fixtures/saying";
import { createConnections } from "../../network/connections";
import { askForModels } from "./ask-provider";
import { findLocalServers } from "./local-servers";
import type { ProviderEntry } from "./provider-entry";

const KEY = "sk-planted-0123456789";
const { fetch: fetchOut } = createConnections({ env: {} });
let provider: ScriptedProvider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

const ask = (type: ProviderEntry["type"] = "openai-compatible", signal = new AbortController().signal) =>
  askForModels(fetchOut, { type, base_url: provider.baseUrl }, KEY, signal);

test.each([
  ["openai", "authorization", `Bearer ${KEY}`],
  ["openai-compatible", "authorization", `Bearer ${KEY}`],
  ["ollama", "authorization", `Bearer ${KEY}`],
  ["anthropic", "x-api-key", KEY],
  ["google", "x-goog-api-key", KEY],
] as const)("%s is asked with its own header, and never in the address", async (type, header, value) => {
  provider.listModels([{ id: "m" }]);
  expect(await ask(type)).toEqual([{ id: "m" }]);
  const [asked] = provider.listRequests;
  expect(asked?.headers[header]).toBe(value);
  expect(asked?.path).not.toContain(KEY);
});

test("the many shapes of a list are one", async () => {
  provider.listModels([
    {
      id: "vendor/m",
      name: "M",
      context_length: 1000,
      top_provider: { max_completion_tokens: 100 },
      pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" },
    },
    { id: "auto", pricing: { prompt: "-1", completion: "-1" } },
    { id: "vllm", max_model_len: 32_768 },
    { id: "llama", meta: { n_ctx: 8192 } },
    { id: "claude-next", display_name: "Claude Next", max_input_tokens: 500_000, max_tokens: 64_000 },
    { id: "odd", context_length: -5, top_provider: { max_completion_tokens: "many" } },
  ]);
  expect(await ask()).toEqual([
    {
      id: "vendor/m",
      label: "M",
      context_limit: 1000,
      max_output: 100,
      price: { input: 3, output: 15, cache_read: 0.3 },
    },
    { id: "auto" },
    { id: "vllm", context_limit: 32_768 },
    { id: "llama", context_limit: 8192 },
    { id: "claude-next", label: "Claude Next", context_limit: 500_000, max_output: 64_000 },
    { id: "odd" },
  ]);
  const google = [
    {
      name: "models/gemini-x",
      displayName: "Gemini X",
      inputTokenLimit: 9,
      outputTokenLimit: 8,
      supportedGenerationMethods: ["generateContent"],
    },
    { name: "models/aqa", supportedGenerationMethods: ["generateAnswer"] },
  ];
  provider.listModels(JSON.stringify({ models: google }));
  expect(await ask("google")).toEqual([
    { id: "gemini-x", label: "Gemini X", context_limit: 9, max_output: 8 },
  ]);
});

test("Together AI's bare list is one, without what is not for talking", async () => {
  const list = [
    { id: "meta/llama", type: "chat", display_name: "Llama", context_length: 131_072 },
    { id: "black-forest/flux", type: "image" },
  ];
  provider.listModels(JSON.stringify(list));
  expect(await ask()).toEqual([{ id: "meta/llama", label: "Llama", context_limit: 131_072 }]);
});

test("what is no model to talk to, and what is no name, is left out", async () => {
  const others = [
    "text-embedding-3-small",
    "whisper-1",
    "tts-1",
    "dall-e-3",
    "gpt-image-1",
    "omni-moderation",
  ];
  provider.listModels([
    ...others.map((id) => ({ id })),
    { id: "gpt-5.1" },
    { id: "a\nb" },
    { id: "\u202ex" },
    { id: "" },
    { id: "x".repeat(201) },
    5,
    null,
  ]);
  expect((await ask()).map(({ id }) => id)).toEqual(["gpt-5.1"]);
});

describe("a bad answer", () => {
  test.each(["<!doctype html><p>Sign in", "", "[]", '{"data": {}}', "{"])("%j is no list", async (body) => {
    provider.listModels(body);
    await expect(ask()).rejects.toMatchObject({
      code: "PROVIDER_BAD_STREAM",
      info: { hint: saying("/v1") },
    });
  });

  test("a refusal keeps its status and its words, without the key", async () => {
    provider.listModels(JSON.stringify({ error: { message: `Bad key ${KEY}` } }), { status: 401 });
    await expect(ask()).rejects.toMatchObject({ statusCode: 401, message: "Bad key [key]" });
  });

  test("more than anybody reads is left at the limit, and the connection with it", async () => {
    provider.listModels(" ".repeat(17 * 1024 * 1024), { endless: true });
    await expect(ask()).rejects.toMatchObject({ code: "PROVIDER_BAD_STREAM" });
  });

  test("a redirect within the origin is followed, one elsewhere is not", async () => {
    const elsewhere = await startProvider();
    elsewhere.listModels([{ id: "trap" }]);
    provider.listModels("", { status: 307, headers: { location: `${elsewhere.baseUrl}/models` } });
    await expect(ask("anthropic")).rejects.toMatchObject({ message: saying(elsewhere.url) });
    expect(elsewhere.listRequests).toEqual([]);
    provider.listModels("", { status: 301, headers: { location: "/other/models" } });
    await expect(ask()).rejects.toMatchObject({ message: saying("leads back to itself") });
    expect(provider.listRequests.slice(-2).map(({ path }) => path)).toEqual(["/v1/models", "/other/models"]);
    await elsewhere.close();
  });

  test("silence ends with the signal", async () => {
    provider.listModels('{"data": [', { endless: true });
    await expect(ask("openai-compatible", AbortSignal.timeout(50))).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});

test("servers on this computer: what lists models is found, what does not is left alone", async () => {
  const page = await startProvider();
  page.listModels("<html>");
  provider.listModels([{ id: "a" }, { id: "b" }]);
  const port = ({ url }: ScriptedProvider) => new URL(url).port;
  const found = await findLocalServers(fetchOut, { BRAID_LOCAL_PORTS: `1,${port(provider)},${port(page)}` });
  const base_url = provider.baseUrl;
  expect(found).toEqual([
    { name: "LM Studio", type: "openai-compatible", base_url, models: ["a", "b"], model_count: 2 },
  ]);
  expect(provider.listRequests[0]?.headers).not.toHaveProperty("authorization");
  await page.close();
});
