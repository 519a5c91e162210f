/** A language model whose code is read when it is first asked: the providers' packages are most of main, and no window waits for them. */
import type { LanguageModelV3 } from "@ai-sdk/provider";

interface Name {
  provider: string;
  modelId: string;
}

/** @param load called once, and again after it has failed; what it throws is thrown by the call that asked. */
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
