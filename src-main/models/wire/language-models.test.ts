import { inspect } from "node:util";
import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMPACTION } from "../../../e2e/fixtures/compaction";
import { type ScriptedProvider, startProvider } from "../../../e2e/fixtures/provider/provider";
import { ending, type Script } from "../../../e2e/fixtures/provider/script";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { noCipher } from "../../core/ports/cipher";
import { hearingBytes } from "../../core/ports/wire-bytes";
import { createConnections } from "../../network/connections";
import { openModelLists } from "../catalogue/model-lists";
import { createModels } from "../create-models";
import type { ProviderEntry } from "../providers/provider-entry";
import { openSecrets } from "../providers/secrets";

const KEY = "sk-planted-0123456789";
let provider: ScriptedProvider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

/** A model of the scripted provider, spoken to as this type; `null` for no key. */
function modelOf(type: ProviderEntry["type"], ref: Partial<ModelRef> = {}, key: string | null = KEY) {
  const access = key === null ? {} : { api_key_env: "SCRIPTED_KEY" };
  const entry: ProviderEntry = { id: "scripted", type, base_url: provider.baseUrl, ...access, models: [] };
  const settings = {
    providers: () => [entry],
    left_out_providers: () => [],
    default_model: () => undefined,
    compaction: () => COMPACTION,
    workspace_model: () => undefined,
  };
  const models = createModels({
    settings,
    env: { SCRIPTED_KEY: key ?? undefined },
    secrets: openSecrets("unused", noCipher),
    confirmed: { has: () => false, confirm: () => expect.unreachable() },
    lists: openModelLists("unused"),
    connections: createConnections({ env: {} }),
    resources_dir: "unused",
  });
  return models.resolve({ provider_id: "scripted", model_id: "some-model", ...ref }).language_model;
}

const prompt: LanguageModelV3CallOptions["prompt"] = [
  { role: "user", content: [{ type: "text", text: "Hello?" }] },
];

async function say(
  model: ReturnType<typeof modelOf>,
  script: Script,
  options: Partial<LanguageModelV3CallOptions> = {},
) {
  provider.enqueue(script);
  const { stream } = await model.doStream({ prompt, ...options });
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const request = provider.requests.at(-1);
  if (request === undefined) throw new Error("nothing was asked");
  const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
  const finish = parts.find((part) => part.type === "finish");
  return { text, finish, request, parts };
}

const hello: Script = [{ text: "Hello." }, ...ending()];

describe("openai-compatible", () => {
  test("asks for the usage, and sends the key as a bearer", async () => {
    const { text, finish, request } = await say(modelOf("openai-compatible"), hello);
    expect(text).toBe("Hello.");
    expect(request.body).toMatchObject({ model: "some-model", stream_options: { include_usage: true } });
    expect(request.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(finish?.usage).toMatchObject({ inputTokens: { total: 12 }, outputTokens: { total: 5 } });
  });

  test("[TK-4] a cost that the provider reports comes through, in usage.raw", async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17, cost: 0.0123 };
    const script: Script = [{ text: "Hello." }, { finish: "stop" }, { event: { choices: [], usage } }];
    const { finish } = await say(modelOf("openai-compatible"), script);
    expect(finish?.usage.raw).toEqual(usage);
  });

  test("without a key, sends none", async () => {
    const { request } = await say(modelOf("ollama", {}, null), hello);
    expect(request.headers).not.toHaveProperty("authorization");
  });

  test("a thinking level is an effort", async () => {
    const { request } = await say(modelOf("openai-compatible", { variant: "low" }), hello);
    expect(request.body).toMatchObject({ reasoning_effort: "low" });
  });

  const thought: LanguageModelV3CallOptions["prompt"] = [
    ...prompt,
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm." },
        { type: "tool-call", toolCallId: "c", toolName: "read", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c", toolName: "read", output: { type: "text", value: "A" } },
      ],
    },
  ];
  const assistantOf = ({ request }: Awaited<ReturnType<typeof say>>) =>
    (request.body.messages as { role: string }[]).find(({ role }) => role === "assistant");

  test("stored thoughts stay here: many servers refuse a request that has them", async () => {
    const said = await say(modelOf("openai-compatible"), hello, { prompt: thought });
    expect(assistantOf(said)).toHaveProperty("tool_calls");
    expect(assistantOf(said)).not.toHaveProperty("reasoning_content");
  });

  test("[DB-8] a model that needs its thoughts back gets them as they were, by whichever server", async () => {
    const model = modelOf("openai-compatible", { model_id: "deepseek/deepseek-v4-pro" });
    expect(assistantOf(await say(model, hello, { prompt: thought }))).toMatchObject({
      reasoning_content: "Hm.",
    });
  });

  test("[DB-8] a model that reads its thoughts in tags gets them in front of its words, by whichever server", async () => {
    const model = modelOf("openai-compatible", { model_id: "MiniMaxAI/MiniMax-M2" });
    const sent = assistantOf(await say(model, hello, { prompt: thought }));
    expect(sent).toMatchObject({ content: "<think>\nHm.\n</think>\n\n", tool_calls: [{}] });
    expect(sent).not.toHaveProperty("reasoning_content");
  });

  test("[DB-8] the sealed thoughts of Google's models go back with their calls", async () => {
    const sealed = { extra_content: { google: { thought_signature: "sealed" } } };
    const call = {
      index: 0,
      id: "c",
      type: "function",
      function: { name: "read", arguments: "{}" },
      ...sealed,
    };
    const calls = { event: { choices: [{ index: 0, delta: { tool_calls: [call] } }] } };
    const model = modelOf("openai-compatible");
    const { parts } = await say(model, [calls, ...ending("tool_calls")]);
    const made = parts.find((part) => part.type === "tool-call");
    const { providerMetadata: providerOptions } = made ?? {};
    const answer = {
      ...thought[1],
      content: [{ ...made, input: {}, providerOptions }],
    } as (typeof thought)[0];
    const said = await say(model, hello, { prompt: [...prompt, answer, ...thought.slice(2)] });
    expect(assistantOf(said)).toMatchObject({ tool_calls: [sealed] });
  });

  test("[RN-10] a refusal is the answer's text", async () => {
    const said = (refusal: string | null) => ({ event: { choices: [{ index: 0, delta: { refusal } }] } });
    const script = [said("I can’t "), said("help with that."), said(null), ...ending()];
    expect((await say(modelOf("openai-compatible"), script)).text).toBe("I can’t help with that.");
  });

  test("the output limit goes by the name that OpenAI's own models take", async () => {
    const theirs = await say(modelOf("openai"), hello, { maxOutputTokens: 100 });
    expect(theirs.request.body).toMatchObject({ max_completion_tokens: 100 });
    expect(theirs.request.body).not.toHaveProperty("max_tokens");
    const others = await say(modelOf("openai-compatible"), hello, { maxOutputTokens: 100 });
    expect(others.request.body).toMatchObject({ max_tokens: 100 });
  });
});

describe("anthropic", () => {
  test("speaks to the address of the settings, and sends the key as its own header", async () => {
    const script: Script = [
      { text: "Hello." },
      ...ending("stop", { input: 3, output: 5, cacheRead: 7, cacheWrite: 11 }),
    ];
    const { text, finish, request } = await say(modelOf("anthropic"), script);
    expect(text).toBe("Hello.");
    expect(request.headers["x-api-key"]).toBe(KEY);
    expect(finish?.usage.inputTokens).toEqual({ total: 21, noCache: 3, cacheRead: 7, cacheWrite: 11 });
    expect(finish?.usage.raw).toMatchObject({ cache_creation_input_tokens: 11 });
  });

  test("a thinking level is an effort, or for older models a budget", async () => {
    const newer = await say(modelOf("anthropic", { model_id: "claude-opus-5-5", variant: "low" }), hello);
    expect(newer.request.body).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low" },
    });
    const older = await say(modelOf("anthropic", { model_id: "claude-haiku-4-5", variant: "high" }), hello);
    expect(older.request.body).toMatchObject({ thinking: { type: "enabled", budget_tokens: 32_768 } });
    const none = await say(modelOf("anthropic", { model_id: "claude-haiku-4-5" }), hello);
    expect(none.request.body).not.toHaveProperty("thinking");
  });
});

describe.each(["openai-compatible", "anthropic"] as const)("%s: what goes wrong", (type) => {
  const refused = async (script: Script): Promise<unknown> => {
    provider.enqueue(script);
    return await modelOf(type)
      .doStream({ prompt })
      .then(
        () => "it was not refused",
        (error: unknown) => error,
      );
  };

  test("a refusal that repeats the key does not carry it on, and is otherwise what it was", async () => {
    const message = `Incorrect API key: ${KEY}`;
    const error = await refused([{ status: 401, message, headers: { "x-debug": KEY, "retry-after": "7" } }]);
    expect(error).toMatchObject({
      statusCode: 401,
      message: "Incorrect API key: [key]",
      responseHeaders: { "retry-after": "7" },
    });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
  });

  test("an error in mid-stream that repeats the key does not carry it on", async () => {
    const [start, end] = [KEY.slice(0, 7), KEY.slice(7)];
    const event = (text: string) =>
      `data: {"type":"error","error":{"type":"authentication_error","message":"${text}`;
    provider.enqueue([
      { text: "Hello." },
      { raw: event(`Bad key ${start}`) },
      { gate: "second half" },
      { raw: `${end}, ${start}"}}\n\n` },
      { end: true },
    ]);
    const { stream } = await modelOf(type).doStream({ prompt });
    const parts: unknown[] = [];
    const reading = (async () => {
      for await (const part of stream) parts.push(part);
    })();
    await provider.reached("second half");
    provider.open("second half");
    await reading;
    const said = inspect(parts, { depth: 20 });
    expect(said).toContain(`Bad key [key], ${start}`);
    expect(said).not.toContain(KEY);
  });

  test("a stand-in for a key is a word like any other in an answer", async () => {
    expect((await say(modelOf(type, {}, "test"), [{ text: "A test." }, ...ending()])).text).toBe("A test.");
  });

  test("a refusal without a body, or with a page, stays a refusal", async () => {
    expect(await refused([{ status: 503, body: "" }])).toMatchObject({ statusCode: 503 });
    expect(await refused([{ html: 403, page: `<p>${KEY}</p>` }])).toMatchObject({
      statusCode: 403,
      responseBody: "<p>[key]</p>",
    });
    const half = `It begins with ${KEY.slice(0, 9)}`;
    expect(await refused([{ html: 403, page: half }])).toMatchObject({ responseBody: half });
  });

  test("[RN-8] pings are heard beside the call, though no part tells of them", async () => {
    provider.enqueue([{ open: "headers" }, { ping: true }, { gate: "pinged" }, { text: "Hi" }, ...ending()]);
    let heard = () => {};
    const ping = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const reading = hearingBytes(heard, async () => {
      const { stream } = await modelOf(type).doStream({ prompt });
      const parts: string[] = [];
      for await (const part of stream) if (part.type === "text-delta") parts.push(part.delta);
      return parts;
    });
    await provider.reached("pinged");
    await ping;
    provider.open("pinged");
    expect(await reading).toEqual(["Hi"]);
  });

  test("an abort closes the connection", async () => {
    provider.enqueue([{ text: "Hello" }, { gate: "never" }]);
    const controller = new AbortController();
    const { stream } = await modelOf(type).doStream({ prompt, abortSignal: controller.signal });
    const reading = (async () => {
      for await (const _ of stream);
    })();
    const { closed } = await provider.received(0);
    await provider.reached("never");
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect((await closed).by).toBe("client");
  });
});
