import { describe, expect, test } from "vitest";
import { OfflineError } from "../../core/offline-error";
import { ProxyError } from "../../core/proxy-error";
import { classifyFailure } from "../../core/run/failure";
import type { ProviderEntry } from "../providers/provider-entry";
import { createLanguageModel } from "./language-models";
import { tellingOffline } from "./offline-fetch";

type Asked = Pick<ProviderEntry, "type" | "base_url">;

const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(`getaddrinfo ${code}`), { code }) });
const thrown = (provider: Asked, error: Error): Promise<unknown> =>
  tellingOffline(() => Promise.reject(error), provider)("https://models.example/v1", {}).catch(
    (caught: unknown) => caught,
  );

const OPENROUTER = "https://openrouter.ai/api/v1";

describe("a name that is not found", () => {
  test.each<Asked>([
    { type: "anthropic" },
    { type: "openai" },
    { type: "google" },
    { type: "openai", base_url: "https://api.openai.com/v1" },
    { type: "openai-compatible", base_url: OPENROUTER },
  ])("[RN-7] at a known address the network is missing: %j", async (provider) => {
    for (const code of ["ENOTFOUND", "EAI_AGAIN", "ENETUNREACH"])
      expect(await thrown(provider, failed(code))).toBeInstanceOf(OfflineError);
  });

  test.each<Asked>([
    { type: "openai", base_url: "https://models.example/v1" },
    { type: "openai-compatible", base_url: "https://models.example/v1" },
    { type: "ollama" },
    { type: "ollama", base_url: "http://models.lan:11434/v1" },
  ])("at an address of its user the error stays as it is: %j", async (provider) => {
    const error = failed("ENOTFOUND");
    expect(await thrown(provider, error)).toBe(error);
  });

  test("other failures stay as they are, and so does a proxy that is not found", async () => {
    const proxy = new ProxyError("unreachable", { proxy: "proxy.example:80", cause: failed("ENOTFOUND") });
    for (const error of [failed("ECONNREFUSED"), failed("CERT_HAS_EXPIRED"), new Error("no"), proxy])
      expect(await thrown({ type: "anthropic" }, error)).toBe(error);
  });

  test.each(["anthropic", "openai", "google"] as const)(
    "[RN-7] the adapter of %s hands it on: it may pass, and leads to no address",
    async (type) => {
      const fetchOut = () => Promise.reject(failed("ENOTFOUND"));
      const model = await createLanguageModel(fetchOut, { id: "known", type, models: [] }, "big", "key");
      const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello?" }] }];
      const caught: unknown = await model.doStream({ prompt }).then(undefined, (error: unknown) => error);
      const { info, ...failure } = classifyFailure(caught, 0);
      expect(failure).toEqual({
        transient: true,
        lacks_network: true,
        summary: { key: "summary.offline" },
      });
      expect(info).toMatchObject({
        code: "PROVIDER_UNAVAILABLE",
        message: { key: "provider.offline.message" },
        details: expect.stringContaining("ENOTFOUND"),
      });
      expect(info).not.toHaveProperty("mend");
    },
  );
});
