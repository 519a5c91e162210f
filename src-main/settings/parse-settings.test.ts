import { describe, expect, test } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import { inEnglish } from "../core/english";
import { parseSettings } from "./parse-settings";

const paths = (text: string) => parseSettings(text).problems.map(({ path }) => path);
const only = (text: string) => {
  const { problems, settings } = parseSettings(text);
  expect(problems).toHaveLength(1);
  const { path, message = "" } = problems[0] ?? {};
  return { settings, path, message: inEnglish(message) };
};
const local = { id: "local", type: "openai-compatible", base_url: "http://127.0.0.1:8080/v1" };

const documented = `{
  "providers": [
    { "id": "local", "type": "openai-compatible", "base_url": "http://127.0.0.1:8080/v1",
      "api_key_env": "LOCAL_KEY",            // or a key entered in the app
      "models": [{ "id": "big", "context_limit": 200000, "max_output": 8192, "small": false }] }
  ],
  "default_model": { "provider_id": "local", "model_id": "big" },
  "compaction": { "auto": true, "reserve_tokens": 20000, "tail_turns": 2, "tail_budget_pct": 0.25, "min_turns_between": 2,
                  "retry_on_transient": 2, "retry_block_ms": 60000, "smart_recovery": { "prune_tool_outputs": true, "chunked_summarize": true, "drop_middle": true } },
  "recorder": { "save_on": "chunk", "save_buffer_ms": 16, "save_buffer_size": 65536 },
  "run": { "max_steps": 50, "token_budget": null, "max_retries": 4, "max_retry_wait_ms": 120000,
           "first_chunk_timeout_ms": 60000, "stall_timeout_ms": 60000, "precompact_tokens": 4000 },
}`;

describe("a file without mistakes", () => {
  test("the documented example is taken as it stands, comment and trailing comma included", () => {
    const { settings, problems, well_formed } = parseSettings(documented);
    expect({ problems, well_formed }).toEqual({ problems: [], well_formed: true });
    expect(settings.providers).toEqual([
      {
        ...local,
        api_key_env: "LOCAL_KEY",
        models: [{ id: "big", context_limit: 200000, max_output: 8192, small: false }],
      },
    ]);
    expect(settings.default_model).toEqual({ provider_id: "local", model_id: "big" });
  });

  test("its values are the defaults, so an empty file means the same", () => {
    const { providers: _, default_model: __, ...sections } = parseSettings(documented).settings;
    expect(parseSettings("").settings).toEqual({ ...sections, providers: [], default_model: undefined });
    expect(parseSettings("{}").problems).toEqual([]);
  });
});

describe("a wrong value leaves the rest", () => {
  test("its default applies, its neighbours are taken", () => {
    const { settings, path, message } = only('{"run": {"max_steps": "many", "max_retries": 7}}');
    expect(path).toBe("run.max_steps");
    expect(message).toBe("must be a whole number from 1 to 100000; the default applies");
    expect(settings.run).toMatchObject({ max_steps: 50, max_retries: 7 });
  });

  test.each([
    ['{"run": {"token_budget": 0}}', "run.token_budget"],
    ['{"run": {"stall_timeout_ms": -1}}', "run.stall_timeout_ms"],
    ['{"run": 5}', "run"],
    ['{"recorder": {"save_on": "never"}}', "recorder.save_on"],
    ['{"recorder": {"save_buffer_ms": 1.5}}', "recorder.save_buffer_ms"],
    ['{"compaction": {"tail_budget_pct": 25}}', "compaction.tail_budget_pct"],
    ['{"compaction": {"prepare": 1}}', "compaction.prepare"],
    ['{"compaction": {"prune_at": 1.1}}', "compaction.prune_at"],
    ['{"compaction": {"clear_at": -0.1}}', "compaction.clear_at"],
    ['{"compaction": {"smart_recovery": {"drop_middle": "yes"}}}', "compaction.smart_recovery.drop_middle"],
    ['{"providers": {}}', "providers"],
    ['{"default_model": "big"}', "default_model"],
    ['{"default_model": {"provider_id": "builtin"}}', "default_model.model_id"],
    ['["run"]', "settings.json"],
    ['{"hooks": {}}', "hooks"],
    ['{"hooks": [{"on": "tool.before"}]}', "hooks[0].run"],
    ['{"hooks": [{"on": "tools", "run": "true"}]}', "hooks[0].on"],
    ['{"hooks": [{"on": "tool.before", "run": "true", "timeout_ms": 0}]}', "hooks[0].timeout_ms"],
  ])("%s is reported at %s", (text, path) => {
    const { settings, ...problem } = only(text);
    expect(problem.path).toBe(path);
    expect(settings).toEqual(parseSettings("").settings);
  });

  test("unknown names are reported and ignored, wherever they stand", () => {
    const text =
      '{"theme": "dark", "run": {"max_step": 3}, "compaction": {"smart_recovery": {"magic": true}}}';
    expect(paths(text)).toEqual(["theme", "compaction.smart_recovery.magic", "run.max_step"]);
    expect(parseSettings(text).settings).toEqual(parseSettings("").settings);
  });
});

describe("a mistake in a provider", () => {
  const file = (...providers: unknown[]) => JSON.stringify({ providers });

  test("leaves that provider out and keeps the others", () => {
    const { settings, path, message } = only(
      file(local, { ...local, id: "other", base_url: "not an address" }),
    );
    expect(path).toBe("providers[1].base_url");
    expect(message).toMatch(/must be an address such as .*; this provider is left out/);
    expect(settings.providers.map(({ id }) => id)).toEqual(["local"]);
    expect(settings.left_out_providers).toEqual(["other"]);
  });

  test.each([
    [{ id: "a" }, ["providers[0].type"]],
    [{ type: "ollama" }, ["providers[0].id"]],
    [{ id: "a", type: "opnai" }, ["providers[0].type"]],
    [{ id: "a", type: "openai-compatible" }, ["providers[0].base_url"]],
    [{ id: "with space", type: "ollama" }, ["providers[0].id"]],
    [{ id: "builtin", type: "ollama" }, ["providers[0].id"]],
    [{ ...local, base_url: "ftp://example.org" }, ["providers[0].base_url"]],
    [{ ...local, base_url: "http://127.0.0.1/v1?key=1" }, ["providers[0].base_url"]],
    [{ ...local, models: "big" }, ["providers[0].models"]],
    ["local", ["providers[0]"]],
  ])("%j", (provider, expected) => {
    expect(paths(file(provider))).toEqual(expected);
    expect(parseSettings(file(provider)).settings.providers).toEqual([]);
  });

  test("one in a model leaves out the value, or the model", () => {
    const models = [{ id: "a", context_limit: "200k" }, { context_limit: 5 }, { id: "c", max_output: 100 }];
    const { settings } = parseSettings(file({ ...local, models }));
    expect(paths(file({ ...local, models }))).toEqual([
      "providers[0].models[0].context_limit",
      "providers[0].models[1].id",
    ]);
    expect(settings.providers[0]?.models).toEqual([{ id: "a" }, { id: "c", max_output: 100 }]);
  });

  test("one in a price or in the thinking levels leaves out the value", () => {
    const models = [
      { id: "a", price: { input: 3, output: 15, cache_read: 0.3 }, thinking: ["low", "high"] },
      { id: "b", price: { input: "3" }, thinking: ["a lot"] },
      { id: "c", price: { input: -1, output: 2 } },
    ];
    const { settings } = parseSettings(file({ ...local, models }));
    expect(settings.providers[0]?.models).toEqual([models[0], { id: "b" }, { id: "c" }]);
    expect(paths(file({ ...local, models }))).toEqual([
      "providers[0].models[1].price.input",
      "providers[0].models[1].price.output",
      "providers[0].models[1].thinking[0]",
      "providers[0].models[2].price.input",
    ]);
  });

  test("[CP-8] one in a model's compaction leaves out the value, and all models keep theirs", () => {
    const compaction = {
      tail_turns: -1,
      prune_at: 30,
      clear_at: 0.6,
      taill: 1,
      smart_recovery: { drop_middle: 1, chunked_summarize: false },
    };
    const models = [
      { id: "a", compaction },
      { id: "b", compaction: true },
    ];
    const { settings } = parseSettings(file({ ...local, models }));
    expect(settings.providers[0]?.models).toEqual([
      { id: "a", compaction: { clear_at: 0.6, smart_recovery: { chunked_summarize: false } } },
      { id: "b" },
    ]);
    const at = "providers[0].models[0].compaction";
    expect(paths(file({ ...local, models })).sort()).toEqual([
      `${at}.prune_at`,
      `${at}.smart_recovery.drop_middle`,
      `${at}.tail_turns`,
      `${at}.taill`,
      "providers[0].models[1].compaction",
    ]);
    expect(settings.compaction).toEqual(parseSettings("").settings.compaction);
  });

  test.each([
    "baseURL",
    "base_ulr",
    "url",
    "endpoint",
    "apiKeyEnv",
    "api_key_evn",
    "headers",
    "organization",
  ])("an unknown name that may mean its address or its key leaves it out: %s", (name) => {
    const { settings, path, message } = only(file({ id: "openai", type: "openai", [name]: "x" }, local));
    expect(path).toBe(`providers[0].${name}`);
    expect(message).toMatch(/may be meant for the address or the key.*; this provider is left out/);
    expect(settings.providers.map(({ id }) => id)).toEqual(["local"]);
    expect(settings.left_out_providers).toEqual(["openai"]);
  });

  test.each(["colour", "max_tokens", "token_limit", "api_version", "keywords", "database", "author"])(
    "another unknown name is ignored, which a newer Braid may have written: %s",
    (name) => {
      const { settings, path } = only(file({ ...local, [name]: "x" }));
      expect(path).toBe(`providers[0].${name}`);
      expect(settings.providers).toHaveLength(1);
    },
  );

  test("a default model of a provider that is there by itself is no mistake", () => {
    for (const provider_id of ["builtin", "anthropic", "openai", "google"])
      expect(paths(JSON.stringify({ default_model: { provider_id, model_id: "m" } }))).toEqual([]);
  });

  test("an id is used once", () => {
    const { settings, path } = only(file(local, { ...local, base_url: "http://127.0.0.1:9/v1" }));
    expect(path).toBe("providers[1].id");
    expect(settings.providers).toMatchObject([local]);
    expect(settings.left_out_providers).toEqual([]);
  });

  test("a default model whose provider is not there is reported, and not replaced by another", () => {
    const text = JSON.stringify({
      providers: [local],
      default_model: { provider_id: "lokal", model_id: "big" },
    });
    const { settings, path, message } = only(text);
    expect(path).toBe("default_model.provider_id");
    expect(message).toContain("local");
    expect(settings.default_model).toEqual({ provider_id: "lokal", model_id: "big" });
  });
});

describe("a key in the settings", () => {
  const KEY = "sk-ant-planted-0123456789";

  test.each([
    [{ ...local, api_key: KEY }, "providers[0].api_key", 1],
    [{ ...local, api_key_env: KEY }, "providers[0].api_key_env", 0],
    [{ ...local, base_url: `https://user:${KEY}@example.org/v1` }, "providers[0].base_url", 0],
  ])("is refused and never repeated: %j", (provider, path, kept) => {
    const { problems, settings } = parseSettings(JSON.stringify({ providers: [provider] }));
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]?.message).toEqual(saying("environment variable"));
    expect(settings.providers).toHaveLength(kept);
    expect(JSON.stringify({ problems, settings })).not.toContain("planted");
  });
});

describe("text that is not JSON", () => {
  test("a missing comma is told with its line and column, and what can be read applies", () => {
    const { settings, path, message } = only('{"run": {\n  "max_steps": 3\n  "max_retries": 2\n}}');
    expect(path).toBe("settings.json:3:3");
    expect(message).toBe("a comma is missing before this; what could still be read applies");
    expect(settings.run).toMatchObject({ max_steps: 3, max_retries: 2 });
  });

  test.each([
    ['{"run": ', "settings.json:1:9"],
    ["not json", "settings.json:1:1"],
    ['{"run": {"max_steps": 3}', "settings.json:1:25"],
    ['{\r\n"run": {"max_steps": 3}} x', "settings.json:2:26"],
  ])("%j is reported at %s and never throws", (text, path) => {
    const { problems, well_formed } = parseSettings(text);
    expect(problems[0]?.path).toBe(path);
    expect(well_formed).toBe(false);
  });
});

describe("a provider in a text that is not JSON", () => {
  const usual = ["anthropic", "openai", "google"];
  const whole = '{"id": "a", "type": "ollama"}';
  const colon =
    '{"id": "work", "type": "openai", "api_key_env": "WORK_KEY", "base_url" "https://llm.corp/v1"}';
  const early = '{"id": "work", "type": "openai"}, "base_url": "https://llm.corp/v1"}';

  test.each([
    ["a colon that is missing", `{"providers": [${colon}, ${whole}]}`, ["a"]],
    ["a brace too many", `{"providers": [${whole}, ${early}]}`, ["a"]],
    ["a brace too many before another", `{"providers": [${early}, ${whole}]}`, ["a"]],
    [
      "a quote that is missing",
      `{"providers": [${whole}, {"id": "b", "type": "openai", "base_url: "x"}]}`,
      ["a"],
    ],
    ["a file half-written", `{"providers": [${whole}, {"id": "b", "type": "openai"`, ["a"]],
    ["a file half-written after a provider", `{"providers": [${whole}, {"id": "b", "type": "openai"}`, ["a"]],
    [
      "a remark without end",
      `{"providers": [${whole}, {"id": "b", "type": "openai" /* , "base_url": "x"}]}`,
      ["a"],
    ],
    ["a mistake elsewhere", `{"providers": [${whole}], "run" {}}`, ["a"]],
    ["a list named twice", `{"providers": [${whole}], "providers": [${colon}]}`, []],
  ])("%s leaves out the one that it touches", (_, text, kept) => {
    const { settings, well_formed } = parseSettings(text);
    expect(well_formed).toBe(false);
    expect(settings.providers.map(({ id }) => id)).toEqual(kept);
    expect(settings.left_out_providers).toEqual(expect.arrayContaining(usual));
  });

  test("is told at its place", () => {
    const { problems } = parseSettings(`{"providers": [${colon}]}`);
    expect(problems.at(-1)).toEqual({
      path: "providers[0]",
      message: saying("has a syntax error in it, or right after it; this provider is left out"),
    });
  });

  test("the settings in force stay, and the place is told", () => {
    const before = parseSettings(`{"providers": [${whole}], "run": {"max_steps": 7}}`).settings;
    for (const text of [`{"providers": [${colon}]}`, '{"run": {"max_steps": 9', "[".repeat(100)]) {
      const { settings, problems, well_formed } = parseSettings(text, {}, before);
      expect(settings).toBe(before);
      expect(well_formed).toBe(false);
      expect(problems[0]?.message).toEqual(saying("; the settings stay as they were"));
    }
    expect(parseSettings("{}", {}, before).settings.run.max_steps).toBe(50);
  });
});

describe("a text that is no file of settings, however large", () => {
  const many = <T>(length: number, of: (n: number) => T): T[] => Array.from({ length }, (_, n) => of(n));
  const named = (length: number, value: string) => `{${many(length, (n) => `"${n}":${value}`).join(",")}}`;
  const cases: [name: string, text: () => string, path: string, message: string][] = [
    ["20,000 lists in each other", () => "[".repeat(20_000), "settings.json:1:65", "deeper than 64 levels"],
    ["20,000 objects in each other", () => '{"a":'.repeat(20_000), "settings.json:1:321", "deeper than 64"],
    [
      "depth where a value may be anything",
      () => `{"run": ${"[".repeat(9_999)}${"]".repeat(9_999)}}`,
      "settings.json:1:72",
      "deeper",
    ],
    [
      "50,000 models",
      () =>
        JSON.stringify({
          providers: [{ id: "o", type: "ollama", models: many(50_000, (n) => ({ id: `${n}` })) }],
        }),
      "providers[0].models",
      "5,000",
    ],
    [
      "20,000 providers",
      () => JSON.stringify({ providers: many(20_000, (n) => ({ id: `p${n}`, type: "ollama" })) }),
      "providers",
      "more than 100",
    ],
    [
      "20,000 mistakes",
      () => JSON.stringify({ providers: many(20_000, () => ({})) }),
      "settings.json",
      "more mistakes",
    ],
    ["300,000 names", () => named(300_000, "1"), "settings.json", "more mistakes"],
    [
      "100,000 favourites",
      () => JSON.stringify({ favourite_models: many(100_000, () => 1) }),
      "favourite_models",
      "200",
    ],
    ["60,000 folders", () => `{"workspaces": ${named(60_000, "{}")}}`, "workspaces", "more than 500"],
    ["commas", () => ",".repeat(2_000_000), "settings.json:1:1", "a value is expected"],
    ["a text without end", () => `"${"a".repeat(2_000_000)}`, "settings.json:1:1", "never closed"],
    ["2,000,000 lines", () => `${"\n".repeat(2_000_000)}{`, "settings.json:2000001:2", "brace"],
    [
      "100,000 prototypes",
      () => `{${'"__proto__":1,'.repeat(100_000)}}`,
      "settings.json:1:13",
      "not a setting",
    ],
  ];

  test.each(cases)("%s: is told at its place, and costs little", (_, text, path, message) => {
    const given = text();
    const before = process.cpuUsage();
    const { problems, settings } = parseSettings(given);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(problems).toContainEqual({ path, message: saying(message) });
    expect(problems.length).toBeLessThan(102);
    expect(settings.providers.length).toBeLessThan(101);
    expect(settings.providers.flatMap(({ models }) => models).length).toBeLessThan(5001);
  });

  test("blanks alone are an empty file", () => {
    expect(parseSettings(" ".repeat(3_000_000))).toMatchObject({ problems: [], well_formed: true });
  });

  test("names that mean something to JavaScript are names like any, and set nothing", () => {
    const { settings, problems } = parseSettings(
      '{"__proto__": {"run": {"max_steps": 7}}, "constructor": 1, "run": {"__proto__": {"max_retries": 9}, "max_steps": 5},' +
        ' "providers": [{"id": "constructor", "type": "ollama", "models": [{"id": "__proto__"}]}]}',
    );
    expect(settings.run).toMatchObject({ max_steps: 5, max_retries: 4 });
    expect(settings.providers.map(({ id, models }) => [id, models[0]?.id])).toEqual([
      ["constructor", "__proto__"],
    ]);
    expect(problems.map(({ path }) => path)).toEqual(["settings.json:1:13", "constructor"]);
  });
});

test("[AG-5b] hooks are taken in their order, with a time limit; one with a mistake is left out whole, and the others stay", () => {
  const good = { on: "session_save", run: "note" };
  const { settings } = parseSettings(
    JSON.stringify({ hooks: [good, { on: "tool.before", run: 5 }, { ...good, timeout_ms: 50 }] }),
  );
  expect(settings.hooks).toEqual([
    { ...good, timeout_ms: 10_000 },
    { ...good, timeout_ms: 50 },
  ]);
});
