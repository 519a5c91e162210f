import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Models } from "../../core/ports/models";
import type { Provider, Sources } from "./provider-list";
import { createQuestions } from "./provider-questions";

/** Enough for a list on a busy machine. */
const PATIENCE_MS = 2_000;
/** For what is late in any case. */
const NO_PATIENCE_MS = 300;

let server: Server;
let lists = true;
/** The ids that the last test kept. */
let kept: string[] | undefined;

// Their code is loaded within a question's time.
beforeAll(() => Promise.all([import("./ask-provider"), import("../wire/language-models")]));

/** A server that lists its models, and says nothing to a question: it is loading one of them. */
beforeEach(async () => {
  lists = true;
  kept = undefined;
  server = createServer(({ url }, response) => {
    if (lists && url?.endsWith("/models"))
      response.end(JSON.stringify({ data: [{ id: "llama3:70b" }, { id: "phi" }] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const models = { default_model: () => ({ provider_id: "local", model_id: "llama3:70b" }) } as Models;

/** @param host a name that leads to this machine */
function asked(host: string, patience_ms = NO_PATIENCE_MS) {
  const { port } = server.address() as AddressInfo;
  const base_url = `http://${host}:${port}/v1`;
  const provider = { id: "local", type: "openai-compatible", base_url, models: [], listed: [] };
  // The name is this machine's only here.
  const here: typeof fetch = (input, init) => fetch(String(input).replace(host, "127.0.0.1"), init);
  const sources = { connections: { fetch: here }, env: {}, secrets: { find: () => undefined } };
  const questions = createQuestions(sources as unknown as Sources, models, patience_ms);
  const asked = { ...provider, in_settings: true } as unknown as Provider;
  return questions.test(asked, async (found) => {
    kept = found.map(({ id }) => id);
  });
}

it("a server on this computer that lists its models works, though it is loading one of them", async () => {
  expect(await asked("127.0.0.1", PATIENCE_MS)).toEqual({
    ok: true,
    message: { key: "provider.test.loads", params: { model: "llama3:70b", count: 2 } },
  });
  expect(kept).toEqual(["llama3:70b", "phi"]);
});

it("one elsewhere has not answered", async () => {
  await expect(asked("192.168.0.7")).rejects.toMatchObject({ code: "PROVIDER_STALLED" });
});

it("one on this computer that does not even list its models has not answered", async () => {
  lists = false;
  await expect(asked("127.0.0.1")).rejects.toMatchObject({ code: "PROVIDER_STALLED" });
});
