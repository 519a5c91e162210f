import type { Database } from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { fillRows } from "../../../e2e/fixtures/many-rows";
import { isFull } from "../database/errors";
import { cleanup, opened, stranger } from "../testing/stores";
import { createCatchingUp } from "./catching-up";
import { createFind, type Find } from "./find";
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

describe("[SE-5a] messages that come later and are older", () => {
  const idsOf = (db: Database) =>
    db.prepare<[], string>("SELECT id FROM chat_messages ORDER BY id DESC").pluck().all();
  /** The messages of all pages, the newest first. */
  const pages = (find: Find): string[] => {
    const found: string[] = [];
    for (let after: number | undefined; ; ) {
      const page = find({ text: "message", order: "newest", limit: 100, ...(after && { after }) });
      found.push(...page.results.map(({ message_id }) => message_id ?? ""));
      after = page.next;
      if (after === undefined) return found;
    }
  };
  const made = async () => {
    const { file, close } = opened();
    await close();
    const db = stranger(file, { readonly: false });
    cleanup(() => db.close());
    return { file, db };
  };
  /** An index and its work, as one start of the app has them. */
  const started = (db: Database, file: string) => {
    const index = openIndex(searchFile(file));
    const indexer = createIndexer(db, index);
    const { step } = createCatchingUp(db, index, indexer);
    return { index, look: indexer.look, step, pages: () => pages(createFind(db, index)) };
  };
  const build = (db: Database, file: string): string[] => {
    const { index, step, pages } = started(db, file);
    while (step());
    const found = pages();
    index.close();
    return found;
  };

  it("stand between those that the index has, wherever their time is", async () => {
    const { file, db } = await made();
    fillRows(db, 1, 1, 400);
    fillRows(db, 5, 1, 700);
    expect(build(db, file)).toEqual(idsOf(db));
    for (const session of [3, 0, 4, 7, 2]) {
      fillRows(db, session, 1, 300);
      expect(build(db, file)).toEqual(idsOf(db));
    }
    const index = openIndex(searchFile(file));
    cleanup(() => index.close());
    index.exec("INSERT INTO words (words) VALUES ('integrity-check')");
    const count = (sql: string) => index.prepare<[], number>(sql).pluck().get();
    expect(count("SELECT count(*) FROM docs WHERE doc < 200000000")).toBe(2600);
    expect(count("SELECT count(*) FROM words WHERE words MATCH 'message'")).toBe(2600);
  });

  it("hide nothing that was found before while they are read, and the newest of it stays first", async () => {
    const { file, db } = await made();
    fillRows(db, 1, 1, 400);
    fillRows(db, 5, 1, 700);
    const before = build(db, file);
    fillRows(db, 3, 1, 300);
    const { index, step, pages } = started(db, file);
    cleanup(() => index.close());
    let [some, steps] = [0, 0];
    while (step()) {
      const found = pages();
      expect(found.filter((id) => before.includes(id))).toEqual(before);
      if (found.length > before.length && found.length < 1400) some += 1;
      steps += 1;
    }
    expect(some).toBeGreaterThan(0);
    expect(steps).toBeGreaterThan(5);
  });

  it("leave room for what is written meanwhile, and wait for each other", async () => {
    const { file, db } = await made();
    fillRows(db, 1, 1, 700);
    fillRows(db, 5, 1, 1);
    build(db, file);
    fillRows(db, 3, 1, 600);
    const { index, step, look } = started(db, file);
    for (let n = 0; n < 3; n++) step();
    const known = new Set(idsOf(db));
    fillRows(db, 7, 1, 2);
    for (const id of idsOf(db).reverse()) if (!known.has(id)) look(id);
    fillRows(db, 4, 1, 500);
    while (step());
    expect(pages(createFind(db, index))).toEqual(idsOf(db));
    index.close();
  });

  it("cost no more than a look where an answer has no words yet", async () => {
    const { file, db } = await made();
    fillRows(db, 1, 1, 40);
    fillRows(db, 3, 1, 40);
    db.exec(`INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
      SELECT substr(max(id), 1, 25) || 'B', session_id, 'assistant', '{}', created_at, updated_at FROM chat_messages
      WHERE session_id = (SELECT min(session_id) FROM chat_messages)`);
    build(db, file);
    const docs = () => {
      const index = openIndex(searchFile(file));
      const all = index.prepare("SELECT doc FROM docs ORDER BY doc").pluck().all();
      index.close();
      return all;
    };
    const before = docs();
    expect(before).toHaveLength(82);
    build(db, file);
    expect(docs()).toEqual(before);
  });

  it("make the index anew where its numbers run out", async () => {
    const { file, db } = await made();
    fillRows(db, 1, 1, 40);
    build(db, file);
    const newest = (sql: string) => {
      const index = openIndex(searchFile(file));
      const doc = index.prepare<[], number>(sql).pluck().get();
      index.close();
      return doc;
    };
    const OF_MESSAGES = "FROM docs WHERE doc < 200000000";
    expect(
      newest(`UPDATE docs SET doc = 150000000 WHERE doc = (SELECT max(doc) ${OF_MESSAGES}) RETURNING doc`),
    ).toBe(150_000_000);
    expect(build(db, file)).toEqual(idsOf(db));
    expect(newest(`SELECT max(doc) ${OF_MESSAGES}`)).toBeLessThan(60_000_000);
  });
});
