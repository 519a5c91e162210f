import type { LanguageModelV3, LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { expect, test, vi } from "vitest";
import { lazyModel } from "./lazy-model";

const name = { provider: "somewhere", modelId: "big" };
const options: LanguageModelV3CallOptions = { prompt: [] };
const generated = { content: [], finishReason: { unified: "stop", raw: "stop" } } as never;
const model: LanguageModelV3 = {
  specificationVersion: "v3",
  ...name,
  supportedUrls: { "image/*": [] },
  doGenerate: async () => generated,
  doStream: async () => ({ stream: new ReadableStream() }),
};

test("a model is loaded when it is first asked, and once", async () => {
  const load = vi.fn(async () => model);
  const late = lazyModel(name, load);
  expect(late).toMatchObject(name);
  expect(load).not.toHaveBeenCalled();
  const [said, { stream }, urls] = await Promise.all([
    late.doGenerate(options),
    late.doStream(options),
    late.supportedUrls,
  ]);
  expect(said).toBe(generated);
  expect(stream).toBeInstanceOf(ReadableStream);
  expect(urls).toEqual({ "image/*": [] });
  expect(load).toHaveBeenCalledTimes(1);
});

test("what could not be loaded fails the call that asked, and is loaded anew for the next", async () => {
  const load = vi.fn(async () => model).mockRejectedValueOnce(new Error("the file is gone"));
  const late = lazyModel(name, load);
  await expect(late.doGenerate(options)).rejects.toThrow("the file is gone");
  expect(await late.doGenerate(options)).toBe(generated);
});
