/** A server of open models is asked for its models, and beside its list for what each model can do. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reply } from "../fixtures/provider/script";
import { removeSlice, type Slice, startSlice } from "./slice";

let server: Server;
let show: (response: ServerResponse) => void;
let loaded: object[];
let names: string[];
let slice: Slice;
beforeEach(async () => {
  loaded = [];
  names = ["seer"];
  show = (response) => response.writeHead(404).end();
  server = createServer((request, response) => {
    if (request.url === "/v1/models") response.end(listOf(names));
    else if (request.url === "/api/ps") response.end(JSON.stringify({ models: loaded }));
    else if (request.url === "/v1/chat/completions") answer(response);
    else show(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  slice = await startSlice();
  const { port } = server.address() as AddressInfo;
  await slice.app.providers.save({
    id: "near",
    type: "ollama",
    base_url: `http://127.0.0.1:${port}/v1`,
    create: true,
  });
});
afterEach(async () => {
  await removeSlice(slice);
  server.closeAllConnections();
  server.close();
});

const listOf = (ids: string[]) => JSON.stringify({ data: ids.map((id) => ({ id })) });

/** The first question loads the model. */
function answer(response: ServerResponse): void {
  loaded = [{ model: "seer", context_length: 4096 }];
  const said = { choices: [{ index: 0, delta: { content: "Yes." }, finish_reason: "stop" }] };
  response.setHeader("content-type", "text/event-stream");
  response.end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`);
}

const refresh = () => slice.app.providers.refreshModels("near");
const modelsOf = (provider_id: string) =>
  slice.app.providers.view().providers.find(({ id }) => id === provider_id)?.models ?? [];
const idsOf = (provider_id: string) => modelsOf(provider_id).map(({ id }) => id);
const seer = () => modelsOf("near").find(({ id }) => id === "seer");
const seeing = (response: ServerResponse) => response.end(JSON.stringify({ capabilities: ["vision"] }));

test("a refresh that is cancelled among the questions for details fails, and stores no list", async () => {
  const asked = new Promise<void>((resolve) => {
    show = () => resolve();
  });
  const refreshed = refresh();
  await asked;
  slice.app.providers.cancel("near");
  await expect(refreshed).rejects.toMatchObject({ info: { code: "RUN_ABORTED" } });
  expect(seer()).toBeUndefined();
});

test("a refresh without details leaves what an earlier one was told", async () => {
  show = seeing;
  await refresh();
  expect(seer()).toMatchObject({ reads: ["image"], tools: false });
  show = (response) => response.writeHead(500).end();
  await refresh();
  expect(seer()).toMatchObject({ reads: ["image"], tools: false });
});

test("the window of a model that its first question loads is known from then on; the user's own word wins", async () => {
  await refresh();
  expect(seer()).toMatchObject({ context_limit: 32_768, assumed: true });
  await slice.app.providers.setDefault({ model: { provider_id: "near", model_id: "seer" } });
  await slice.rest(slice.ask().session_id);
  await vi.waitFor(() => expect(seer()).toMatchObject({ context_limit: 4096 }));
  expect(seer()?.assumed).toBeUndefined();
  await slice.app.providers.saveModel({ provider_id: "near", model_id: "seer", context_limit: 20_000 });
  await refresh();
  expect(seer()).toMatchObject({ context_limit: 20_000 });
});

test("the window of a model that the settings name without its tag brings no list in, and a list that is asked for leaves it", async () => {
  names = ["seer:latest", "other"];
  const named = { provider_id: "near", model_id: "seer" };
  await slice.app.providers.saveModel({ ...named, max_output: 1000 });
  await slice.app.providers.setDefault({ model: named });
  await slice.rest(slice.ask().session_id);
  await vi.waitFor(() => expect(seer()).toMatchObject({ context_limit: 4096 }));
  await slice.app.providers.freshenModels();
  expect(idsOf("near")).toEqual(["seer"]);
  await refresh();
  expect(idsOf("near")).toEqual(["seer", "seer:latest", "other"]);
  expect(seer()).toMatchObject({ context_limit: 4096 });
});

test("lists of servers on this computer are asked for again unasked; failures are silent, and a test keeps its list", async () => {
  slice.provider.listModels([{ id: "big" }, { id: "other" }]);
  await slice.app.providers.freshenModels();
  expect(idsOf("near")).toEqual(["seer"]);
  // The settings name its models, and nobody has asked it for a list.
  expect(slice.provider.listRequests).toEqual([]);
  names = ["seer", "new"];
  await slice.app.providers.freshenModels();
  expect(idsOf("near")).toEqual(["seer", "new"]);
  names = [];
  server.closeAllConnections();
  server.close();
  await slice.app.providers.freshenModels();
  expect(idsOf("near")).toEqual(["seer", "new"]);
  slice.provider.respond(() => reply("ok"));
  expect(await slice.app.providers.test("scripted")).toMatchObject({ ok: true });
  expect(idsOf("scripted")).toEqual(["big", "other"]);
});

test("a list unasked ends no question of the user's", async () => {
  const asked = new Promise<void>((resolve) => {
    show = () => resolve();
  });
  const refreshed = refresh();
  await asked;
  await slice.app.providers.freshenModels();
  show = seeing;
  server.closeAllConnections();
  await refreshed;
  expect(idsOf("near")).toEqual(["seer"]);
});
