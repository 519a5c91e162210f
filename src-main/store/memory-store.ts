/**
 * A store without a file, for sessions that are kept in memory alone (SE-10). The same verbs run over a database that SQLite keeps in
 * memory, and nothing of it goes to a temporary file.
 */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { BraidError } from "../core/braid-error";
import type { SessionsOfMemory } from "../core/ports/exchange";
import type { MemoryStore } from "../core/ports/memory-store";
import type { Store } from "../core/ports/store";
import { say } from "../core/say";
import { configure, connect, openDatabase } from "./database/connection";
import { migrate } from "./database/migrate";
import { sessionReader } from "./exchange/session-rows";
import { handMade } from "./hand-made";
import type { Reading } from "./reader/reading-names";
import { READINGS } from "./reader/readings";
import { memoryBlobs } from "./transcript/memory-blobs";
import { through, verbsOf } from "./verbs";

const ignore = () => undefined;

/** A sidecar descends from the session that it stands beside. One that is in the trash stays in memory. */
const DESCENT = `WITH RECURSIVE descent (id) AS (
    SELECT ?
    UNION SELECT a.session_id FROM session_asides a JOIN descent d ON a.beside_id = d.id
    UNION SELECT s.id FROM chat_sessions s JOIN descent d ON s.parent_id = d.id)
  SELECT s.id, s.id IN (SELECT session_id FROM session_asides) AS is_sidecar FROM descent d JOIN chat_sessions s ON s.id = d.id
    WHERE s.deleted_at IS NULL AND s.id NOT IN (SELECT session_id FROM partial_sessions) ORDER BY s.id`;

export function openMemoryStore(): MemoryStore {
  const db = openDatabase(":memory:");
  // A sort of many rows would write some of them to the disk.
  db.pragma("temp_store = MEMORY");
  configure(db);
  migrate(db);
  let held = false;
  const beforeWrite = () => {
    if (held) throw new BraidError("SESSION_BUSY", say("private:being-saved"));
  };
  const connection = connect(db, ":memory:", { beforeWrite, onCommit: ignore, onSynced: ignore });
  const verbs = verbsOf(connection);
  // No other thread can read this database: what is said in one run of the app is short enough for main.
  const readings = through<Reading>(Object.keys(READINGS) as (keyof Reading)[], async (ask, args) =>
    Reflect.apply(READINGS[ask], undefined, [db, ...args]),
  );
  // An index would be a second place for what is said.
  const search: Store["search"] = async () => ({ results: [] });
  const descent = db.prepare<[SessionId], { id: SessionId; is_sidecar: number }>(DESCENT);
  const blobs = memoryBlobs(verbs);
  const heldSessions = async (session_ids: readonly SessionId[]): Promise<SessionsOfMemory> => {
    const files = new Map<string, Uint8Array>();
    for (const sha256 of sessionReader(db)
      .blobs(session_ids)
      .map((row) => String(row.sha256))) {
      const bytes = await blobs.readBlob(sha256);
      if (bytes !== undefined) files.set(sha256, bytes);
    }
    return { session_ids, image: db.serialize(), files };
  };
  return {
    ...verbs,
    ...readings,
    search,
    ...handMade(verbs),
    ...blobs,
    descent: (session_id) => {
      const found = descent.all(session_id);
      const those = (is_sidecar: number) =>
        found.filter((one) => one.is_sidecar === is_sidecar).map(({ id }) => id);
      return { sessions: those(0), sidecars: those(1) };
    },
    whileHeld: async (session_ids, work) => {
      beforeWrite();
      held = true;
      try {
        await work(await heldSessions(session_ids));
      } finally {
        held = false;
      }
    },
    close: () => connection.close(),
  };
}
