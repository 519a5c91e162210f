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
import { reply } from "../fixtures/provider/script";
import { openBeside } from "./database";
import { removeSlice, type Slice } from "./slice";
import { startAnswering, talkIn } from "./talk";

const DEEDS = [
  "say",
  "rewind",
  "retry",
  "undo",
  "branch",
  "aside",
  "compact",
  "label",
  "trash",
  "empty",
  "import",
  "begin",
] as const;
const deed = fc.record({ what: fc.constantFrom(...DEEDS), of: fc.nat({ max: 9 }) });

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

async function perform(
  slice: Slice,
  { what, of }: { what: (typeof DEEDS)[number]; of: number },
): Promise<void> {
  const { app } = slice;
  const file = join(slice.data_dir, "braid.db");
  const { say, conversation, idAt } = talkIn(() => slice);
  const listed = app.sessions.list({ limit: 50 }).sessions;
  const session_id: SessionId = listed[of % Math.max(listed.length, 1)]?.id ?? (await conversation(1));
  const message_id = idAt(session_id, 0);
  switch (what) {
    case "say":
      return await say(session_id, "and on");
    case "rewind":
      app.timeline.rewind({ session_id, message_id, text: "otherwise" });
      return void (await slice.rest(session_id));
    case "retry":
      app.timeline.retry({ session_id, message_id: idAt(session_id, -1) });
      return void (await slice.rest(session_id));
    case "undo":
      return void app.undo.last({});
    case "branch":
      return void (await app.branches.branch({ parent_session_id: session_id, from_message_id: message_id }));
    case "aside": {
      const { id } = await app.sidecars.open({ session_id });
      return await say(id, "by the way");
    }
    case "compact":
      app.compactions.start({ session_id });
      return void (await slice.rest(session_id));
    case "label":
      return void (await (await app.labels()).add({ session_id, message_id, name: `label ${of}` }));
    case "trash":
      return app.trash.put({ session_id });
    case "empty":
      return await app.trash.empty();
    case "import": {
      const target = join(slice.data_dir, "one.json");
      await exportSessions(
        { file, sessions: [session_id], format: "archive", include, target, words: {} as never },
        alone,
      );
      await importSessions({ file, paths: [target], now: Date.now() }, alone);
      return;
    }
    case "begin":
      return await keepEvents({ file, wanted: true }, () => false);
  }
}

test("[DB-13] whatever is done, the log's replay equals the tables", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 6, maxLength: 14 }), async (deeds) => {
      const slice = await startAnswering();
      slice.provider.summary(() => reply("A summary."));
      try {
        await keepEvents({ file: join(slice.data_dir, "braid.db"), wanted: true }, () => false);
        for (const one of deeds) {
          // A deed may be refused where there is nothing to do it to.
          await perform(slice, one).catch(() => undefined);
          expectRebuilt(slice);
        }
      } finally {
        await removeSlice(slice);
      }
    }),
    { numRuns: 6 },
  );
});
