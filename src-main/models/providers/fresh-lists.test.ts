import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openModelLists } from "../catalogue/model-lists";
import { createKeptLists, isDue } from "./fresh-lists";
import type { Provider, Sources } from "./provider-list";

const DAY_MS = 24 * 60 * 60_000;
const origin = "https://models.example";

test("a list is due a day after it was said, or where an earlier version has stored it; a window that is noted makes it no younger", async () => {
  const folder = mkdtempSync(join(tmpdir(), "braid-lists-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "models-cache.json");
  writeFileSync(file, JSON.stringify({ providers: { p: { origin, models: [{ id: "a" }] } } }));
  const open = () => openModelLists(file);
  const due = (lists = open(), now = Date.now()) => {
    const listed = lists.of("p", origin);
    const provider: Provider = {
      ...{ id: "p", type: "openai-compatible", base_url: `${origin}/v1` },
      ...{ models: [], listed, windows: {}, in_settings: true },
    };
    return isDue(provider, lists, now);
  };
  expect(due()).toBe(true);
  await open().noteWindow("p", origin, { id: "a", context_limit: 4096 });
  expect(due()).toBe(true);
  await open().save("p", origin, [{ id: "a" }]);
  expect(due()).toBe(false);
  expect(due(open(), Date.now() + DAY_MS)).toBe(true);
  await open().save("p", origin, []);
  expect(due(open(), Date.now() + DAY_MS)).toBe(false);
});

test("a server on this computer is always asked, unless the settings alone name its models", () => {
  const local: Provider = { id: "p", type: "ollama", models: [], listed: [], windows: {}, in_settings: true };
  const lists = { saidAt: () => Date.now() };
  const due = (facts: Partial<Provider>) => isDue({ ...local, ...facts }, lists, Date.now());
  expect(due({})).toBe(true);
  expect(due({ models: [{ id: "a" }] })).toBe(false);
  expect(due({ models: [{ id: "a" }], listed: [{ id: "a" }] })).toBe(true);
  expect(due({ type: "builtin" })).toBe(false);
});

test("after a failure only a server on this computer is asked again within the hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const far = { id: "far", type: "openai-compatible", base_url: `${origin}/v1`, models: [] };
  const near = { id: "near", type: "ollama", models: [] };
  const asked: string[] = [];
  const sources = {
    settings: { providers: () => [far, near], left_out_providers: () => [] },
    lists: { of: () => [{ id: "a" }], windowsOf: () => ({}), saidAt: () => undefined },
    ...{ env: {}, secrets: { find: () => undefined } },
  };
  const { freshen } = createKeptLists(
    sources as unknown as Sources,
    {
      modelsUnasked: async ({ id }) => {
        asked.push(id);
        throw new Error("a bad key");
      },
    },
    () => undefined,
  );
  const askedNow = async () => {
    await freshen();
    return asked.splice(0);
  };
  expect(await askedNow()).toEqual(["far", "near"]);
  expect(await askedNow()).toEqual(["near"]);
  vi.setSystemTime(Date.now() + DAY_MS / 24);
  expect(await askedNow()).toEqual(["far", "near"]);
});
