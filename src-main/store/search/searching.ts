/** The work of the search's thread: an index that follows the database, and answers. Knows nothing of threads, so that tests can run it. */
import type { Database } from "better-sqlite3";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { openSame } from "../database/connection";
import { isDamage } from "../database/errors";
import { type CatchingUp, createCatchingUp } from "./catching-up";
import { createFind, type Find } from "./find";
import { deleteIndex, openIndex, searchFile } from "./index-file";
import { createIndexer, type Indexer } from "./indexer";

/** Milliseconds that a question waits for what the index lacks. */
const HURRY_MS = 150;
/** Changes that one step looks at. */
const LOOKS = 100;

export interface SearchData {
  file: string;
  /** Device and inode of the file that main has open. */
  identity: string;
  /** False where nothing has changed since the index was last left, but for what is told. */
  compare: boolean;
}

interface Opened {
  db: Database;
  index: Database;
  indexer: Indexer;
  find: Find;
}

export class Searching {
  readonly #data: SearchData;
  readonly #changed = new Set<string>();
  #opened: Opened | undefined;
  #catchingUp: CatchingUp | undefined;
  #isBegun = false;

  constructor(data: SearchData) {
    this.#data = data;
  }

  note(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id);
  }

  /** The share of the messages that the index has, 0–1; undefined once it has all. */
  get building(): number | undefined {
    return this.#catchingUp?.share();
  }

  /** Does a piece of what is to do. Returns false where nothing is left. @throws SqliteError, FileMoved */
  step(): boolean {
    return this.#mended((opened) => {
      if (this.#changed.size > 0) return this.#lookAtChanges(opened);
      if (this.#catchingUp?.step()) return true;
      this.#catchingUp = undefined;
      return false;
    });
  }

  /** Knows everything that was noted before. @throws SqliteError, FileMoved */
  search(request: SearchRequest): FoundPage {
    return this.#mended((opened) => {
      while (this.#changed.size > 0) this.#lookAtChanges(opened);
      this.#hurry();
      const page = opened.find(request);
      const building = this.building;
      return building === undefined ? page : { ...page, building };
    });
  }

  close(): void {
    this.#opened?.index.close();
    this.#opened?.db.close();
    this.#opened = undefined;
  }

  /** Most indexes lack little: their first answer is whole. */
  #hurry(): void {
    const until = performance.now() + HURRY_MS;
    while (this.#catchingUp !== undefined && performance.now() < until)
      if (!this.#catchingUp.step()) this.#catchingUp = undefined;
  }

  #lookAtChanges({ index, indexer }: Opened): boolean {
    const some = [...this.#changed].slice(0, LOOKS);
    const look = index.transaction(() => {
      for (const id of some) indexer.look(id);
    });
    look.immediate();
    for (const id of some) this.#changed.delete(id);
    return true;
  }

  /** Damage costs the index alone: it is made anew. Damage that is there again is the database's own. */
  #mended<T>(work: (opened: Opened) => T): T {
    try {
      return work(this.#open());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.close();
      deleteIndex(searchFile(this.#data.file));
      this.#isBegun = false;
      return work(this.#open());
    }
  }

  #open(): Opened {
    this.#opened ??= this.#openAll();
    const { db, index, indexer } = this.#opened;
    if (!this.#isBegun) {
      const isNew = index.prepare("SELECT 1 FROM docs LIMIT 1").get() === undefined;
      this.#catchingUp = this.#data.compare || isNew ? createCatchingUp(db, index, indexer) : undefined;
      this.#isBegun = true;
    }
    return this.#opened;
  }

  #openAll(): Opened {
    const { file, identity } = this.#data;
    const db = openSame(file, identity, { readonly: true });
    try {
      const index = openIndex(searchFile(file));
      return { db, index, indexer: createIndexer(db, index), find: createFind(db, index) };
    } catch (error) {
      db.close();
      throw error;
    }
  }
}
