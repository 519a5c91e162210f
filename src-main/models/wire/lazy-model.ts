/** A language model whose code is loaded at its first call: the providers' packages are most of main, and no window waits for them. */
import type { LanguageModelV3 } from "@ai-sdk/provider";

interface Name {
  provider: string;
  modelId: string;
}

/** @param load is called once, and again after a failure, which the waiting call throws. */
export function lazyModel(name: Name, load: () => Promise<LanguageModelV3>): LanguageModelV3 {
  let loading: Promise<LanguageModelV3> | undefined;
  const model = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    specificationVersion: "v3",
    ...name,
    get supportedUrls() {
      return model().then(({ supportedUrls }) => supportedUrls);
    },
    doGenerate: async (options) => (await model()).doGenerate(options),
    doStream: async (options) => (await model()).doStream(options),
  };
}
