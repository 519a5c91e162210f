import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import { MOST_MODELS, MOST_PROVIDERS } from "../../../src-preload/contract/domain/limits";
import { editSettings } from "../../settings/edit-settings";
import type { EditSettings } from "../../settings/settings-edits";
import { removeProvider, saveModel, saveProvider } from "./provider-edits";

const text = `{
  // mine
  "providers": [
    { "id": "a", "type": "openai", "api": "chat", "base_url": "https://a.test/v1", "api_key_env": "A_KEY" }, // first
    { "id": "b", "type": "ollama", "models": [{ "id": "x", "small": true /* cheap */ }] }
  ],
  "default_model": { "provider_id": "b", "model_id": "x" }
}`;
const written = (edit: EditSettings, from = text) => {
  const edited = editSettings(from, edit);
  return { edited, value: parse(edited, [], { allowTrailingComma: true }) };
};

describe("a provider", () => {
  test("is added at the end, or to an empty file; comments stay", () => {
    const added = saveProvider({ id: "c", type: "google", base_url: null }, true);
    const { edited, value } = written(added);
    expect(value.providers[2]).toEqual({ id: "c", type: "google" });
    for (const comment of ["// mine", "// first", "/* cheap */"]) expect(edited).toContain(comment);
    expect(written(added, "").value).toEqual({ providers: [{ id: "c", type: "google" }] });
  });

  test("keeps what the file says of it when its address changes within its origin", () => {
    const { value } = written(
      saveProvider({ id: "a", type: "openai", base_url: "https://a.test/v2" }, false),
    );
    expect(value.providers[0]).toMatchObject({
      base_url: "https://a.test/v2",
      api_key_env: "A_KEY",
      api: "chat",
    });
  });

  test.each([
    { id: "a", type: "openai", base_url: "https://evil.test/v1" },
    { id: "a", type: "openai", base_url: "http://a.test/v1" },
    { id: "a", type: "anthropic", base_url: null },
  ] as const)("loses the variable of its key when a window moves it elsewhere: %j", (changed) => {
    expect(written(saveProvider(changed, false)).value.providers[0]).not.toHaveProperty("api_key_env");
  });

  test("of a name that is taken is refused, and one in a list that is none", () => {
    const again = saveProvider({ id: "a", type: "google", base_url: null }, true);
    expect(() => written(again)).toThrow(/already/);
    expect(() => written(again, '{"providers": {}}')).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });

  test("more than a hundred are the file's own to hold: a window adds none, and changes those there are", () => {
    const many = JSON.stringify({
      providers: Array.from({ length: MOST_PROVIDERS }, (_, n) => ({ id: `p${n}`, type: "google" })),
    });
    const added = saveProvider({ id: "new", type: "google", base_url: null }, true);
    const refused = expect.objectContaining({
      code: "INVALID_INPUT",
      message: saying("100"),
    });
    expect(() => written(added, many)).toThrow(refused);
    expect(() => written(saveModel({ id: "new", type: "google" }, "m", { small: true }, []), many)).toThrow(
      refused,
    );
    const changed = saveProvider({ id: "p7", type: "ollama", base_url: null }, false);
    expect(written(changed, many).value.providers[7].type).toBe("ollama");
  });

  test("of two thousand models gets no other from a window", () => {
    const models = Array.from({ length: MOST_MODELS }, (_, n) => ({ id: `m${n}` }));
    const many = JSON.stringify({ providers: [{ id: "b", type: "ollama", models }] });
    const said = (id: string) => saveModel({ id: "b", type: "ollama" }, id, { small: true }, []);
    expect(() => written(said("another"), many)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(written(said("m7"), many).value.providers[0].models[7].small).toBe(true);
  });

  test("is removed from a file of one line, the last one and any other, and the rest stays as it was", () => {
    const models = [{ id: "big", context_limit: 1000 }];
    const providers = ["a", "b", "c"].map((id) => ({
      id,
      type: "ollama",
      base_url: "http://x.test/v1",
      models,
    }));
    const rest = {
      default_model: { provider_id: "a", model_id: "big" },
      run: { max_retries: 0 },
      recorder: {},
    };
    for (const id of ["b", "c"]) {
      const { edited } = written(removeProvider(id), JSON.stringify({ providers, ...rest }));
      expect(JSON.parse(edited)).toEqual({ providers: providers.filter((one) => one.id !== id), ...rest });
    }
    const tight =
      '{"providers": [{"id": "a", "type": "google"}, // one, and\n {"id": "b", "type": "google"}]}';
    expect(written(removeProvider("b"), tight)).toMatchObject({
      value: { providers: [{ id: "a", type: "google" }] },
      edited: expect.stringContaining("// one, and"),
    });
    const commented = written(removeProvider("b")).edited;
    expect(commented).toContain("// first");
    expect(commented.replace("// mine", "").replace("// first", "")).not.toMatch(/,\s*\]/);
  });

  test("is removed with the default that named it, and nobody else", () => {
    const { value, edited } = written(removeProvider("b"));
    expect(value).toEqual({ providers: [expect.objectContaining({ id: "a" })] });
    expect(edited).toContain("// mine");
    expect(written(removeProvider("a")).value.default_model).toBeDefined();
    expect(written(removeProvider("nobody")).edited).toBe(text);
  });
});

describe("a model", () => {
  const b = { id: "b", type: "ollama" } as const;

  test("gets what is said of it, and loses what is taken back; the rest of it stays", () => {
    const { value, edited } = written(saveModel(b, "x", { context_limit: 4096, max_output: null }, []));
    expect(value.providers[1].models).toEqual([{ id: "x", small: true, context_limit: 4096 }]);
    expect(edited).toContain("/* cheap */");
    const back = written(saveModel(b, "x", { context_limit: null, small: null }, []), edited);
    expect(back.value.providers[1].models).toEqual([{ id: "x" }]);
  });

  test("[CP-8] gets values of compaction of its own, one by one, until none is left", () => {
    const from = `{"providers": [{ "id": "b", "type": "ollama", "models": [
      { "id": "x", "compaction": { "tail_turns": 4 /* long */, "taill": 1 } } ] }]}`;
    const own = (value: { providers: { models: { compaction?: unknown }[] }[] }) =>
      value.providers[0]?.models[0]?.compaction;
    const change = { auto: false, clear_at: null, "smart_recovery.drop_middle": false };
    const { value, edited } = written(saveModel(b, "x", { compaction: change }, []), from);
    expect(own(value)).toEqual({
      tail_turns: 4,
      taill: 1,
      auto: false,
      smart_recovery: { drop_middle: false },
    });
    expect(edited).toContain("/* long */");
    const none = { auto: null, tail_turns: null, "smart_recovery.drop_middle": null };
    const rest = written(saveModel(b, "x", { compaction: none }, []), edited);
    expect(own(rest.value)).toMatchObject({ taill: 1 });
    const clean = edited.replace(/,\s*"taill": 1/, "");
    const model = written(saveModel(b, "x", { compaction: none }, []), clean).value.providers[0].models[0];
    expect(model).toEqual({ id: "x" });
  });

  test("[CP-8] that the file did not have gets its own compaction nested as in the file", () => {
    const compaction = { prune_at: 0.2, "smart_recovery.drop_middle": false, tail_turns: null };
    const joined = written(saveModel(b, "y", { compaction }, ["x", "y"]));
    expect(joined.value.providers[1].models[1]).toEqual({
      id: "y",
      compaction: { prune_at: 0.2, smart_recovery: { drop_middle: false } },
    });
  });

  test("joins a list, or begins one that has all that is offered: a list is complete", () => {
    const joined = written(saveModel(b, "y", { small: false }, ["x", "y"]));
    expect(joined.value.providers[1].models.map(({ id }: { id: string }) => id)).toEqual(["x", "y"]);
    const begun = written(saveModel({ id: "a", type: "openai" }, "m2", { max_output: 9 }, ["m1", "m2"]));
    expect(begun.value.providers[0].models).toEqual([{ id: "m1" }, { id: "m2", max_output: 9 }]);
  });

  test("of a provider that is there by itself brings it into the file", () => {
    const { value } = written(
      saveModel({ id: "anthropic", type: "anthropic" }, "m", { small: true }, ["m"]),
      "",
    );
    expect(value).toEqual({
      providers: [{ id: "anthropic", type: "anthropic", models: [{ id: "m", small: true }] }],
    });
  });
});
