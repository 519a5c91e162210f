/**
 * Compares the index with the database, in steps of a few milliseconds: finds what the index lacks, what it has too much, and what has
 * changed. Exact, because a settled message never changes (DB-11).
 */
import type { Database } from "better-sqlite3";
import { isFull } from "../database/errors";
import { SETTLED, sumOf } from "./index-file";
import type { Indexer } from "./indexer";
import { FIRST_SESSION, idOf, isTitle, type Key, keyOf } from "./keys";

/** Ids that one step compares, and those that it looks at. */
const IDS = 2000;
/** Characters that one step reads into the index, about. */
const CHARACTERS = 400_000;
const LOOKS = 250;

/** Added documents after which the index is tidied, and the pages of one step. */
const MANY = 1000;
const PAGES = 200;

/** Sorts behind every id. */
const LAST = "~";

export interface CatchingUp {
  /** Does the next step. Returns false when the index is like the database. */
  step(): boolean;
  /** The share of the messages that the index has, 0–1. */
  share(): number;
}

export function createCatchingUp(db: Database, index: Database, indexer: Indexer): CatchingUp {
  const statements = compared(db, index);
  const total = statements.total.get() ?? 0;
  const had = (statements.docs.get(FIRST_SESSION) ?? 0) - indexer.added.messages;
  const steps = [newerThan, between, sessions, gone, labelled, older, tidy].map((make) =>
    make(statements, indexer, index),
  );
  return {
    step: () => {
      const [current] = steps;
      if (current === undefined) return false;
      if (!current()) steps.shift();
      return true;
    },
    share: () => (total === 0 ? 1 : Math.min(1, (had + indexer.added.messages) / total)),
  };
}

type Statements = ReturnType<typeof compared>;
/** Returns false when it has nothing more to do. */
type Step = () => boolean;

function compared(db: Database, index: Database) {
  const ids = (sql: string) => db.prepare<[string, number], string>(sql).pluck();
  return {
    total: db.prepare<[], number>("SELECT count(*) FROM chat_messages").pluck(),
    docs: index.prepare<[Key], number>("SELECT count(*) FROM docs WHERE key < ?").pluck(),
    newest: index.prepare<[Key], Key | null>("SELECT max(key) FROM docs WHERE key < ?").pluck(),
    oldest: index.prepare<[Key], Key | null>("SELECT min(key) FROM docs WHERE key < ?").pluck(),
    countFrom: db
      .prepare<[string, string], number>("SELECT count(*) FROM chat_messages WHERE id BETWEEN ? AND ?")
      .pluck(),
    docsAfter: index.prepare<[Key, number], { key: Key; state: number }>(
      "SELECT key, state FROM docs WHERE key > ? ORDER BY key LIMIT ?",
    ),
    stateOf: index.prepare<[Key], number>("SELECT state FROM docs WHERE key = ?").pluck(),
    after: ids("SELECT id FROM chat_messages WHERE id > ? ORDER BY id LIMIT ?"),
    before: ids("SELECT id FROM chat_messages WHERE id < ? ORDER BY id DESC LIMIT ?"),
    titles: db.prepare<[string, number], { id: string; title: string }>(
      "SELECT id, title FROM chat_sessions WHERE id > ? ORDER BY id LIMIT ?",
    ),
    labelled: ids(
      "SELECT DISTINCT message_id FROM message_labels WHERE message_id > ? ORDER BY message_id LIMIT ?",
    ),
    message: db.prepare<[string], 1>("SELECT 1 FROM chat_messages WHERE id = ?").pluck(),
    session: db.prepare<[string], 1>("SELECT 1 FROM chat_sessions WHERE id = ?").pluck(),
  };
}

/** Looks at ids until the step has read enough. Returns the number of those that it looked at. */
function lookAt(ids: readonly string[], indexer: Indexer, index: Database): number {
  const enough = indexer.added.characters + CHARACTERS;
  let looked = 0;
  const work = index.transaction(() => {
    for (const id of ids) {
      if (indexer.added.characters > enough) break;
      indexer.look(id);
      looked += 1;
    }
  });
  work.immediate();
  return looked;
}

function lookAtAll(ids: readonly string[], indexer: Indexer, index: Database): void {
  for (let rest = ids; rest.length > 0; ) rest = rest.slice(lookAt(rest, indexer, index));
}

/** Looks at messages that came while nobody listened. They stand behind those that the index has. */
function newerThan({ newest, after }: Statements, indexer: Indexer, index: Database): Step {
  const key = newest.get(FIRST_SESSION);
  let last = key ? idOf(key) : LAST;
  return () => {
    const ids = after.all(last, LOOKS);
    last = ids[lookAt(ids, indexer, index) - 1] ?? last;
    return ids.length > 0;
  };
}

/**
 * Finds messages that came later and are older than some that the index has: of an import, or of a session that was brought back. The index
 * returns by the numbers of its documents, so that the oldest of them sends all that are newer to new numbers.
 */
function between(statements: Statements, indexer: Indexer, index: Database): Step {
  const key = statements.oldest.get(FIRST_SESSION);
  let last = key ? idOf(key) : LAST;
  let renumbering: Step | undefined;
  return () => {
    if (renumbering?.()) return true;
    renumbering = undefined;
    const ids = statements.after.all(last, IDS);
    const missing = ids.find((id) => indexer.lacks(id));
    if (missing === undefined) last = ids.at(-1) ?? last;
    else renumbering = renumberedFrom(missing, statements, indexer, index);
    return ids.length > 0;
  };
}

/** Begins with the newest: at each moment a search finds what it found before, and the newest of it first. */
function renumberedFrom(
  oldest: string,
  { newest, before, countFrom }: Statements,
  indexer: Indexer,
  index: Database,
): Step {
  const key = newest.get(FIRST_SESSION);
  let first = `${key ? idOf(key) : ""}${LAST}`;
  let left = countFrom.get(oldest, first) ?? 0;
  let end = indexer.reserve(left);
  return () => {
    // Messages that come meanwhile have no number here: whatever is missing is found again.
    const ids = before.all(first, Math.min(LOOKS, left)).filter((id) => id >= oldest);
    const some = readable(ids, indexer);
    index.transaction(() => indexer.placeBefore(end, some.toReversed())).immediate();
    first = some.at(-1) ?? first;
    left -= some.length;
    end -= some.length;
    return some.length > 0;
  };
}

/** The first of these ids, about as many as one step can read. */
function readable(ids: readonly string[], indexer: Indexer): string[] {
  let [count, bytes] = [0, 0];
  for (; count < Math.min(ids.length, LOOKS) && bytes < CHARACTERS; count++)
    bytes += indexer.sizeOf(ids[count] ?? "");
  return ids.slice(0, count);
}

function sessions({ titles, stateOf }: Statements, indexer: Indexer, index: Database): Step {
  let last = "";
  return () => {
    const found = titles.all(last, IDS);
    const changed = found.filter(({ id, title }) => stateOf.get(keyOf(id)) !== sumOf(title));
    lookAtAll(
      changed.map(({ id }) => id),
      indexer,
      index,
    );
    last = found.at(-1)?.id ?? last;
    return found.length > 0;
  };
}

/** Looks at what the database has no more, at messages that had not ended, and at those that had labels. */
function gone({ docsAfter, message, session }: Statements, indexer: Indexer, index: Database): Step {
  let last: Key = "";
  return () => {
    const found = docsAfter.all(last, IDS).map(({ key, state }) => ({ key, state, id: idOf(key) }));
    const doubtful = found.filter(({ id, state }) =>
      isTitle(id) ? session.get(id) === undefined : state !== SETTLED || message.get(id) === undefined,
    );
    lookAtAll(
      doubtful.map(({ id }) => id),
      indexer,
      index,
    );
    last = found.at(-1)?.key ?? last;
    return found.length > 0;
  };
}

/** Looks at messages that had no labels, and have some now. */
function labelled({ labelled: after, stateOf }: Statements, indexer: Indexer, index: Database): Step {
  let last = "";
  return () => {
    const found = after.all(last, IDS);
    lookAtAll(
      found.filter((id) => stateOf.get(keyOf(id)) === SETTLED),
      indexer,
      index,
    );
    last = found.at(-1) ?? last;
    return found.length > 0;
  };
}

/**
 * After many additions: joins the pieces that FTS5 has written, so that searches ask fewer, and packs the file. Documents that were added
 * from the newest back leave the pages of the other tables half empty.
 */
function tidy(_: Statements, indexer: Indexer, index: Database): Step {
  const changes = index.prepare<[], number>("SELECT total_changes()").pluck();
  const merge = index.prepare<[number]>("INSERT INTO words (words, rank) VALUES ('merge', ?)");
  let isBegun = false;
  return () => {
    if (indexer.added.documents < MANY) return false;
    const before = changes.get() ?? 0;
    // A negative number joins also those pieces that are not due yet.
    merge.run(isBegun ? PAGES : -PAGES);
    isBegun = true;
    // FTS5's sign that a merge had nothing to do: fewer than two changes.
    const isMerged = (changes.get() ?? 0) - before < 2;
    if (isMerged) packed(index);
    return !isMerged;
  };
}

/** A disk without room for a copy keeps the file as it is. */
function packed(index: Database): void {
  try {
    index.exec("VACUUM");
  } catch (error) {
    if (!isFull(error)) throw error;
  }
}

/** Reads what is older than all that the index has, from the newest message back to the oldest, so that the newest can be found first. */
function older({ oldest, before, stateOf }: Statements, indexer: Indexer, index: Database): Step {
  const key = oldest.get(FIRST_SESSION);
  let first = key ? idOf(key) : LAST;
  let waiting: string[] = [];
  return () => {
    if (waiting.length === 0) {
      const ids = before.all(first, IDS);
      waiting = ids.filter((id) => stateOf.get(keyOf(id)) === undefined);
      first = ids.at(-1) ?? first;
      return ids.length > 0;
    }
    const some = readable(waiting, indexer);
    index.transaction(() => indexer.addOlder(some.toReversed())).immediate();
    // Messages of a failed transaction stay waiting.
    waiting = waiting.slice(some.length);
    return true;
  };
}
