import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { TokenCounter } from "../../core/ports/token-counter";
import { childScript } from "../../store/testing/child-script";
import { createInProcessCounter } from "./in-process";
import { type CounterOptions, createTokenCounter } from "./token-counter";

const WORKER = pathToFileURL(childScript("token-worker"));
/** A thread that dies of a text, and answers others as if each were one token. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ id, texts }) => {
       if (texts.includes("poison")) throw new Error("poisoned");
       parentPort.postMessage({ id, counts: texts.map(() => 1) });
     });`,
  )}`,
);
/** A thread that never answers. */
const SILENT = new URL(
  `data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {});`,
);

function counting(options: CounterOptions): { counter: TokenCounter; failures: unknown[] } {
  const failures: unknown[] = [];
  const counter = createTokenCounter({ onFailure: (error) => failures.push(error), ...options });
  onTestFinished(() => counter.close());
  return { counter, failures };
}

test("[TK-3] the thread counts what the library counts, hostile texts and very long ones too", async () => {
  const { counter, failures } = counting({ worker_file: WORKER });
  const texts = [
    "Hello, world!",
    "",
    "<|endoftext|>",
    "\ud800",
    "👨‍👩‍👧‍👦",
    "a".repeat(1000),
    "漢字仮名".repeat(500),
  ];
  expect(await counter.count(texts)).toEqual(await createInProcessCounter().count(texts));
  const [long = 0] = await counter.count(["A boat goes where the river goes. ".repeat(20_000)]);
  expect(long).toBeGreaterThan(160_000);
  expect(long).toBeLessThan(165_000);
  expect(failures).toEqual([]);
});

test("[TK-3] many may count at once, and each gets its own", async () => {
  const { counter } = counting({ worker_file: WORKER });
  const asked = Array.from({ length: 20 }, (_, nth) => ["word ".repeat(nth + 1)]);
  const counts = await Promise.all(asked.map((texts) => counter.count(texts)));
  expect(counts).toEqual(await Promise.all(asked.map((texts) => createInProcessCounter().count(texts))));
});

test("[TK-5] where no thread can start, the counts are estimates, and somebody hears why", async () => {
  const { counter, failures } = counting({ worker_file: new URL("./no-such-file.mjs", import.meta.url) });
  expect(await counter.count(["four", "and five", "x".repeat(1_000_000)])).toEqual([1, 2, 250_000]);
  expect(failures).toHaveLength(1);
});

test("[TK-5] where the thread dies, its counts are estimates, and the next text gets another", async () => {
  const { counter, failures } = counting({ worker_file: MORTAL });
  expect(await counter.count(["a word"])).toEqual([1]);
  expect(await counter.count(["poison", "twelve signs"])).toEqual([2, 3]);
  expect(failures).toEqual([expect.objectContaining({ message: "poisoned" })]);
  expect(await counter.count(["a word again"])).toEqual([1]);
});

test("[TK-3] a count that nobody wants any more ends at once, and others go on", async () => {
  const { counter } = counting({ worker_file: SILENT });
  const stop = new AbortController();
  const counted = counter.count(["endless"], stop.signal);
  stop.abort(new Error("stopped"));
  await expect(counted).rejects.toThrow("stopped");
  await expect(counter.count(["late"], stop.signal)).rejects.toThrow("stopped");
});

test("[TK-3] closing ends what is counted, by estimates; a later text is counted again", async () => {
  const { counter, failures } = counting({ worker_file: SILENT });
  const counted = counter.count(["twelve signs", "x".repeat(1_000_000)]);
  await counter.close();
  expect(await counted).toEqual([3, 250_000]);
  expect(failures).toEqual([]);
});

test("[TK-3] the thread ends when nobody counts, and the next text starts another", async () => {
  const numbered = new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, threadId } from "node:worker_threads";
       parentPort.on("message", ({ id, texts }) =>
         parentPort.postMessage({ id, counts: texts.map(() => threadId) }));`,
    )}`,
  );
  const { counter } = counting({ worker_file: numbered, idle_ms: 1 });
  const [first = 0] = await counter.count(["who?"]);
  await expect.poll(async () => (await counter.count(["who?"]))[0]).toBeGreaterThan(first);
});
