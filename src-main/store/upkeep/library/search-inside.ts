/** Searches the messages of a backup by the word rule of the search (SE-5), without an index: reads what the list of sessions would show. */
import type { Database } from "better-sqlite3";
import type {
  BackupFound,
  BackupSearch,
  BackupSession,
} from "../../../../src-preload/contract/domain/backups";
import { parseSearch } from "../../../../src-preload/contract/domain/search-query";
import type { WorkContext } from "../../exchange/work";
import { askedBy } from "../../search/atoms";
import { hitsIn, type Sought, soughtBy } from "../../search/hits";
import { cutFrom } from "../../search/snippet";
import { type PartText, type Said, textsOf } from "../../search/texts";
import { Cancelled } from "../backups";
import { listedSql, reading } from "./look";

/** Sessions that one search returns. */
const MOST_FOUND = 100;

export interface SearchInput {
  backup: string;
  words: string;
}

/** The words that a message must hold (`all`), and those that it must not hold (`none`). */
interface Wanted {
  all: Sought;
  none: Sought;
}

/**
 * The sessions in which a message has all of the words, the last changed first, each with its newest such message. @throws Cancelled,
 * NoBackup, SqliteError; the file system's error
 */
export function searchInside({ backup, words }: SearchInput, context: WorkContext): BackupSearch {
  const wanted = wantedBy(words);
  if (wanted === undefined) return { sessions: [], more: false };
  return reading(backup, (db) => {
    const sessions = db.prepare<[], BackupSession>(sessionsSql(db)).all();
    const total = sessions.reduce((sum, one) => sum + one.messages, 0);
    const found: BackupFound[] = [];
    const findIn = finder(db, wanted);
    let done = 0;
    for (const session of sessions) {
      if (found.length === MOST_FOUND) return { sessions: found, more: true };
      let looked = 0;
      const snippet = findIn(session.session_id, () => {
        if (context.isCancelled()) throw new Cancelled();
        looked += 1;
        context.onProgress((done + looked) / Math.max(total, 1));
      });
      done += session.messages;
      if (snippet !== undefined) found.push({ ...session, snippet });
    }
    return { sessions: found, more: false };
  });
}

const sessionsSql = (db: Database): string =>
  `SELECT id AS session_id, title, updated_at,
    (SELECT count(*) FROM chat_messages m WHERE m.session_id = chat_sessions.id) AS messages
  ${listedSql(db)} ORDER BY updated_at DESC, id DESC`;

/** Undefined where nothing is asked for. There are no filters here: without its colon, one is read as words. */
function wantedBy(text: string): Wanted | undefined {
  const asked = askedBy(parseSearch(text.replaceAll(":", " ")));
  return asked.all.length === 0 ? undefined : { all: soughtBy(asked.all), none: soughtBy(asked.none) };
}

/** Returns the function that finds the newest message of a session with the words, and calls `onMessage` with each that it looks at. */
function finder(db: Database, { all, none }: Wanted) {
  const messages = db.prepare<[string], { id: string; role: string }>(
    "SELECT id, role FROM chat_messages WHERE session_id = ? ORDER BY id DESC",
  );
  const parts = db.prepare<[string], PartText>(
    'SELECT data_json FROM chat_parts_view WHERE message_id = ? ORDER BY "index"',
  );
  return (session_id: string, onMessage: () => void) => {
    for (const { id, role } of messages.iterate(session_id)) {
      onMessage();
      const said = parts.all(id).flatMap((part) => textsOf(part, role));
      if (heldIn(said, all) < all.atoms.length || heldIn(said, none) > 0) continue;
      const texts = said.map(({ text }) => text);
      return cutFrom(texts, all, role !== "user");
    }
    return undefined;
  };
}

/** The number of different words that the texts have of those sought. */
function heldIn(said: readonly Said[], sought: Sought): number {
  const held = new Set<number>();
  if (sought.atoms.length === 0) return 0;
  for (const { text } of said)
    for (const { atom } of hitsIn(text, sought)) {
      held.add(atom);
      if (held.size === sought.atoms.length) return held.size;
    }
  return held.size;
}
