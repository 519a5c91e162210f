/** A server of open models is asked for its models, and beside its list for what each model can do. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeSlice, type Slice, startSlice } from "./slice";

let server: Server;
let show: (response: ServerResponse) => void;
let loaded: object[];
let slice: Slice;
beforeEach(async () => {
  loaded = [];
  show = (response) => response.writeHead(404).end();
  server = createServer((request, response) => {
    if (request.url === "/v1/models") response.end(JSON.stringify({ data: [{ id: "seer" }] }));
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

/** The first question loads the model. */
function answer(response: ServerResponse): void {
  loaded = [{ model: "seer", context_length: 4096 }];
  const said = { choices: [{ index: 0, delta: { content: "Yes." }, finish_reason: "stop" }] };
  response.setHeader("content-type", "text/event-stream");
  response.end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`);
}

const refresh = () => slice.app.providers.refreshModels("near");
const seer = () =>
  slice.app.providers
    .view()
    .providers.find(({ id }) => id === "near")
    ?.models.find(({ id }) => id === "seer");
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
