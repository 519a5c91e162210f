/** Answers questions about a whole session. Runs in the reader's thread, on its own connection, message by message. */

import type { Database } from "better-sqlite3";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { joinTexts, type TextPart } from "../../../src-preload/contract/domain/long-texts";
import { countMatches } from "../../../src-preload/contract/domain/matching";
import type { BraidPart, FoundInSession } from "../../../src-preload/contract/domain/messages";
import { isQuestion, questionText } from "../../../src-preload/contract/domain/permissions";
import { textsToFind } from "../../../src-preload/contract/domain/texts-to-find";
import type { TranscriptQuery } from "../../core/ports/transcript-store";

export interface FindQuery {
  session_id: SessionId;
  /** Folded. */
  needle: string;
  /** The live message, which its window searches itself. */
  without?: MessageId;
}

/** Messages that are reported as matches. A word in more of them is too common to go through. */
const MOST_MESSAGES = 5000;

const TEXTS = `SELECT m.id, m.role, p.data_json FROM chat_messages m JOIN chat_parts_view p ON p.message_id = m.id
  WHERE m.session_id = ? AND m.hidden_at IS NULL AND m.id <> ? ORDER BY m.id, p."index"`;

interface TextRow {
  id: MessageId;
  role: string;
  data_json: string;
}

const isTyped = (part: unknown): part is BraidPart =>
  typeof part === "object" && part !== null && "type" in part && typeof part.type === "string";

/** Returns undefined for an unreadable part: the window shows that its message cannot be read. */
function partIn(data_json: string): BraidPart | undefined {
  try {
    const part: unknown = JSON.parse(data_json);
    return isTyped(part) ? part : undefined;
  } catch {
    return undefined;
  }
}

function textOf(data_json: string): string {
  const part = partIn(data_json);
  if (part === undefined) return "";
  if (isQuestion(part)) return questionText(part.data);
  return "text" in part && typeof part.text === "string" ? part.text : "";
}

/** @throws SqliteError */
export function findInSession(
  db: Database,
  { session_id, needle, without = "" as MessageId }: FindQuery,
): FoundInSession {
  const rows = db.prepare<[SessionId, string], TextRow>(TEXTS).iterate(session_id, without);
  const found: FoundInSession = { matches: [], more: false };
  for (const { id, role, data_json } of rows) {
    found.through = id;
    const part = partIn(data_json);
    const count = part === undefined ? 0 : countMatches(textsToFind(part), role, needle);
    if (count === 0) continue;
    const last = found.matches.at(-1);
    if (last?.message_id === id) last.count += count;
    else if (found.matches.length < MOST_MESSAGES) found.matches.push({ message_id: id, count });
    else found.more = true;
  }
  return found;
}

/** Characters. A clipboard should not hold more. */
const MOST_SAID = 64_000_000;

const SAID = `SELECT m.id, m.role, p."index", p.data_json FROM chat_messages m JOIN chat_parts_view p ON p.message_id = m.id
  WHERE m.session_id = ? AND m.hidden_at IS NULL AND m.id >= ? AND m.id <= ? AND p.type IN ('text', 'data-question') ORDER BY m.id, p."index"`;

interface SaidRow extends TextRow {
  index: number;
}

/** The texts of the rows, message by message. */
function* byMessage(rows: Iterable<SaidRow>): Iterable<{ role: string; parts: TextPart[] }> {
  let [before, role, parts]: [string, string, TextPart[]] = ["", "", []];
  for (const row of rows) {
    if (row.id !== before && parts.length > 0) {
      yield { role, parts };
      parts = [];
    }
    before = row.id;
    role = row.role;
    parts.push({ text: textOf(row.data_json), index: row.index });
  }
  if (parts.length > 0) yield { role, parts };
}

/** The session's text as Markdown; undefined where it is too long. @throws SqliteError */
export function textOfSession(
  db: Database,
  { session_id, from = "" as MessageId, to = "~" as MessageId, names }: TranscriptQuery,
): string | undefined {
  const said: string[] = [];
  let length = 0;
  const rows = db.prepare<[SessionId, string, string], SaidRow>(SAID).iterate(session_id, from, to);
  for (const { role, parts } of byMessage(rows)) {
    const text = joinTexts(parts);
    if (text === "") continue;
    said.push(`**${role === "user" ? names.user : names.assistant}**`, text);
    length += text.length;
    if (length > MOST_SAID) return undefined;
  }
  return said.join("\n\n");
}
