import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptOutput } from "./kept-output";

let path = "";
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "braid-kept-")), "kept.txt");
});
afterEach(() => rm(join(path, ".."), { recursive: true, force: true }));

const keeping = (largest_file?: number) =>
  new KeptOutput(async () => ({ file: await open(path, "w"), path }), { largest_file });

test("[AG-1] pieces of any size give the same text and the same file", async () => {
  const whole = Array.from({ length: 20_000 }, (_, at) => `${at}😀`).join(" ");
  const read = new Set<string>();
  for (const size of [7, 997, 9_999, 20_001, 65_536, whole.length]) {
    const output = keeping();
    for (let at = 0; at < whole.length; at += size) await output.add(whole.slice(at, at + size));
    const { text, kept } = await output.close();
    read.add(text);
    expect(text).not.toMatch(/\p{Cs}/u);
    expect(kept).toEqual({ path, characters: whole.length });
  }
  expect(read.size).toBe(1);
});

test("[AG-1] a disk that is full: the end is still known, and the text says what was lost", async () => {
  const output = new KeptOutput(async () => ({ file: await open("/dev/full", "w"), path }));
  for (let line = 0; line < 10_000; line += 1) await output.add(`line ${line}\n`);
  const { text, kept } = await output.close();
  expect(text).toContain("The output could not be kept: ENOSPC");
  expect(text.startsWith("line 0\n")).toBe(true);
  expect(text.endsWith("line 9999\n")).toBe(true);
  expect(kept).toBeUndefined();
});

test("[AG-1] a file is never larger than its limit, and the end is known all the same", async () => {
  const output = keeping(50_000);
  for (let at = 0; at < 100; at += 1) await output.add("é".repeat(1_000));
  await output.add("the end");
  expect(output.is_full).toBe(true);
  const { text, kept } = await output.close();
  expect((await readFile(path)).length).toBe(50_000);
  expect(text.endsWith("the end")).toBe(true);
  expect(text).toContain(`Read on in ${path}, which holds the first`);
  expect(kept?.characters).toBe(100_007);
});

test("[AG-1] the last characters cost no more for a long output", async () => {
  const output = keeping();
  await output.add("short");
  expect(output.last(3)).toBe("ort");
  await output.add("x".repeat(5_000_000));
  await output.add("the end");
  expect(output.last(4_000)).toBe(`${"x".repeat(3_993)}the end`);
  await output.close();
});
