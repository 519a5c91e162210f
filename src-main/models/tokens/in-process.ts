/** Counts on the thread that asks: for tests, whose processes are many and short. */
import type { TokenCounter } from "../../core/ports/token-counter";

export const createInProcessCounter = (): TokenCounter => ({
  async count(texts, signal) {
    const { tokensOf } = await import("./count");
    signal?.throwIfAborted();
    return texts.map(tokensOf);
  },
  close: async () => {},
});
