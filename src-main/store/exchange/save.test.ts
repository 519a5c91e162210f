import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../database/connection";
import { freshFolder } from "../testing/stores";
import { save, writeZip } from "./save";

test("[SV-11] a file is saved elsewhere although nothing can be noted in the data folder", async () => {
  const folder = freshFolder();
  const data_dir = join(freshFolder(), "no folder");
  writeFileSync(data_dir, "");
  await save(join(folder, "all.zip"), data_dir, (handle) => handle.writeFile("words"));
  expect(readFileSync(join(folder, "all.zip"), "utf8")).toBe("words");
  expect(readdirSync(folder)).toEqual(["all.zip"]);
});

test("[SV-11] a file may have the longest name that a disk takes", async () => {
  const folder = freshFolder();
  // Bytes: three for each character, and the ending.
  const longest = `${"語".repeat(83)}.jsonl`;
  expect(Buffer.byteLength(longest)).toBe(255);
  await save(join(folder, longest), freshFolder(), (handle) => handle.writeFile("words"));
  expect(readdirSync(folder)).toEqual([longest]);
});

test("[SV-11] two files that are saved beside each other at once do not meet", async () => {
  const folder = freshFolder();
  const data_dir = freshFolder();
  await save(join(folder, "one.md"), data_dir, async (one) => {
    await save(join(folder, "two.md"), data_dir, (two) => two.writeFile("two"));
    await one.writeFile("one");
  });
  const saved = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  expect(saved.sort()).toEqual([
    ["one.md", "one"],
    ["two.md", "two"],
  ]);
});

test("[SV-11d] a zip whose disk fills up says so, and leaves no document half read", async () => {
  const db = openDatabase(":memory:");
  const many = db.prepare(
    "WITH RECURSIVE row(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM row LIMIT 1000) SELECT n FROM row",
  );
  function* pieces(): Iterable<string> {
    for (const _ of many.iterate()) yield randomBytes(10_000).toString("base64");
  }
  const full = await open("/dev/full", "w");
  await expect(writeZip(full, [{ name: "one", pieces }])).rejects.toMatchObject({ code: "ENOSPC" });
  await full.close();
  // A connection that is being read cannot be closed, and would tell that instead.
  expect(() => db.close()).not.toThrow();
});
