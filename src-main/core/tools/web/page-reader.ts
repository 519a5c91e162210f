/** Has a page read in a thread of its own, and ends the thread when its time is over. */
import { Worker } from "node:worker_threads";
import type { PageAnswer, PageQuestion } from "./page-text";

/** Megabytes of a thread. A page can be made so that it unfolds. */
const MOST_MEMORY = 512;
/** Threads at once: each takes a core and memory. */
const MOST_THREADS = 2;

export interface PageReader {
  /** @throws the signal's reason; an error whose text is for the model where the page cannot be read in time */
  read(question: PageQuestion, signal: AbortSignal): Promise<PageAnswer>;
}

export function createPageReader(worker_file: URL, timeout_ms: number): PageReader {
  const waiting: (() => void)[] = [];
  let threads = 0;
  return {
    read: async (question, signal) => {
      if (threads >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
      else threads += 1;
      try {
        signal.throwIfAborted();
        return await readInThread(worker_file, question, timeout_ms, signal);
      } finally {
        // The next one takes this one's place.
        const next = waiting.shift();
        if (next === undefined) threads -= 1;
        else next();
      }
    },
  };
}

async function readInThread(
  worker_file: URL,
  question: PageQuestion,
  timeout_ms: number,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const worker = new Worker(worker_file, {
    workerData: question,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  try {
    return await new Promise<PageAnswer>((resolve, reject) => {
      const unread = (why: string): void =>
        reject(new Error(`The page could not be turned into text: ${why}. Fetch it with the format "html".`));
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
      timer = setTimeout(() => unread(`it took longer than ${timeout_ms} ms`), timeout_ms);
      worker.once("message", resolve);
      worker.once("error", ({ message }) => unread(message.slice(0, 200)));
      worker.once("exit", () => unread("the thread that read it ended"));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    void worker.terminate();
  }
}
