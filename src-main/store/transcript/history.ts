/** Reads the user's messages, newest first, for the composer to walk through. Leaves out what its user took out of the history (SE-5b). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { TranscriptStore } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { removedIn } from "./removed-prompts";

interface SaidRow {
  id: MessageId;
  created_at: number;
  /** The text parts of the message, as a JSON array. */
  parts: string;
}

/** Characters of one page: a message may be a book, and a page of books would be a library. */
const PAGE_SIZE = 4_000_000;
/** Sorts after every id. */
const LAST = "msg_~";

/**
 * Both statements walk an index from its end; about every other row is the user's. Copied messages of a branch are left out of the rest,
 * because their originals are there; what a model
 * told its helpers (AG-2) is no word of the user.
 */
const said = (which: string) => `
  SELECT m.id, m.created_at, (
    SELECT json_group_array(json(p.data_json) ORDER BY p."index")
    FROM chat_parts p WHERE p.message_id = m.id AND p.type = 'text') AS parts
  FROM chat_messages m
  WHERE ${which} AND m.id < @before AND m.role = 'user' AND json_extract(m.metadata_json, '$.synthetic') IS NOT 1
  ORDER BY m.id DESC`;

export function historyVerbs({ raw }: Connection): Pick<TranscriptStore, "said"> {
  const statements = {
    session: raw.prepare<[object], SaidRow>(said("m.session_id = @session_id")),
    rest: raw.prepare<[object], SaidRow>(
      said(`m.session_id <> @session_id
        AND EXISTS (SELECT 1 FROM chat_sessions s WHERE s.id = m.session_id AND s.deleted_at IS NULL
          AND m.id > coalesce(s.metadata_json ->> '$.copied_through', ''))
        AND NOT EXISTS (SELECT 1 FROM session_tasks t WHERE t.session_id = m.session_id)`),
    ),
  };
  return {
    said: ({ session_id, in: where, before = LAST, limit }) => {
      const found: { id: MessageId; text: string }[] = [];
      const isRemoved = removedIn(raw);
      let size = 0;
      // Without a limit of its own: a page of removed texts alone would look like the end.
      for (const { id, created_at, parts } of statements[where].iterate({
        session_id: session_id ?? "",
        before,
      })) {
        const text = (JSON.parse(parts) as { text: string }[]).map((part) => part.text).join("\n\n");
        if (isRemoved(text, created_at)) continue;
        found.push({ id, text });
        size += text.length;
        if (found.length === limit || size > PAGE_SIZE) break;
      }
      return found;
    },
  };
}
