/**
 * Measures the search over all sessions (SE-5): how its cost grows with the messages, what it costs beside a bare FTS5 table that keeps a
 * copy of the texts, how large its index is, and what the index costs a turn.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { createIds } from "../../src-main/core/ids";
import { openDatabase } from "../../src-main/store/database/connection";
import { identityOf } from "../../src-main/store/database/folder";
import { openIndex, searchFile } from "../../src-main/store/search/index-file";
import { Searching } from "../../src-main/store/search/searching";
import { answer, createCore, openDatabaseFolder } from "./core";
import { finding } from "./finding";
import { atMost, type Line, timeRatio } from "./lines";
import { interleaved } from "./measure";
import { answerInWindow } from "./path";

const MANY = 1_000_000;
const FEW = 100_000;
const ROUNDS = 21;
/** A round takes a millisecond. */
const BARE_ROUNDS = 301;
const TURNS = 31;
const CHUNKS = 2000;
/** Results of a page of the window. */
const PAGE = 30;
/** Two words that many messages hold: whole, and the second half typed. */
const WHOLE = '"word9" "word17"';
const TYPED = "word9 word17";
/** Words that are one token by our rule and by FTS5's. A name with a number is two in a row by ours. */
const PLAIN = { ours: '"wordj" "wordbh"', bare: "wordj AND wordbh" };

const SESSION = `INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) VALUES (?, 'chat', 'Texts', 1, 1)`;
const MESSAGE = `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
  VALUES (?, ?, 'assistant', '{"finish_reason":"stop"}', ?, 1)`;
const PART = `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
  VALUES (?, ?, ?, 0, 'text', ?, 1, 1)`;

/** Settled answers with these texts, in one session. */
function fill(db: Database.Database, texts: Iterable<string>): void {
  let now = Date.UTC(2025, 0, 1);
  const ids = createIds({ now: () => now });
  const session = ids.session();
  const [message, part] = [db.prepare(MESSAGE), db.prepare(PART)];
  db.transaction(() => {
    db.prepare(SESSION).run(session);
    for (const text of texts) {
      now += 1000;
      const id = ids.message();
      message.run(id, session, now);
      part.run(ids.part(), id, session, JSON.stringify({ type: "text", text }));
    }
  })();
}

/** Messages of 30 words, of which the tenth of all begin with `word9` or so, each word rarer the larger its number. */
function* sayings(count: number): Iterable<string> {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let n = 0; n < count; n++)
    yield Array.from({ length: 30 }, () => `word${Math.floor(1 / (random() + 1e-5))}`).join(" ");
}

/** The same with a letter for each digit. */
function* plainSayings(count: number): Iterable<string> {
  for (const text of sayings(count)) yield text.replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

async function built(texts: Iterable<string>) {
  const database = await openDatabaseFolder();
  const { file } = database;
  const db = openDatabase(file);
  fill(db, texts);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const searching = new Searching({ file, identity: identityOf(file), compare: true });
  while (searching.step());
  return {
    db,
    file,
    search: (text: string) => searching.search({ text, order: "newest", limit: PAGE }),
    /** Ends the search as a quiet minute does: the file is as small as it was packed only then. */
    rest: () => searching.close(),
    close: async () => {
      searching.close();
      db.close();
      await database.close();
    },
  };
}

/** Reads what a page shows of the messages that were found, with their texts: a result without them could not be shown. */
const SHOWN = `SELECT m.id, m.role, m.created_at, m.hidden_at, m.metadata_json, s.id AS session, s.title, p.data_json
  FROM json_each(?) j CROSS JOIN chat_messages m ON m.id = j.value CROSS JOIN chat_sessions s ON s.id = m.session_id
  CROSS JOIN chat_parts p ON p.message_id = m.id`;

/** A sum, as in the app: SQLite compiles a statement anew for each value of a variable that is all of a limit. */
const BARE =
  "SELECT id, snippet(bare, 0, '<', '>', '…', 30) FROM bare WHERE bare MATCH ? ORDER BY rowid DESC LIMIT 0 + ?";

/** A table as one would make it, in a file with the pragmas of the app's: FTS5 keeps the texts and cuts the snippets itself. */
function bareTable(file: string, db: Database.Database) {
  const index = openIndex(join(dirname(file), "bare.db"));
  index.exec("CREATE VIRTUAL TABLE bare USING fts5(text, id UNINDEXED)");
  const insert = index.prepare("INSERT INTO bare (rowid, text, id) VALUES (?, ?, ?)");
  const texts = db.prepare<[], { id: string; text: string }>(
    "SELECT message_id AS id, data_json ->> '$.text' AS text FROM chat_parts ORDER BY message_id",
  );
  index.transaction(() => {
    let row = 0;
    for (const { id, text } of texts.iterate()) insert.run(++row, text, id);
  })();
  index.pragma("wal_checkpoint(TRUNCATE)");
  const find = index.prepare<[string, number], { id: string }>(BARE);
  const shown = db.prepare<[string]>(SHOWN);
  return {
    find: () => {
      const found = find.all(PLAIN.bare, PAGE);
      return shown.all(JSON.stringify(found.map(({ id }) => id)));
    },
    close: () => index.close(),
  };
}

/** A table without a copy, as ours: FTS5 reads the texts of a page from the rows of the database and cuts its snippets from them. */
function bareIndex(file: string) {
  const db = openDatabase(file);
  db.exec(`CREATE TEMP VIEW texts AS SELECT rowid, data_json ->> '$.text' AS text, message_id AS id FROM main.chat_parts;
    CREATE VIRTUAL TABLE temp.bare USING fts5(text, id UNINDEXED, content='texts');
    INSERT INTO bare (rowid, text) SELECT rowid, text FROM texts`);
  const find = db.prepare<[string, number], { id: string }>(BARE);
  const shown = db.prepare<[string]>(SHOWN);
  return {
    find: () => shown.all(JSON.stringify(find.all(PLAIN.bare, PAGE).map(({ id }) => id))),
    close: () => db.close(),
  };
}

/** Milliseconds. */
function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

async function growth(): Promise<Line[]> {
  const [many, few] = [await built(sayings(MANY)), await built(sayings(FEW))];
  assertFull(few.search(WHOLE).results);
  const { large, small, typedLarge, typedSmall } = await interleaved(ROUNDS, {
    large: async () => timed(() => many.search(WHOLE)),
    small: async () => timed(() => few.search(WHOLE)),
    typedLarge: async () => timed(() => many.search(TYPED)),
    typedSmall: async () => timed(() => few.search(TYPED)),
  });
  await many.close();
  await few.close();
  return [
    timeRatio("newest-first search in 1,000,000 messages / in 100,000", large, small, 1.5),
    timeRatio("the same, the last word half typed", typedLarge, typedSmall, 1.5),
  ];
}

function assertFull({ length }: readonly unknown[]): void {
  if (length !== PAGE) throw new Error(`${length} results of ${PAGE} were found`);
}

async function besideBare(): Promise<Line[]> {
  const few = await built(plainSayings(FEW));
  const [bare, uncopied] = [bareTable(few.file, few.db), bareIndex(few.file)];
  // The first search reads from the disk, and may end before its page is full.
  few.search(PLAIN.ours);
  for (const found of [few.search(PLAIN.ours).results, bare.find(), uncopied.find()]) assertFull(found);
  const { ours, floor, uncopiedFloor } = await interleaved(BARE_ROUNDS, {
    ours: async () => timed(() => few.search(PLAIN.ours)),
    floor: async () => timed(bare.find),
    uncopiedFloor: async () => timed(uncopied.find),
  });
  bare.close();
  uncopied.close();
  await few.close();
  const [what, second] = [
    "newest-first search in 100,000 messages / a bare FTS5 table's with its messages",
    "the same / a bare FTS5 table's that reads the texts from the messages",
  ];
  return [timeRatio(what, ours, floor, 1.3), timeRatio(second, ours, uncopiedFloor, 1.3)];
}

/** The project's own documents and sources, in messages of 2 KB (SV-10). */
function* ownTexts(): Iterable<string> {
  const root = join(import.meta.dirname, "../..");
  for (const folder of ["docs", "resources/handbook", "src-main", "src-renderer"])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.(?:md|tsx?|css)$/.test(name)) continue;
      const text = readFileSync(join(root, folder, name), "utf8");
      for (let at = 0; at < text.length; at += 2048) yield text.slice(at, at + 2048);
    }
}

async function size(): Promise<Line> {
  const texts = [...ownTexts()];
  const index = await built(texts);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  index.rest();
  const { size: kept } = statSync(searchFile(index.file));
  await index.close();
  const detail = `${(kept / 1e6).toFixed(1)} MB / ${(bytes / 1e6).toFixed(1)} MB in ${texts.length} messages`;
  return atMost("the index of the search / the texts", kept / bytes, 0.45, "", detail);
}

async function turns(): Promise<Line> {
  const [plain, indexed] = [
    await openDatabaseFolder(),
    await openDatabaseFolder(undefined, { search: true }),
  ];
  // The index's thread runs from here on.
  await indexed.store.search({ text: "anything", order: "newest", limit: 1 });
  const run = ({ ...database }: typeof plain) => {
    const core = createCore(database, () => answer(CHUNKS));
    return () => answerInWindow(core, CHUNKS);
  };
  const { without, with: with_ } = await interleaved(TURNS, { without: run(plain), with: run(indexed) });
  await plain.close();
  await indexed.close();
  return timeRatio(`a turn of ${CHUNKS} chunks: indexed for the search / not`, with_, without, 1.05);
}

export const searching = async (): Promise<Line[]> => [
  ...(await growth()),
  ...(await besideBare()),
  await finding(),
  await size(),
  await turns(),
];
