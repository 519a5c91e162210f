// The version in native-path.mjs names the compiled binding's file: it must be the one that is installed.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BETTER_SQLITE3_VERSION, compiledBindingPath, nativeBindingPath } from "./native-path.mjs";

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

test("package.json and the lockfile pin the release that native-path.mjs names", () => {
  expect(json("../package.json").dependencies["better-sqlite3"]).toBe(BETTER_SQLITE3_VERSION);
  expect(json("../package-lock.json").packages["node_modules/better-sqlite3"].version).toBe(
    BETTER_SQLITE3_VERSION,
  );
});

test("this process gets a binding that is there, or the packaged one", () => {
  const binding = nativeBindingPath();
  expect(binding === undefined || existsSync(binding)).toBe(true);
});

test("runtimes of different Node-API versions do not share a binding", () => {
  expect(compiledBindingPath(8)).not.toBe(compiledBindingPath(9));
});
