/** Any sequence of what users do leaves an event log that rebuilds the tables (DB-13). */
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nativeBindingPath } from "../../build/native-path.mjs";
import { migrate } from "../../src-main/store/database/migrate";
import { keepEvents } from "../../src-main/store/event-log/keep";
import { LOGGED } from "../../src-main/store/event-log/logged";
import { replay } from "../../src-main/store/event-log/replay";
import { exportSessions } from "../../src-main/store/exchange/export";
import { importSessions } from "../../src-main/store/exchange/import/import";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { fuzzRuns } from "../fixtures/fuzz-runs";
import { openBeside } from "./database";
import { EVERY_DEED, perform, planned, startForDeeds } from "./deeds";
import { removeSlice, type Slice } from "./slice";

const nativeBinding = nativeBindingPath();
const alone = { isCancelled: () => false, onProgress: () => undefined };
const include = { hidden: true, sidecars: true, reasoning: true, tools: true, attachments: true };

function rowsIn(db: Database.Database, table: string): string[] {
  const rows = db.prepare(`SELECT * FROM ${table}`).all();
  return rows.map((row) => JSON.stringify(row)).sort();
}

const inMemory = (bytes: string | Buffer): Database.Database =>
  new Database(bytes, nativeBinding === undefined ? {} : { nativeBinding });

/** The bytes of an empty database: to migrate one for each look takes longer than to replay the log. */
function emptyDatabase(): Buffer {
  const db = inMemory(":memory:");
  migrate(db);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
const EMPTY = emptyDatabase();

function expectRebuilt(slice: Slice): void {
  const there = openBeside(slice.data_dir);
  const rebuilt = inMemory(EMPTY);
  rebuilt.pragma("foreign_keys = ON");
  replay(there, rebuilt);
  for (const { table } of LOGGED) expect(rowsIn(rebuilt, table), table).toEqual(rowsIn(there, table));
  expect(rebuilt.pragma("foreign_key_check")).toEqual([]);
  for (const db of [there, rebuilt]) db.close();
}

/** What only the keeper of the log and of the library does. */
const MORE = {
  "import a session again": async (slice: Slice, { session_id }: { session_id: SessionId }) => {
    const file = join(slice.data_dir, "braid.db");
    const target = join(slice.data_dir, "one.json");
    const words = {} as never;
    await exportSessions({ file, sessions: [session_id], format: "archive", include, target, words }, alone);
    await importSessions({ file, paths: [target], now: Date.now() }, alone);
  },
  "allow a folder more": ({ app }: Slice, _: unknown, { at }: { at: number }) =>
    app.permissions.setMode({
      workspace_root: `/folder ${at % 2}`,
      mode: at % 3 === 0 ? "ordinary" : "edits",
    }),
  "begin the log anew": ({ data_dir }: Slice) =>
    keepEvents({ file: join(data_dir, "braid.db"), wanted: true }, () => false),
};
const every = [...EVERY_DEED, ...Object.keys(MORE).map((what) => ({ what, of: 0, at: 1 }))];
const deeds = fc.array(planned([], Object.keys(MORE)), { minLength: 6, maxLength: 12 });

test("[DB-13] whatever is done, the log's replay equals the tables", async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(deeds, async (taken) => {
      const slice = await startForDeeds();
      try {
        await keepEvents({ file: join(slice.data_dir, "braid.db"), wanted: true }, () => false);
        for (const one of taken) {
          if (await perform(slice, one, MORE)) done.add(one.what);
          expectRebuilt(slice);
        }
      } finally {
        await removeSlice(slice);
      }
    }),
    { numRuns: fuzzRuns(2), examples: [[every]] },
  );
  expect(every.filter(({ what }) => !done.has(what))).toEqual([]);
});
