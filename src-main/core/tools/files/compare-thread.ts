/**
 * Has two contents of a file compared in a thread of its own: to decode ten megabytes and to split them into lines would hold every window for
 * a tenth of a second.
 */
import { Worker } from "node:worker_threads";
import type { ChangeDiff } from "../../../../src-preload/contract/domain/file-changes";
import { Slots } from "../../slots";
import type { Contents } from "./compare";

export interface CompareOptions {
  /** The built `compare-worker.ts`; by default the one beside the built app. */
  compare_file?: URL | undefined;
}

/** Milliseconds of a comparison. The search for the smallest diff ends long before, and two contents of 10 MB are read in less than one. */
const LONGEST_MS = 20_000;
/** Megabytes of a thread. */
const MOST_MEMORY = 512;
/** Threads at once: each takes a core and memory. */
const threads = new Slots(2);
const NEVER = new AbortController().signal;

/** Never rejects. The bytes of `after` may be moved to the thread: they are the caller's own, and nobody may use them afterwards. */
export function compareInThread(contents: Contents, { compare_file }: CompareOptions): Promise<ChangeDiff> {
  const file = compare_file ?? new URL("./compare-worker.js", import.meta.url);
  return threads.run(NEVER, () => compared(file, contents)).catch(() => ({ none: "failed" }));
}

async function compared(file: URL, contents: Contents): Promise<ChangeDiff> {
  const worker = new Worker(file, {
    workerData: contents,
    // The bytes of `before` belong to the store, so they are copied.
    transferList: [ownBuffer(contents.after) ?? []].flat(),
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ChangeDiff>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error("The comparison took too long.")), LONGEST_MS);
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The thread of the comparison ended.")));
    });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

/** Small contents share their memory with others, and are copied. */
const ownBuffer = (bytes: Uint8Array | undefined): ArrayBuffer | undefined =>
  bytes !== undefined && bytes.byteLength > 0 && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes.buffer as ArrayBuffer)
    : undefined;
