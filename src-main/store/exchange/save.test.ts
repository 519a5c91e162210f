import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../testing/stores";
import { save } from "./save";

test("[SV-11] a file is saved elsewhere although nothing can be noted in the data folder", async () => {
  const folder = freshFolder();
  const data_dir = join(freshFolder(), "no folder");
  writeFileSync(data_dir, "");
  await save(join(folder, "all.zip"), data_dir, (handle) => handle.writeFile("words"));
  expect(readFileSync(join(folder, "all.zip"), "utf8")).toBe("words");
  expect(readdirSync(folder)).toEqual(["all.zip"]);
});
