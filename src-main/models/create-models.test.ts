import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import type { ModelRef } from "../../src-preload/contract/domain/models";
import { BraidError } from "../core/braid-error";
import { inEnglish } from "../core/english";
import { noCipher } from "../core/ports/cipher";
import { createConnections } from "../network/connections";
import { openSettings } from "../settings/settings-file";
import { openModelLists } from "./catalogue/model-lists";
import { createModels } from "./create-models";
import { openConfirmedVariables } from "./providers/confirmed-variables";
import type { Environment } from "./providers/provider-entry";
import { openSecrets } from "./providers/secrets";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-models-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function memory() {
  const facts = new Map<string, unknown>();
  return {
    appState: (key: string) => facts.get(key),
    setAppState: (key: string, value: unknown) => void facts.set(key, value),
  };
}

const save = (settings: unknown) => writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
const resources_dir = join(import.meta.dirname, "../../resources");

function modelsFor(settings: unknown, env: Environment = {}, confirmed = openConfirmedVariables(memory())) {
  if (settings !== undefined) save(settings);
  const settings_file = openSettings(join(folder, "settings.json"));
  const secrets = openSecrets(join(folder, "secrets.json"), noCipher);
  const lists = openModelLists(join(folder, "models-cache.json"));
  const connections = createConnections({ env });
  return createModels({
    settings: settings_file,
    env,
    secrets,
    confirmed,
    lists,
    connections,
    resources_dir,
  });
}

function refusal(resolve: () => unknown): BraidError {
  try {
    resolve();
  } catch (error) {
    if (error instanceof BraidError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

const GUIDE = { provider_id: "builtin", model_id: "guide" };
const BIG = { provider_id: "local", model_id: "big" };
const here = { id: "local", type: "openai-compatible", base_url: "http://127.0.0.1:8080/v1" };
const listed = { ...here, models: [{ id: "big", context_limit: 200_000, max_output: 8192 }] };
const away = { ...listed, base_url: "https://models.example.org/v1" };

describe("a fresh installation", () => {
  test("has the guide, offline and without a key, as its default", () => {
    const models = modelsFor(undefined);
    expect(models.default_model()).toEqual(GUIDE);
    const choice = {
      ref: GUIDE,
      label: "Guide (built in, offline)",
      offline: true,
      context_limit: 200_000,
      reserve_tokens: 20_000,
    };
    expect(models.choices()).toEqual([choice]);
    const { language_model, ref } = models.resolve(GUIDE);
    expect(ref).toEqual(GUIDE);
    expect(language_model).toMatchObject({
      specificationVersion: "v3",
      provider: "builtin",
      modelId: "guide",
    });
  });

  test("offers the known models of a provider whose key is in the environment", () => {
    const models = modelsFor(undefined, { ANTHROPIC_API_KEY: "sk-ant" });
    const opus = models.choices().find(({ ref }) => ref.model_id === "claude-opus-5-5");
    expect(opus).toEqual({
      ref: { provider_id: "anthropic", model_id: "claude-opus-5-5" },
      label: "Claude Opus 5.5 (anthropic)",
      offline: false,
      reserve_tokens: 20_000,
      context_limit: 1_000_000,
      max_output: 128_000,
      price: { input: 4, output: 20, cache_read: 0.2, cache_write: 5 },
      thinking: ["low", "medium", "high", "xhigh", "max"],
      reads: ["image", "pdf"],
    });
    expect(models.choices().some(({ ref }) => ref.provider_id === "openai")).toBe(false);
    expect(models.choices().at(-1)?.ref).toEqual(GUIDE);
    expect(models.default_model()).toEqual(GUIDE);
  });
});

describe("providers of the settings", () => {
  test("their models are offered and carry their limits", () => {
    const models = modelsFor({ providers: [listed], default_model: BIG });
    expect(models.default_model()).toEqual(BIG);
    expect(models.choices().map(({ ref }) => ref)).toEqual([BIG, GUIDE]);
    expect(models.choices()[0]).toEqual({
      ref: BIG,
      label: "big (local)",
      offline: false,
      reserve_tokens: 20_000,
      context_limit: 200_000,
      max_output: 8192,
    });
    expect(models.resolve(BIG)).toMatchObject({ ref: BIG, context_limit: 200_000, max_output: 8192 });
    expect(models.resolve(BIG).language_model).toMatchObject({ provider: "local", modelId: "big" });
  });

  test("[CP-8] a model leaves as much room as its own settings say, others as much as all", () => {
    const small = { id: "small", compaction: { reserve_tokens: 500 } };
    const settings = {
      providers: [{ ...here, models: [{ id: "big" }, small] }],
      compaction: { reserve_tokens: 9000 },
    };
    const reserves = modelsFor(settings)
      .choices()
      .map(({ ref, reserve_tokens }) => [ref.model_id, reserve_tokens]);
    expect(reserves).toEqual([
      ["big", 9000],
      ["small", 500],
      ["guide", 9000],
    ]);
  });

  test("well-known models have their limits from the catalogue, dated ids too; the settings come first", () => {
    const list = [{ id: "claude-haiku-4-5-20251001" }, { id: "gpt-4o", context_limit: 1000 }, { id: "mine" }];
    const models = modelsFor({ providers: [{ ...here, models: list }] });
    const limits = (model_id: string) => models.resolve({ provider_id: "local", model_id });
    expect(limits("claude-haiku-4-5-20251001")).toMatchObject({ context_limit: 200_000, max_output: 64_000 });
    expect(limits("gpt-4o")).toMatchObject({ context_limit: 1000, max_output: 16_384 });
    expect(limits("mine")).toMatchObject({ context_limit: 32_768, nearby: true });
    expect(limits("mine")).not.toHaveProperty("max_output");
    expect(models.choices().map(({ assumed }) => assumed)).toEqual([undefined, undefined, true, undefined]);
  });

  test("[AG-7] what a model reads, and that it takes no tools, its settings say, else its name", () => {
    const list = [
      { id: "qwen2.5vl:7b" },
      { id: "anthropic/claude-haiku-4.5" },
      { id: "mine" },
      { id: "llava", reads: [] },
      { id: "own", reads: ["pdf"], tools: false },
    ];
    const models = modelsFor({ providers: [{ ...here, models: list }] });
    const abilities = (model_id: string) => {
      const { reads, tools } = models.resolve({ provider_id: "local", model_id });
      return { reads, tools };
    };
    expect(list.map(({ id }) => abilities(id))).toEqual([
      { reads: ["image"] },
      { reads: ["image"] },
      {},
      {},
      { reads: ["pdf"], tools: false },
    ]);
    expect(models.choices()[4]).toMatchObject({ reads: ["pdf"], tools: false });
  });

  test.each([
    ["http://127.0.0.1:1234/v1", { context_limit: 32_768, nearby: true }],
    ["http://192.168.1.5:8000/v1", { context_limit: 128_000 }],
    ["https://models.example.org/v1", { context_limit: 128_000 }],
  ])("of a model that nobody knows at %s Braid assumes %j", (base_url, facts) => {
    const confirmed = openConfirmedVariables(memory());
    confirmed.confirm({ variable: "LOCAL_KEY", origin: new URL(base_url).origin });
    const provider = { ...here, base_url, api_key_env: "LOCAL_KEY", models: [{ id: "mine" }] };
    const models = modelsFor({ providers: [provider] }, { LOCAL_KEY: "sk" }, confirmed);
    const { context_limit, nearby } = models.resolve({ provider_id: "local", model_id: "mine" });
    expect({ context_limit, ...(nearby && { nearby }) }).toEqual(facts);
  });

  test.each([
    ["http://192.168.1.5:11434/v1", true],
    ["http://[fd00::5]:11434/v1", true],
    ["http://attic.local:11434/v1", true],
    ["http://127.0.0.1:11434/v1", true],
    ["https://ollama.example.org/v1", undefined],
  ])("[RN-8] Ollama at %s is waited for while it loads its model: %s", (base_url, waited) => {
    const provider = { id: "attic", type: "ollama", base_url, models: [{ id: "mine" }] };
    const models = modelsFor({ providers: [provider] });
    expect(models.resolve({ provider_id: "attic", model_id: "mine" }).nearby).toBe(waited);
  });

  test("where none are listed, any id may be asked for, and the default is offered", () => {
    const models = modelsFor({ providers: [here], default_model: { provider_id: "local", model_id: "any" } });
    expect(models.choices().map(({ ref }) => ref.model_id)).toEqual(["any", "guide"]);
    expect(models.resolve({ provider_id: "local", model_id: "another" }).language_model.modelId).toBe(
      "another",
    );
  });

  test("price, small and thinking levels are the settings', else the catalogue's where its maker serves the model", () => {
    const claude = { id: "claude", type: "anthropic" };
    const own = { id: "mine", price: { input: 1, output: 2 }, small: true, thinking: ["low"] };
    const list = [
      { id: "anthropic/claude-haiku-4.5" },
      own,
      { id: "gpt-5-mini", small: false, thinking: [] },
    ];
    const providers = [
      { ...here, models: list },
      { ...claude, models: [{ id: "claude-haiku-4-5-20251001" }, { id: "claude-next" }] },
    ];
    const [elsewhere, mine, mini, haiku, next] = modelsFor(
      { providers },
      { ANTHROPIC_API_KEY: "sk-ant" },
    ).choices();
    expect(elsewhere).toMatchObject({
      context_limit: 200_000,
      small: true,
      thinking: ["low", "medium", "high"],
    });
    expect(elsewhere).not.toHaveProperty("price");
    const { id: _, ...said } = own;
    expect(mine).toMatchObject({ ...said, assumed: true });
    expect([mini?.small, mini?.thinking]).toEqual([undefined, undefined]);
    expect(haiku?.price).toEqual({ input: 1, output: 5, cache_read: 0.1, cache_write: 1.25 });
    expect(next).toMatchObject({ context_limit: 128_000, max_output: 32_000, assumed: true });
  });

  test("a model is made once, until the settings change", () => {
    save({ providers: [listed] });
    const models = modelsFor(undefined);
    const first = models.resolve(BIG).language_model;
    expect(models.resolve(BIG).language_model).toBe(first);
    expect(models.resolve({ ...BIG, variant: "low" }).language_model).not.toBe(first);
    save({ providers: [{ ...listed, base_url: "http://127.0.0.1:9090/v1" }] });
    expect(models.resolve(BIG).language_model).not.toBe(first);
  });

  test("beside a model its provider's small one is asked first, and not any more once it has refused", () => {
    const models = modelsFor({ providers: [] }, { ANTHROPIC_API_KEY: "sk-ant" });
    const claude = (model_id: string) => ({ provider_id: "anthropic", model_id });
    const names = () =>
      models.side_models({ ...claude("claude-opus-4-6"), variant: "high" }).map(({ model_id }) => model_id);
    expect(names()).toEqual(["claude-haiku-5-5", "claude-opus-4-6"]);
    models.note_refusal(claude("claude-haiku-5-5"));
    expect(names()).toEqual(["claude-haiku-4-5", "claude-opus-4-6"]);
    models.note_refusal(claude("claude-haiku-4-5"));
    models.note_refusal(claude("claude-opus-4-6"));
    expect(names()).toEqual(["claude-opus-4-6"]);
  });

  test.each([
    ["openai", "gpt-5", { variant: "minimal" }],
    ["openai", "gpt-4.1", {}],
    ["anthropic", "claude-opus-5-5", { variant: "low" }],
    ["anthropic", "claude-opus-4-5", {}],
    ["google", "gemini-2.5-pro", { variant: "low" }],
    ["openai-compatible", "gpt-5", {}],
    ["openai-compatible", "anything", {}],
    ["openai-compatible", "said", { variant: "low" }],
    ["openai-compatible", "thorough", {}],
  ])("beside a turn of %s's %s its thinking is %j", (type, model_id, level) => {
    const said = [
      { id: "said", thinking: ["high", "low"] },
      { id: "thorough", thinking: ["high"] },
    ];
    const listed_models = [...said, ...(said.some(({ id }) => id === model_id) ? [] : [{ id: model_id }])];
    const provider = { id: "p", type, base_url: here.base_url, models: listed_models };
    const ref = { provider_id: "p", model_id };
    const models = modelsFor({ providers: [provider] });
    expect(models.side_models({ ...ref, variant: "high" })).toEqual([{ ...ref, ...level }]);
  });

  test("ollama needs nothing but its type", () => {
    const models = modelsFor({ providers: [{ id: "ollama", type: "ollama", models: [{ id: "llama3.2" }] }] });
    expect(models.choices()[0]).toEqual({
      ref: { provider_id: "ollama", model_id: "llama3.2" },
      label: "llama3.2 (ollama)",
      offline: false,
      reserve_tokens: 20_000,
      context_limit: 32_768,
      assumed: true,
    });
  });
});

describe("a key that is missing", () => {
  test("is named in the choice, and what to do in the error", () => {
    const models = modelsFor({ providers: [{ ...listed, api_key_env: "LOCAL_KEY" }] }, { LOCAL_KEY: " " });
    expect(models.choices()[0]?.unavailable).toEqual(saying("No key: set LOCAL_KEY"));
    expect(refusal(() => models.resolve(BIG)).info).toEqual({
      code: "PROVIDER_AUTH",
      message: saying("No key: set LOCAL_KEY"),
      hint: saying("environment variable LOCAL_KEY"),
    });
  });

  test("the usual variable counts where the settings name none", () => {
    const claude = { id: "claude", type: "anthropic", models: [{ id: "claude-opus-5-5" }] };
    const ref = { provider_id: "claude", model_id: "claude-opus-5-5" };
    expect(refusal(() => modelsFor({ providers: [claude] }).resolve(ref)).message).toBe(
      "No key: set ANTHROPIC_API_KEY",
    );
    const models = modelsFor({ providers: [claude] }, { ANTHROPIC_API_KEY: "sk-ant" });
    expect(models.resolve(ref).context_limit).toBe(1_000_000);
    expect(models.choices().map(({ ref }) => ref.provider_id)).toEqual(["claude", "builtin"]);
  });

  test.each([
    ["http://localhost:1234/v1", true],
    ["http://127.0.0.1:1234/v1", true],
    ["http://[::1]:1234/v1", true],
    ["http://192.168.1.20:1234/v1", true],
    ["http://gpu-box:8000/v1", true],
    ["https://models.example.org/v1", false],
    ["http://172.32.0.1/v1", false],
    ["http://[2001:db8::1]/v1", false],
  ])("%s without api_key_env: usable is %s", (base_url, usable) => {
    const [choice] = modelsFor({ providers: [{ ...listed, base_url }] }).choices();
    expect(choice?.unavailable).toEqual(usable ? undefined : saying("No key"));
  });

  test.each(["sk-planted\nx", "sk planted", "sk-plänted"])("%j is no key, and is not repeated", (key) => {
    const models = modelsFor({ providers: [{ ...away, api_key_env: "LOCAL_KEY" }] }, { LOCAL_KEY: key });
    const error = refusal(() => models.resolve(BIG));
    expect(error.code).toBe("PROVIDER_AUTH");
    expect(JSON.stringify(error.info)).not.toContain("pl");
  });

  test("a line break at its end does no harm", () => {
    const models = modelsFor(
      { providers: [{ ...listed, api_key_env: "LOCAL_KEY" }] },
      { LOCAL_KEY: "sk-1\n" },
    );
    expect(models.resolve(BIG).language_model.modelId).toBe("big");
  });
});

describe("a variable that settings.json names", () => {
  const env = {
    PATH: "/usr/bin",
    LOCAL_KEY: "sk-1",
    OTHER_KEY: "sk-2",
    HF_TOKEN: "hf-3",
    my_api_key: "sk-4",
    KEYBOARD: "us",
    SECRET: "s",
  };
  const named = (entry: object, confirmed?: ReturnType<typeof openConfirmedVariables>) => {
    const why = modelsFor({ providers: [entry] }, env, confirmed).choices()[0]?.unavailable;
    return why === undefined ? undefined : inEnglish(why);
  };

  test.each([
    ["http://127.0.0.1:8080/v1", true],
    ["http://127.9.9.9:1/v1", true],
    ["http://[::1]:8080/v1", true],
    ["http://localhost:8080/v1", true],
    ["http://models.localhost/v1", true],
    ["http://192.168.1.20:1234/v1", false],
    ["http://gpu-box:8000/v1", false],
    ["http://localhost.evil.test/v1", false],
    ["http://127.0.0.1.evil.test/v1", false],
    ["https://models.example.org/v1", false],
  ])("goes to %s unasked: %s", (base_url, goes) => {
    const said = named({ ...listed, base_url, api_key_env: "LOCAL_KEY" });
    expect(said).toBe(goes ? undefined : `LOCAL_KEY may not go to ${new URL(base_url).origin} yet`);
  });

  test("goes to where its type usually is", () => {
    const claude = { id: "claude", type: "anthropic", api_key_env: "OTHER_KEY", models: [{ id: "big" }] };
    expect(named(claude)).toBeUndefined();
    expect(named({ ...claude, base_url: "https://api.anthropic.com/v1" })).toBeUndefined();
    expect(named({ ...claude, base_url: "https://api.anthropic.com.evil.test/v1" })).toContain("may not go");
    expect(named({ ...claude, base_url: "http://api.anthropic.com/v1" })).toContain("may not go");
  });

  test.each(["PATH", "KEYBOARD", "SECRET"])("%s is not the name of a key, wherever it should go", (name) => {
    for (const entry of [here, away])
      expect(named({ ...entry, models: listed.models, api_key_env: name })).toBe(
        `${name} is not the name of a key`,
      );
  });

  test.each(["LOCAL_KEY", "HF_TOKEN", "my_api_key"])("%s is one", (name) => {
    expect(named({ ...listed, api_key_env: name })).toBeUndefined();
  });

  test("goes to an address once that pair was confirmed, and that one alone, also after a restart", () => {
    const kept = memory();
    openConfirmedVariables(kept).confirm({ variable: "LOCAL_KEY", origin: "https://models.example.org" });
    const again = openConfirmedVariables(kept);
    expect(named({ ...away, api_key_env: "LOCAL_KEY" }, again)).toBeUndefined();
    expect(
      named({ ...away, base_url: "https://models.example.org/other", api_key_env: "LOCAL_KEY" }, again),
    ).toBeUndefined();
    expect(named({ ...away, api_key_env: "OTHER_KEY" }, again)).toContain("may not go");
    expect(named({ ...away, base_url: "https://evil.test/v1", api_key_env: "LOCAL_KEY" }, again)).toContain(
      "may not go",
    );
  });
});

describe("a model that is not there", () => {
  const notFound = (settings: unknown, ref: ModelRef, env: Environment = {}) => {
    const error = refusal(() => modelsFor(settings, env).resolve(ref));
    expect(error.code).toBe("MODEL_NOT_FOUND");
    return error.info;
  };

  test.each([
    [{ provider_id: "nobody", model_id: "big" }, 'There is no provider "nobody".'],
    [{ provider_id: "local", model_id: "huge" }, 'The provider "local" has no model "huge".'],
    [{ provider_id: "builtin", model_id: "oracle" }, 'The provider "builtin" has no model "oracle".'],
  ])("%j: the error says what there is", (ref, message) => {
    const info = notFound({ providers: [listed] }, ref);
    expect(inEnglish(info.message)).toBe(message);
    expect(info.hint).toEqual(saying("local/big, builtin/guide"));
  });

  test("an unknown thinking level", () => {
    const info = notFound({ providers: [listed] }, { ...BIG, variant: "frantic" });
    expect(info.hint).toEqual(saying("low, medium, high"));
    const plain = { providers: [{ ...here, models: [{ id: "gpt-4o" }] }] };
    const without = notFound(plain, { provider_id: "local", model_id: "gpt-4o", variant: "low" });
    expect(without.hint).toEqual(saying("It takes none."));
  });

  test("a provider with a mistake is not replaced by the usual one of that name", () => {
    const wrong = { providers: [{ id: "anthropic", type: "anthropic", base_url: "my-proxy" }] };
    const ref = { provider_id: "anthropic", model_id: "claude-opus-5-5" };
    expect(notFound(wrong, ref, { ANTHROPIC_API_KEY: "sk-ant" }).message).toEqual(
      saying("mistake in settings.json"),
    );
  });

  test("a default that cannot be used stays the default, and the list says why", () => {
    const models = modelsFor({ default_model: BIG });
    expect(models.default_model()).toEqual(BIG);
    expect(models.choices()[0]).toEqual({
      ref: BIG,
      label: "big (local)",
      offline: false,
      reserve_tokens: 20_000,
      unavailable: saying('There is no provider "local".'),
    });
  });
});
