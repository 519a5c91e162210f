/** Turns in a company's network: a proxy with a password is the only way out, and the company signs every certificate. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import {
  AUTHORITY_FILE,
  forwardTo,
  startProxy,
  startSecureServer,
} from "../fixtures/company/company-network";
import { reply } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { KEY, removeSlice, type Slice, startSlice, textOf } from "./slice";

const PASSWORD = "a-password-of-anna";

let slice: Slice;
afterEach(() => removeSlice(slice));

/** @param login what the proxy wants */
async function company(login: string) {
  const proxy = await startProxy({ login });
  const env = {
    HTTPS_PROXY: `http://anna:${PASSWORD}@127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: AUTHORITY_FILE,
  };
  const heard: string[] = [];
  slice = await startSlice({ compose: { env, onKey: (key) => heard.push(key) } });
  const server = await startSecureServer(forwardTo(Number(new URL(slice.provider.url).port)));
  onTestFinished(async () => {
    await Promise.all([proxy.close(), server.close()]);
  });
  const base_url = `https://models.example:${server.port}/v1`;
  const settings = {
    providers: [{ id: "scripted", type: "openai-compatible", base_url, models: [{ id: "big" }] }],
    default_model: { provider_id: "scripted", model_id: "big" },
    run: { max_retries: 0 },
  };
  await writeFile(join(slice.data_dir, "settings.json"), JSON.stringify(settings));
  await slice.app.providers.setKey({ provider_id: "scripted", key: KEY, keep: "run" });
  return { proxy, server, heard };
}

test("[MS-4] answers and lists of models come through the proxy, and nothing goes around it", async () => {
  const { proxy, server, heard } = await company(`anna:${PASSWORD}`);
  slice.provider.enqueue(reply("From outside."));
  slice.provider.listModels([{ id: "big" }]);
  const { session_id } = slice.ask();
  expect(textOf(await slice.rest(session_id))).toBe("From outside.");
  await slice.app.providers.refreshModels("scripted");
  expect(slice.provider.listRequests).toHaveLength(1);
  expect(server.callers.length).toBeGreaterThan(0);
  expect(server.callers).toEqual(proxy.called_from);
  expect(heard).toContain(PASSWORD);
});

test("[RN-7] a password that the proxy does not take: told with the proxy's name, without the password", async () => {
  const { proxy, server } = await company("anna:another");
  const { session_id } = slice.ask();
  const answer = await slice.rest(session_id);
  const told = JSON.stringify([answer, await slice.app.providers.test("scripted")]);
  expect(answer.metadata?.error?.message).toEqual(
    saying(
      `The proxy 127.0.0.1:${proxy.port} did not accept the user name and password that Braid has for it.`,
    ),
  );
  expect(told).not.toContain(PASSWORD);
  expect(told).not.toContain(Buffer.from(`anna:${PASSWORD}`).toString("base64"));
  expect(server.callers).toEqual([]);
});
