/**
 * A store without a file, for sessions that are kept in memory alone (SE-10). The same verbs run over a database that SQLite keeps in
 * memory, and nothing of it goes to a temporary file.
 */
import type { Store } from "../core/ports/store";
import { configure, connect, openDatabase } from "./database/connection";
import { migrate } from "./database/migrate";
import { handMade } from "./hand-made";
import type { Reading } from "./reader/reading-names";
import { READINGS } from "./reader/readings";
import { memoryBlobs } from "./transcript/memory-blobs";
import { through, verbsOf } from "./verbs";

const ignore = () => undefined;

export function openMemoryStore(): Store {
  const db = openDatabase(":memory:");
  // A sort of many rows would write some of them to the disk.
  db.pragma("temp_store = MEMORY");
  configure(db);
  migrate(db);
  const connection = connect(db, ":memory:", { onCommit: ignore, onSynced: ignore });
  const verbs = verbsOf(connection);
  // No other thread can read this database: what is said in one run of the app is short enough for main.
  const readings = through<Reading>(Object.keys(READINGS) as (keyof Reading)[], async (ask, args) =>
    Reflect.apply(READINGS[ask], undefined, [db, ...args]),
  );
  // An index would be a second place for what is said.
  const search: Store["search"] = async () => ({ results: [] });
  return {
    ...verbs,
    ...readings,
    search,
    ...handMade(verbs),
    ...memoryBlobs(verbs),
    close: () => connection.close(),
  };
}
