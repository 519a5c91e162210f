/** The thread that counts tokens: an entry of its own, started by `token-counter.ts`. A text that breaks it ends it. */
import { parentPort } from "node:worker_threads";
import { tokensOf } from "./count";
import type { Counted, Piece } from "./token-counter";

parentPort?.on("message", ({ id, texts }: Piece) => {
  parentPort?.postMessage({ id, counts: texts.map(tokensOf) } satisfies Counted);
});
