/**
 * Keeps the index like the database: looks at messages and sessions by their ids, and adds, replaces or removes their documents. Looking
 * twice changes nothing, so that a look too many costs nothing but its time.
 */
import type { Database } from "better-sqlite3";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import type { FoundKind } from "../../../src-preload/contract/domain/search-query";
import { FIRST_DOC, FIRST_TITLE, rowOf, settledWith, sumOf, ZONES, type Zone } from "./index-file";
import { isTitle, type Key, keyOf } from "./keys";
import { labelsSql, textsReader } from "./texts";
import { LABELLED, TokenText } from "./words";

/** A message that still grows is indexed again when it has this much more, so that all its parts together cost a few times the last. */
const GROWTH = 1.25;

/**
 * Characters of a zone after which no further part is indexed. No user can send more, and no model writes it; a server that never ends
 * does, and reading all of it would take hundreds of megabytes.
 */
const MOST_CHARACTERS = LONGEST_TEXT;

/** SQL over the database; the statements of this file, for the test that looks at their plans. */
export const INDEXED_SQL = {
  message: `SELECT id, role, role <> 'assistant' OR json_extract(metadata_json, '$.finish_reason') IS NOT NULL AS settled,
      ${labelsSql("chat_messages.id")} AS labels FROM chat_messages WHERE id = ?`,
  size: "SELECT coalesce(sum(octet_length(data_json)), 0) FROM chat_parts WHERE message_id = ?",
  title: "SELECT title FROM chat_sessions WHERE id = ?",
} as const;

interface Doc {
  doc: number;
  state: number;
}

interface Entry {
  state: number;
  texts: Iterable<{ kind: FoundKind; text: string }>;
}

/** False where the message is gone, or the index knows all that it has. */
const isNew = (entry: Entry | "same" | undefined): entry is Entry => typeof entry === "object";

export interface Indexer {
  /** Looks at one id; a new message is the newest. Runs inside a transaction of the caller. */
  look(id: string): void;
  /** Adds messages, oldest first; all of them are older than what the index has. Runs inside a transaction of the caller. */
  addOlder(ids: readonly string[]): void;
  /** True for a message that has words, and that the index does not know. */
  lacks(id: string): boolean;
  /** Takes so many numbers, larger than all that are in use. Returns the number behind the last. */
  reserve(count: number): number;
  /** Gives messages, oldest first, the numbers right before this one, whether the index has them or not. Runs inside a transaction. */
  placeBefore(end: number, ids: readonly string[]): void;
  /** The bytes of a message. */
  sizeOf(id: string): number;
  /** Characters, messages and documents that were added so far. Documents count again with each new number. */
  readonly added: { characters: number; messages: number; documents: number };
}

export function createIndexer(db: Database, index: Database): Indexer {
  const message = db.prepare<[string], { id: string; role: string; settled: number; labels: string }>(
    INDEXED_SQL.message,
  );
  const size = db.prepare<[string], number>(INDEXED_SQL.size).pluck();
  const title = db.prepare<[string], string>(INDEXED_SQL.title).pluck();
  const textsOf = textsReader(db);
  const docs = docRows(index);
  const added = { characters: 0, messages: 0, documents: 0 };
  let reserved = 0;

  const sizeOf = (id: string): number => size.get(id) ?? 0;
  const titleEntry = (id: string, known: Doc | undefined): Entry | "same" | undefined => {
    const text = title.get(id);
    if (text === undefined) return undefined;
    const state = sumOf(text);
    return known?.state === state ? "same" : { state, texts: [{ kind: "title", text }] };
  };
  const messageEntry = (id: string, known: Doc | undefined): Entry | "same" | undefined => {
    const row = message.get(id);
    if (row === undefined) return undefined;
    if (row.settled) {
      const state = settledWith(JSON.parse(row.labels));
      return known?.state === state ? "same" : { state, texts: textsOf(row) };
    }
    const bytes = sizeOf(id);
    const isLittle = bytes === 0 || (known !== undefined && bytes < known.state * GROWTH);
    return isLittle ? "same" : { state: bytes, texts: textsOf(row) };
  };
  const entryOf = (id: string, known?: Doc) => (isTitle(id) ? titleEntry : messageEntry)(id, known);
  const put = (id: string, doc: number, { state, texts }: Entry): void => {
    added.characters += docs.put(doc, id, state, texts);
    added.documents += 1;
  };
  const lastDoc = () => Math.max(docs.newest(), reserved);
  const placeBefore = (end: number, ids: readonly string[]): void => {
    const entries = ids.map((id) => ({ id, known: docs.of(id), entry: entryOf(id) }));
    // FTS5 gathers documents only while their numbers ascend: a step down would write each of them alone.
    for (const { known, entry } of entries) if (known !== undefined && isNew(entry)) docs.remove(known.doc);
    let doc = end - ids.length;
    for (const { id, known, entry } of entries) {
      if (isNew(entry)) put(id, doc, entry);
      if (known === undefined) added.messages += 1;
      doc += 1;
    }
  };
  return {
    look: (id) => {
      const known = docs.of(id);
      const entry = entryOf(id, known);
      if (entry === "same") return;
      if (known !== undefined) docs.remove(known.doc);
      if (entry === undefined) return;
      if (known === undefined && !isTitle(id)) added.messages += 1;
      put(id, known?.doc ?? (isTitle(id) ? docs.newestTitle() : lastDoc()) + 1, entry);
    },
    addOlder: (ids) => placeBefore(docs.oldest(), ids),
    lacks: (id) => docs.of(id) === undefined && isNew(entryOf(id)),
    reserve: (count) => {
      reserved = lastDoc() + count;
      return reserved + 1;
    },
    placeBefore,
    sizeOf,
    added,
  };
}

function docRows(index: Database) {
  const of = index.prepare<[Key], Doc>("SELECT doc, state FROM docs WHERE key = ?");
  const oldest = index.prepare<[], number | null>("SELECT min(doc) FROM docs").pluck();
  const newest = index.prepare<[number], number | null>("SELECT max(doc) FROM docs WHERE doc < ?").pluck();
  const addDoc = index.prepare<[number, Key, number]>("INSERT INTO docs (doc, key, state) VALUES (?, ?, ?)");
  const addWords = index.prepare<[number, string]>("INSERT INTO words (rowid, text) VALUES (?, ?)");
  const removeDoc = index.prepare<[number]>("DELETE FROM docs WHERE doc = ?");
  const removeWords = index.prepare<[number]>("DELETE FROM words WHERE rowid = ?");
  return {
    of: (id: string) => of.get(keyOf(id)),
    oldest: () => Math.min(oldest.get() ?? FIRST_DOC, FIRST_DOC),
    newest: () => newest.get(FIRST_TITLE) ?? FIRST_DOC,
    newestTitle: () => Math.max(newest.get(Number.MAX_SAFE_INTEGER) ?? 0, FIRST_TITLE),
    /** Returns the number of characters. */
    put: (doc: number, id: string, state: number, texts: Entry["texts"]): number => {
      addDoc.run(doc, keyOf(id), state);
      let characters = 0;
      const zones = new Map<Zone, TokenText>();
      for (const { kind, text } of texts) {
        const zone = zoneOfKind(kind);
        const tokens = zones.get(zone) ?? new TokenText();
        zones.set(zone, tokens);
        if (tokens.characters < MOST_CHARACTERS) tokens.take(text);
        characters += text.length;
      }
      for (const zone of ZONES) {
        const words = zones.get(zone)?.end() ?? "";
        if (words !== "") addWords.run(rowOf(doc, zone), zone === "label" ? `${LABELLED} ${words}` : words);
      }
      return characters;
    },
    remove: (doc: number) => {
      removeDoc.run(doc);
      for (const zone of ZONES) removeWords.run(rowOf(doc, zone));
    },
  };
}

/** Questions and answers are told apart by their message, and titles by their session. */
export const zoneOfKind = (kind: FoundKind): Zone =>
  kind === "question" || kind === "answer" || kind === "title" ? "said" : kind;
