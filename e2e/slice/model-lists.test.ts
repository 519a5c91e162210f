/** A server of open models is asked for its models, and beside its list for what each model can do. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeSlice, type Slice, startSlice } from "./slice";

let server: Server;
let show: (response: ServerResponse) => void;
let slice: Slice;
beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === "/v1/models") response.end(JSON.stringify({ data: [{ id: "seer" }] }));
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
