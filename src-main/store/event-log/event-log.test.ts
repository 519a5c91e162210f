import { expect, test } from "vitest";
import { openDatabase } from "../database/connection";
import { migrate } from "../database/migrate";
import { ask, opened, stranger } from "../testing/stores";
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
