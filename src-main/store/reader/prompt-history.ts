/** Finds what its user sent in any session (SE-5b). Runs in the reader's thread, on its own connection. */

import type { Database } from "better-sqlite3";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { fold } from "../../../src-preload/contract/domain/matching";
import type { PromptHistoryPage, SentPrompt } from "../../../src-preload/contract/domain/prompt-history";
import type { PromptQuery } from "../../core/ports/prompt-history-store";
import { removedIn } from "../transcript/removed-prompts";

/** Messages that one question looks through, and characters: the next question goes on where it ended. */
const MOST_MESSAGES = 2000;
const MOST_CHARACTERS = 8_000_000;
/** Characters of a message that a list shows. */
const SHOWN = 400;
/** Sorts after every id. */
const LAST = "msg_~";

/**
 * Walks the primary key from its end. Leaves out what the composer's walk leaves out, too: copies in branches, whose originals are there,
 * and what a model told its helpers (AG-2).
 */
const SENT = `SELECT m.id, m.session_id, m.created_at, (
    SELECT group_concat(p.data_json ->> '$.text', char(10, 10) ORDER BY p."index")
    FROM chat_parts p WHERE p.message_id = m.id AND p.type = 'text') AS text
  FROM chat_messages m
  WHERE m.id < @before AND m.role = 'user' AND json_extract(m.metadata_json, '$.synthetic') IS NOT 1
    AND EXISTS (SELECT 1 FROM chat_sessions s WHERE s.id = m.session_id AND s.deleted_at IS NULL
      AND m.id > coalesce(s.metadata_json ->> '$.copied_through', ''))
    AND NOT EXISTS (SELECT 1 FROM session_tasks t WHERE t.session_id = m.session_id)
  ORDER BY m.id DESC LIMIT ${MOST_MESSAGES}`;

interface Row {
  id: MessageId;
  session_id: SessionId;
  created_at: number;
  text: string | null;
}

/** @throws SqliteError */
export function searchPrompts(db: Database, { words, before, limit }: PromptQuery): PromptHistoryPage {
  const isRemoved = removedIn(db);
  const found: SentPrompt[] = [];
  let last: { text: string; id: MessageId } | undefined;
  let [looked, characters] = [0, 0];
  for (const { text, ...row } of db.prepare<[object], Row>(SENT).iterate({ before: before ?? LAST })) {
    const said = text ?? "";
    const isNew = said.trim() !== "" && said !== last?.text;
    last = { text: said, id: row.id };
    looked += 1;
    characters += said.length;
    if (isNew && !isRemoved(said, row.created_at) && hasAll(said, words))
      found.push({ ...row, text: said.slice(0, SHOWN) });
    if (found.length === limit || characters > MOST_CHARACTERS) return { found, next: row.id };
  }
  return looked === MOST_MESSAGES && last !== undefined ? { found, next: last.id } : { found };
}

function hasAll(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}
