import { expect, it } from "vitest";
import { fillRows } from "../../../e2e/fixtures/many-rows";
import { isFull } from "../database/errors";
import { cleanup, opened, stranger } from "../testing/stores";
import { createCatchingUp } from "./catching-up";
import { openIndex, searchFile } from "./index-file";
import { createIndexer } from "./indexer";

it("[SE-5a] a disk that is full at any step costs nothing but time: the next attempt has all", async () => {
  const { file, close } = opened();
  await close();
  const db = stranger(file, { readonly: false });
  fillRows(db, 0, 3, 400);
  const index = openIndex(searchFile(file));
  cleanup(() => index.close());
  const catchingUp = createCatchingUp(db, index, createIndexer(db, index));
  const pages = (): number => Number(index.pragma("page_count", { simple: true }));
  let failures = 0;
  for (let isLeft = true; isLeft; ) {
    // Each step has no room at first.
    index.pragma(`max_page_count = ${pages()}`);
    try {
      isLeft = catchingUp.step();
    } catch (error) {
      if (!isFull(error)) throw error;
      failures += 1;
      index.pragma("max_page_count = 100000");
      isLeft = catchingUp.step();
    }
  }
  expect(failures).toBeGreaterThan(1);
  const count = (sql: string) => index.prepare<[], number>(sql).pluck().get();
  expect(count("SELECT count(*) FROM docs")).toBe(1203);
  expect(count("SELECT count(*) FROM words WHERE words MATCH 'message'")).toBe(1200);
});
