/** Files far larger than the memory that the process may use: the engine ends a process that goes beyond its bound. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { childScript } from "../../testing/child-script";

/** Megabytes of objects and texts. */
const bounded = async (most: number, ...args: string[]): Promise<unknown> => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [
    `--max-old-space-size=${most}`,
    childScript("large-import-child"),
    ...args,
  ]);
  return JSON.parse(stdout);
};

test("[SE-6f] [SE-6e] a list of conversations needs the memory of one", async () => {
  const found = await bounded(32, "list", "40");
  expect(found).toMatchObject({ broken: "" });
  const { talks, messages } = found as { talks: number; messages: number };
  expect(talks).toBeGreaterThan(1000);
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
