/**
 * The places of a tree's entries by their ids, which are needed until its shape is known. Those of a long file go to a temporary database:
 * a map of a million would take a hundred megabytes, which the engine keeps for long after.
 */
import type { Database, Statement } from "better-sqlite3";
import { openDatabase } from "../../database/connection";
import { TemporaryFailed } from "../temporary";

/** Ids that stay in memory: a file of fewer needs no database. */
const FEW = 20_000;
const CACHE_KIB = 8 * 1024;

interface Many {
  insert: Statement<[Buffer, number]>;
  find: Statement<[Buffer], number>;
  close(): void;
}

/** Any two texts are two keys, also those that are no Unicode. */
const keyOf = (id: string): Buffer => Buffer.from(id, "utf16le");

export class EntryPlaces {
  private readonly few = new Map<string, number>();
  private many: Many | undefined;
  /** Most entries hang on the one before them. */
  private last: { id: string; at: number } | undefined;

  constructor(private readonly open: () => Database = () => openDatabase("")) {}

  /**
   * Returns false where the id is known already: the place of the first one counts.
   * @throws TemporaryFailed
   */
  add(id: string, at: number): boolean {
    if (this.few.has(id)) return false;
    if (this.few.size < FEW) this.few.set(id, at);
    else if (!this.addToMany(id, at)) return false;
    this.last = { id, at };
    return true;
  }

  private addToMany(id: string, at: number): boolean {
    return guarded(() => {
      this.many ??= manyIn(this.open());
      return this.many.insert.run(keyOf(id), at).changes > 0;
    });
  }

  /** @throws TemporaryFailed: a look may write as well, what the cache has no more room for */
  of(id: unknown): number | undefined {
    if (typeof id !== "string") return undefined;
    if (id === this.last?.id) return this.last.at;
    return this.few.get(id) ?? guarded(() => this.many?.find.get(keyOf(id)));
  }

  close(): void {
    this.many?.close();
  }
}

/** A failure of this database is none of the library. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new TemporaryFailed(error);
  }
}

/** Makes the table of places. Nobody else reads it, and it is gone with its connection, so nothing of it has to survive a crash. */
function manyIn(db: Database): Many {
  db.pragma("journal_mode = OFF");
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.exec("CREATE TABLE places (id BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID; BEGIN");
  return {
    insert: db.prepare("INSERT OR IGNORE INTO places VALUES (?, ?)"),
    find: db.prepare<[Buffer], number>("SELECT at FROM places WHERE id = ?").pluck(),
    close: () => db.close(),
  };
}
