import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRedactor } from "../../core/redact";
import { openLogFile } from "./log-file";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "braid-log-"));
  folder = join(parent, "logs");
  for (const level of ["error", "warn", "info"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true });
});

const opened = () => openLogFile(folder, createRedactor(""));
const sizes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size);

it("[DB-14] is not there before something happens, and then for its user alone", () => {
  const before = process.umask(0);
  const log = opened();
  expect(existsSync(folder)).toBe(false);
  log.sink("error", "Something failed");
  process.umask(before);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "braid.log")).mode & 0o777).toBe(0o600);
  expect(log.recent(10)).toEqual([expect.stringMatching(/^\d{4}-.* error Something failed$/)]);
});

it("has no key in it, nor has the console", () => {
  const log = opened();
  log.sink("error", "Refused: Bearer sk-planted-3f9c1d7a5b");
  expect(readFileSync(join(folder, "braid.log"), "utf8")).not.toContain("planted");
  expect(vi.mocked(console.error).mock.calls.join()).not.toContain("planted");
});

it("is bounded: files of about a megabyte, and no more than five of them", () => {
  const log = opened();
  for (let n = 0; n < 2500; n++) log.sink("warn", `${n} ${"x ".repeat(1900)}`);
  expect(readdirSync(folder).length).toBe(5);
  for (const size of sizes()) expect(size).toBeLessThan(1.1 * 1024 * 1024);
  expect(log.recent(1)[0]).toContain(" 2499 ");
});

it("of one entry only so much is kept, and clearing frees all of it", () => {
  const log = opened();
  log.sink("error", "word ".repeat(100_000));
  expect(sizes()[0]).toBeLessThan(5000);
  expect(log.clear()).toBeGreaterThan(3000);
  expect(readdirSync(folder)).toEqual([]);
  log.sink("info", "Goes on");
  expect(log.recent(10)).toHaveLength(1);
});

it("that cannot be written costs nobody anything", () => {
  writeFileSync(folder, "a file stands where the folder should be");
  const log = opened();
  expect(() => log.sink("error", "Something failed")).not.toThrow();
});
