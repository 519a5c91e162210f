// A company's network as the app itself meets it: what the system says of a proxy counts, the pages' own proxy does not.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "../fixtures/chat";
import { startProxy } from "../fixtures/company/company-network";
import { reply } from "../fixtures/provider/script";

test("the proxy of the system leads to the provider", async ({ open, provider, dataDir }) => {
  const proxy = await startProxy();
  const base_url = `http://models.internal:${new URL(provider.url).port}/v1`;
  const settings = {
    providers: [{ id: "inside", type: "openai-compatible", base_url, models: [{ id: "big" }] }],
    default_model: { provider_id: "inside", model_id: "big" },
    run: { max_retries: 0 },
  };
  await writeFile(join(dataDir, "settings.json"), JSON.stringify(settings));
  provider.enqueue(reply("From outside."));
  const chat = await open({ settings: "none", args: [`--proxy-server=127.0.0.1:${proxy.port}`] });
  await chat.send("Hello?");
  await chat.settled();
  await expect(chat.answer).toContainText("From outside.");
  expect(proxy.asked).toContain(`POST ${base_url}/chat/completions`);
  await proxy.close();
});
