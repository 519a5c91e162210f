/** Files far larger than the memory that the process may use: the engine ends a process that goes beyond its bound. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { childScript } from "../../testing/child-script";
import { freshFolder } from "../../testing/stores";

/** Megabytes of what has just come. By itself the engine gives a small heap little, and spends most of its time on collections. */
const YOUNG = "--max-semi-space-size=4";

/** `most`: megabytes of objects and texts. */
const bounded = (most: number, ...args: string[]) => run("large-import-child", most, ...args);

const run = async (script: string, most: number, ...args: string[]): Promise<unknown> => {
  const execute = promisify(execFile);
  const { stdout } = await execute(process.execPath, [
    `--max-old-space-size=${most}`,
    YOUNG,
    childScript(script),
    ...args,
  ]);
  return JSON.parse(stdout);
};

test("[SE-6f] [SE-6e] a list of conversations needs the memory of one", async () => {
  const found = await bounded(24, "list", "20");
  expect(found).toMatchObject({ broken: "" });
  const { talks, messages } = found as { talks: number; messages: number };
  expect(talks).toBeGreaterThan(900);
  expect(messages).toBe(20 * talks);
});

test.each(["one element", "one line"])(
  "[SE-6e] %s of 200 MB is refused in words before it fills the memory",
  async (kind) => {
    expect(await bounded(200, kind, "200")).toMatchObject({
      messages: 0,
      broken: "exchange:broken.too-long",
    });
  },
);

// 30 million letters, each of two bytes, under a heap of 24 MB: the import keeps places, and no words. `docs/benchmarks.md` has the memory of a million lines.
test("[SE-6e] a tree of 5,000 long lines is planned and imported without being held in memory", async () => {
  const found = await run("tree-import-child", 24, freshFolder(), "5000", "6300");
  expect(found).toMatchObject({ sessions: 1, messages: 5000, broken: [] });
  // An idle main does not look at the log, which was 45 MB long at the end.
  expect((found as { log: number }).log).toBeLessThan(40);
});
