import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../database/connection";
import { migrate } from "../database/migrate";
import { importSessions } from "../exchange/import/import";
import { claude } from "../exchange/testing/foreign";
import { ask, freshFolder, opened, stranger } from "../testing/stores";
import { append, beginTurn, endOf, tick, wholeTurn } from "../testing/talk";
import { keepEvents } from "./keep";
import { LOGGED } from "./logged";
import { replay } from "./replay";

const never = () => false;

/** The rows of a table that an event log rebuilds, in an order of their own. */
const rowsIn = (read: (sql: string) => unknown[], table: string): string[] =>
  read(`SELECT * FROM ${table}`)
    .map((row) => JSON.stringify(row))
    .sort();

function expectRebuilt(file: string): void {
  const rebuilt = openDatabase(":memory:");
  migrate(rebuilt);
  rebuilt.pragma("foreign_keys = ON");
  replay(stranger(file), rebuilt);
  for (const { table } of LOGGED) {
    const there = rowsIn((sql) => ask(file, sql), table);
    expect(
      rowsIn((sql) => rebuilt.prepare(sql).all(), table),
      table,
    ).toEqual(there);
  }
  expect(rebuilt.pragma("foreign_key_check")).toEqual([]);
  rebuilt.close();
}

test("[DB-13] a log that begins in a full library, and goes on, rebuilds its tables", async () => {
  const { file, store } = opened();
  const before = wholeTurn(store, undefined, "said before the log");
  for (let turn = 0; turn < 60; turn++) wholeTurn(store, before.session_id);
  await keepEvents({ file, wanted: true }, never);
  expectRebuilt(file);
  const after = wholeTurn(store, undefined, `it's \u0000 odd: "quoted" 𝄞`);
  const { message_id, session_id } = after;
  await store.addLabel({ session_id, message_id, name: "it's", now: tick() });
  store.supplyCost({ session_id, message_id, cost_usd: 0.1 + 0.2, now: tick() });
  wholeTurn(store, before.session_id);
  expectRebuilt(file);
  expect(
    ask(file, "SELECT seq FROM event_log WHERE stream_id = ?", session_id).map(({ seq }) => seq),
  ).toEqual(ask(file, "SELECT 1 FROM event_log WHERE stream_id = ?", session_id).map((_, at) => at + 1));
});

test("[DB-13] [DB-10] of a session that is removed for good it keeps that it was there, and no word", async () => {
  const { file, store } = opened();
  const { session_id } = wholeTurn(store, undefined, "a secret word");
  await keepEvents({ file, wanted: true }, never);
  wholeTurn(store, session_id, "another secret word");
  store.trashSession(session_id, true, tick());
  store.beginRemoval(session_id, tick());
  while (!store.removeSome(session_id, 2));
  expectRebuilt(file);
  expect(ask(file, "SELECT op, row_json FROM event_log WHERE stream_id = ?", session_id)).toEqual([
    { op: "gone", row_json: JSON.stringify({ id: session_id }) },
  ]);
});

test("[DB-13] text that arrives is no event, nothing is paid without a log, and its end removes all of it", async () => {
  const { file, store } = opened();
  const events = () => ask(file, "SELECT * FROM event_log").length;
  wholeTurn(store);
  expect(events()).toBe(0);
  expect(ask(file, "SELECT name FROM sqlite_schema WHERE name LIKE 'event_log_%'")).toEqual([]);
  await keepEvents({ file, wanted: true }, never);
  const turn = beginTurn(store);
  const begun = events();
  for (let seq = 0; seq < 20; seq++) append(store, turn, seq, "more ");
  const grown = events() - begun;
  store.endTurn(endOf(turn, "more ".repeat(20)));
  expect(grown).toBeLessThanOrEqual(0);
  expectRebuilt(file);
  await keepEvents({ file, wanted: false }, never);
  expect(events()).toBe(0);
  expect(ask(file, "SELECT name FROM sqlite_schema WHERE name LIKE 'event_log_%'")).toEqual([]);
  wholeTurn(store);
  expect(events()).toBe(0);
});

test("[DB-13] [RW-7] it rebuilds which sessions an import has brought; with the last of them the names of its files go", async () => {
  const { file, store } = opened();
  await keepEvents({ file, wanted: true }, never);
  const said = (sender: string, text: string) => ({
    uuid: sender,
    sender,
    text,
    created_at: "2025-03-01T10:00:00Z",
  });
  const path = join(freshFolder(), "my secrets.json");
  writeFileSync(path, JSON.stringify([claude([said("human", "Which tea?"), said("assistant", "Green.")])]));
  const alone = { isCancelled: never, onProgress: () => undefined };
  const { session_ids, undo_id } = await importSessions({ file, paths: [path], now: Date.now() }, alone);
  expect(session_ids).toHaveLength(1);
  expectRebuilt(file);
  store.takeBackImported({ entry: undo_id ?? 0, most: 9, now: tick() });
  expectRebuilt(file);
  for (const id of session_ids) {
    store.beginRemoval(id, tick());
    while (!store.removeSome(id, 2));
  }
  expectRebuilt(file);
  expect(ask(file, "SELECT row_json FROM event_log WHERE row_json LIKE '%secrets%'")).toEqual([]);
});

test("[DB-13] each table is logged, or left out on purpose", () => {
  const drafts = ["drafts", "window_drafts", "place_drafts"];
  const made = ["partial_sessions", "prepared_summaries", "chat_deltas", "event_log"];
  const known = [...LOGGED.map(({ table }) => table), "app_state", ...drafts, ...made];
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  expect(ask(opened().file, tables).map(({ name }) => name)).toEqual(expect.arrayContaining(known));
  expect(ask(opened().file, tables)).toHaveLength(known.length);
});
