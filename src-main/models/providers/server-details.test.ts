import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createConnections } from "../../network/connections";
import type { ListedModel } from "../catalogue/model-lists";
import type { ProviderEntry } from "./provider-entry";
import { loadedWindow, withServerDetails } from "./server-details";

const { fetch: fetchOut } = createConnections({ env: {} });
let server: Server;
let asked: { path: string; body: string; authorization: string | undefined }[];
let answer: (path: string, body: string) => unknown;
beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const body = await bodyOf(request);
    asked.push({ path, body, authorization: headers.authorization });
    const said = answer(path, body);
    if (said === undefined) response.writeHead(404).end("{}");
    else response.end(typeof said === "string" ? said : JSON.stringify(said));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request) body += String(piece);
  return body;
}

const details = (
  type: ProviderEntry["type"],
  models: ListedModel[],
  {
    signal = new AbortController().signal,
    listed = [],
    patience_ms,
  }: { signal?: AbortSignal; listed?: ListedModel[]; patience_ms?: number } = {},
) => {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  return withServerDetails(fetchOut, { type, base_url, listed }, "a-key-of-it", models, signal, patience_ms);
};

test("Ollama is asked for each model: what sees pictures, and what takes no tools", async () => {
  const capabilities: Record<string, string[]> = {
    "seer:4b": ["completion", "vision"],
    "worker:8b": ["completion", "tools", "thinking"],
  };
  answer = (path, body) =>
    path === "/api/show" ? { capabilities: capabilities[JSON.parse(body).model] } : undefined;
  const models = [{ id: "seer:4b", context_limit: 9 }, { id: "worker:8b" }, { id: "old" }];
  expect(await details("ollama", models)).toEqual([
    { id: "seer:4b", context_limit: 9, reads: ["image"], tools: false },
    { id: "worker:8b", reads: [] },
    { id: "old" },
  ]);
  expect(asked.map(({ authorization }) => authorization)).toEqual(Array(4).fill("Bearer a-key-of-it"));
});

test("a loaded model has the window with which it was loaded: Ollama's, now or before, and LM Studio's", async () => {
  answer = (path) =>
    path === "/api/ps"
      ? {
          models: [
            { model: "loaded", context_length: 4096 },
            { model: "odd", context_length: "8192" },
            { model: 5, context_length: 8192 },
            null,
          ],
        }
      : undefined;
  const ids = ["loaded", "odd", "rested", "said", "new"].map((id) => ({ id }));
  const models: ListedModel[] = ids.map((model) =>
    model.id === "said" ? { ...model, context_limit: 9 } : model,
  );
  const listed = [
    { id: "loaded", context_limit: 8192 },
    { id: "rested", context_limit: 16_384 },
  ];
  expect(await details("ollama", models, { listed })).toEqual([
    { id: "loaded", context_limit: 4096 },
    { id: "odd" },
    { id: "rested", context_limit: 16_384 },
    { id: "said", context_limit: 9 },
    { id: "new" },
  ]);
  const limits = { max_context_length: 131_072 };
  answer = () => ({
    data: [
      { id: "loaded", type: "llm", ...limits, loaded_context_length: 4096 },
      { id: "rested", type: "llm", ...limits },
      { id: "small", type: "llm", max_context_length: 8192 },
      { id: "new", type: "llm", ...limits },
    ],
  });
  const here = ["loaded", "rested", "small", "new"].map((id) => ({ id }));
  expect((await details("openai-compatible", here, { listed })).map((model) => model.context_limit)).toEqual([
    4096,
    16_384,
    8192,
    undefined,
  ]);
});

test("one loaded model of Ollama, also without its tag", async () => {
  answer = () => ({ models: [{ model: "phi:latest", context_length: 4096 }] });
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const window = (id: string) =>
    loadedWindow(fetchOut, { type: "ollama", base_url, listed: [] }, undefined, id);
  expect([await window("phi"), await window("phi:latest"), await window("other")]).toEqual([
    4096,
    4096,
    undefined,
  ]);
});

test("LM Studio's own list tells which models see; the list that was asked first has the last word", async () => {
  answer = (path) =>
    path === "/api/v0/models"
      ? {
          data: [
            { id: "a", type: "vlm" },
            { id: "b", type: "llm" },
            { id: "c", type: "vlm" },
            { id: 5 },
            null,
          ],
        }
      : undefined;
  const models: ListedModel[] = [{ id: "a" }, { id: "b" }, { id: "c", reads: ["pdf"] }, { id: "d" }];
  expect(await details("openai-compatible", models)).toEqual([
    { id: "a", reads: ["image"] },
    { id: "b", reads: [] },
    { id: "c", reads: ["pdf"] },
    { id: "d" },
  ]);
});

test.each(["<html>", "[]", '{"capabilities": 5, "data": {}}', undefined])(
  "a server that answers %j leaves the list as it was",
  async (said) => {
    answer = () => said;
    expect(await details("ollama", [{ id: "m" }])).toEqual([{ id: "m" }]);
    expect(await details("openai-compatible", [{ id: "m" }])).toEqual([{ id: "m" }]);
  },
);

test("a server that is gone, or is not waited for, leaves the list as it was", async () => {
  answer = () => ({ capabilities: ["vision"] });
  expect(await details("ollama", [{ id: "m" }], { signal: AbortSignal.abort() })).toEqual([{ id: "m" }]);
  expect(await details("openai-compatible", [{ id: "m" }], { signal: AbortSignal.abort() })).toEqual([
    { id: "m" },
  ]);
  expect(asked).toEqual([]);
});

test("what the server said before stays true of a model without an answer, and of no other", async () => {
  const listed: ListedModel[] = [
    { id: "late", context_limit: 9, reads: ["image"], tools: false },
    { id: "new", reads: ["image"], tools: false },
    { id: "removed", reads: [] },
  ];
  const models: ListedModel[] = [{ id: "late" }, { id: "new" }, { id: "unknown" }];
  answer = (path, body) =>
    path === "/api/show" && JSON.parse(body).model === "new" ? { capabilities: ["tools"] } : undefined;
  expect(await details("ollama", models, { listed })).toEqual([
    { id: "late", context_limit: 9, reads: ["image"], tools: false },
    { id: "new", reads: [] },
    { id: "unknown" },
  ]);
  expect(await details("openai-compatible", models.slice(0, 1), { listed })).toEqual([
    { id: "late", context_limit: 9, reads: ["image"], tools: false },
  ]);
  expect(await details("openai", models.slice(0, 1), { listed })).toEqual([{ id: "late" }]);
});

test("nobody else is asked, and Ollama for a hundred models at most", async () => {
  answer = () => ({ capabilities: ["tools"] });
  expect(await details("openai", [{ id: "m" }])).toEqual([{ id: "m" }]);
  expect(asked).toEqual([]);
  await details(
    "ollama",
    Array.from({ length: 120 }, (_, n) => ({ id: `m${n}` })),
    // A busy machine needs more than the usual time for a hundred questions.
    { patience_ms: 120_000 },
  );
  expect(asked.filter(({ path }) => path === "/api/show")).toHaveLength(100);
});
