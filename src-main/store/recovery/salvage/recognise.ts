/**
 * Tells the table of a row by the row alone: the schema may be lost. Each kind of row has its own first columns (ids carry their kind,
 * DB-5) and its own number of columns.
 */
import { PERMISSION_MODES } from "../../../../src-preload/contract/domain/permissions";
import type { StoredRow, Value } from "./records";

export interface FoundRow {
  table: string;
  values: Value[];
}

/** Columns of the first version of each table. Later versions only add (DB-6), and a row may be older than they are. */
const COLUMNS: Readonly<Record<string, number>> = {
  chat_sessions: 22,
  chat_messages: 7,
  chat_parts: 10,
  chat_timeline_ops: 5,
  chat_queue: 5,
};

const isId = (prefix: string, value: Value | undefined): value is string =>
  typeof value === "string" && value.length === 30 && value.startsWith(`${prefix}_`);
/** Returns true for epoch milliseconds, or none; small numbers are row ids. */
const isMoment = (value: Value | undefined): boolean =>
  value === null || (isNumber(value) && value > 100_000_000_000);
const isDigest = (value: Value | undefined): boolean =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isText = (value: Value | undefined): value is string => typeof value === "string";
const isNumber = (value: Value | undefined): value is number => typeof value === "number";

export function isJson(value: Value | undefined): boolean {
  if (!isText(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for rows of indexes, of SQLite's own tables, and of unknown ones. */
export function recognise({ from, rowid, values }: StoredRow): FoundRow | undefined {
  const table = from === "index" ? withoutRowid(values) : (transcript(values) ?? beside(values));
  if (table === undefined) return undefined;
  // SQLite keeps a numeric key beside the row, not in it.
  if (values[0] === null) return { table, values: [rowid, ...values.slice(1)] };
  return { table, values };
}

/** A message or a part that an entry of an index names: it existed, even if its row cannot be read. */
export interface Mention {
  message_id: string;
  /** The index of the part; absent for the message itself. */
  part?: number;
}

export function mentionIn({ from, values }: StoredRow): Mention | undefined {
  const [first, second] = values;
  if (from === "table" || values.length !== 3) return undefined;
  if (isId("ses", first) && isId("msg", second)) return { message_id: second };
  if (isId("msg", first) && isNumber(second)) return { message_id: first, part: second };
  return undefined;
}

const LEVELS: readonly (Value | undefined)[] = ["middle", "cleared"];

const MODES: readonly (Value | undefined)[] = PERMISSION_MODES;

const isMode = ([folder, mode, at, ...more]: Value[]): boolean =>
  more.length === 0 && isText(folder) && MODES.includes(mode) && isNumber(at);

const isLabel = ([message_id, name, at, ...more]: Value[]): boolean =>
  more.length === 0 && isId("msg", message_id) && isText(name) && !isId("top", name) && isMoment(at);

/** Rows that users made outside of any turn. */
function namedByHand(values: Value[]): string | undefined {
  if (isLabel(values)) return "message_labels";
  const [sha256, at, ...more] = values;
  return more.length === 0 && isDigest(sha256) && isNumber(at) && isMoment(at)
    ? "removed_prompts"
    : undefined;
}

function withoutRowid(values: Value[]): string | undefined {
  const [first, second, third] = values;
  if (values.length === 3 && isId("prt", first) && isNumber(second) && isJson(third)) return "chat_deltas";
  if (values.length === 3 && isId("ses", first) && isMoment(second) && isMoment(third))
    return "session_marks";
  if (values.length === 2 && isId("msg", first) && isId("top", second)) return "chat_message_hides";
  if (values.length === 4 && isId("msg", first) && isNumber(second) && third === "hook")
    return "supplied_costs";
  const named = namedByHand(values);
  if (named !== undefined) return named;
  if (isMode(values)) return "workspace_modes";
  if (values.length >= 6 && isId("msg", first) && isNumber(second) && LEVELS.includes(third))
    return "chat_prune_marks";
  if (values.length === 3 && isId("top", first) && isNumber(third)) return "chat_timeline_forks";
  return besideSession(values);
}

/** Recognises what ties a session to another one, or to its import. */
function besideSession([session_id, to, third, fourth, ...more]: Value[]): string | undefined {
  if (!isId("ses", session_id) || more.length > 0) return undefined;
  if (isNumber(to) && isMoment(third) && isNumber(fourth)) return "imported_sessions";
  if (!isId("ses", to) || fourth !== undefined) return undefined;
  if (isMoment(third)) return "session_asides";
  return isText(third) ? "session_tasks" : undefined;
}

function transcript(values: Value[]): string | undefined {
  const [id, owner, third, fourth, , sixth] = values;
  const has = (table: string): boolean => values.length >= (COLUMNS[table] ?? 0);
  if (isId("ses", id) && has("chat_sessions") && isText(owner) && isText(third)) return "chat_sessions";
  if (isId("msg", id) && isId("ses", owner) && has("chat_messages") && isJson(fourth)) return "chat_messages";
  if (isId("prt", id) && isId("msg", owner) && isId("ses", third) && has("chat_parts") && isJson(sixth))
    return "chat_parts";
  if (isId("top", id) && isId("ses", owner) && has("chat_timeline_ops")) return "chat_timeline_ops";
  if (
    isId("que", id) &&
    isId("ses", owner) &&
    values.length === COLUMNS.chat_queue &&
    isJson(third) &&
    isNumber(fourth)
  )
    return "chat_queue";
  return undefined;
}

const PLACES: readonly (Value | undefined)[] = ["composer", "message", "waiting"];

function isPlaceDraft(values: Value[]): boolean {
  const [session_id, place, target, writer, text, , as_of, at, files = null, agent = null, ...more] = values;
  const isPlaced = isDrafted(session_id) && PLACES.includes(place) && isText(target) && isText(writer);
  const isWritten = isJson(text) && (files === null || isJson(files)) && (agent === null || isText(agent));
  return more.length === 0 && isPlaced && isWritten && (as_of === null || isNumber(as_of)) && isNumber(at);
}

const isDrafted = (value: Value | undefined): boolean => value === "" || isId("ses", value);

function isWindowDraft(values: Value[]): boolean {
  const [slot, session_id, text, model, at, edited = null, queued = null, ...more] = values;
  const isWritten = [model, edited, queued].every((it) => it === null || isJson(it));
  return (
    more.length === 0 && isText(slot) && isDrafted(session_id) && isJson(text) && isNumber(at) && isWritten
  );
}

function beside(values: Value[]): string | undefined {
  const [first, second, third, fourth] = values;
  if (isDigest(first)) {
    if (values.length === 2 && isJson(second)) return "system_prompt_sections";
    if (values.length === 3 && isJson(second)) return "system_prompts";
    if (values.length === 5 && Buffer.isBuffer(fourth)) return "blobs";
    return undefined;
  }
  if (values.length === 3 && (first === "" || isId("ses", first)) && isJson(second) && isNumber(third))
    return "drafts";
  if (isWindowDraft(values)) return "window_drafts";
  if (isPlaceDraft(values)) return "place_drafts";
  if (first === null) return numbered(values);
  if (values.length === 2 && isText(first) && !first.startsWith("store.") && isJson(second))
    return "app_state";
  return undefined;
}

const isImport = ([, entry, files, through = null, ...more]: Value[]): boolean =>
  more.length === 0 &&
  (entry === null || isNumber(entry)) &&
  isJson(files) &&
  (through === null || isId("msg", through));

/** Recognises rows with a numeric key. */
function numbered(values: Value[]): string | undefined {
  const [, second, third, fourth, fifth, sixth] = values;
  if (values.length === 6 && isId("ses", second) && isText(third) && isNumber(fifth) && isMoment(sixth))
    return "undo_entries";
  if (isImport(values)) return "imports";
  if (values.length === 8 && isId("ses", second) && isText(third) && isJson(fourth)) return "agent_calls";
  if (values.length === 7 && isText(third) && isText(fourth)) return "permission_rules";
  if (
    values.length === 10 &&
    isId("ses", second) &&
    isId("msg", third) &&
    isText(fourth) &&
    isNumber(values[9])
  )
    return "file_changes";
  if (values.length === 10 && isId("ses", second) && isText(fourth) && isText(fifth))
    return "permission_decisions";
  return undefined;
}
