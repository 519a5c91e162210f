/** Reads the words of messages by their kind. Pure but for reading the rows. */
import type { Database } from "better-sqlite3";
import { isCompaction } from "../../../src-preload/contract/domain/compaction";
import { isLeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import {
  isPermission,
  isQuestion,
  questionText,
  wordOf,
} from "../../../src-preload/contract/domain/permissions";
import type { FoundKind } from "../../../src-preload/contract/domain/search-query";
import { isMissingFile, isRecap, isTold, toldWords } from "../../../src-preload/contract/domain/told";

/** One text of a message. */
export interface Said {
  kind: FoundKind;
  text: string;
}

export interface PartText {
  data_json: string;
}

const PARTS = `SELECT data_json FROM chat_parts_view WHERE message_id = ? ORDER BY "index"`;
const LABELS = "SELECT name FROM message_labels WHERE message_id = ? ORDER BY name";

/** The statements of this file, for the test that looks at their plans. */
export const TEXT_SQL = {
  labels: LABELS,
  // In the order of the list and of the index that finds the parts. Sorting would keep all texts in memory.
  parts: `SELECT j.key AS place, p.data_json FROM json_each(?) j CROSS JOIN chat_parts_view p ON p.message_id = j.value`,
} as const;

/** SQL: the labels of a message, as a JSON array in the order of their names. Almost all have none: sorting nothing takes its time, too. */
export const labelsSql = (message_id: string): string =>
  `iif(EXISTS (SELECT 1 FROM message_labels WHERE message_id = ${message_id}),
    (SELECT json_group_array(name ORDER BY name) FROM message_labels WHERE message_id = ${message_id}), '[]')`;

const labelText = (text: string): Said => ({ kind: "label", text });

/** Returns the reader of a message's texts, in their order: those of its parts, then its labels. */
export function textsReader(db: Database): (message: { id: string; role: string }) => Iterable<Said> {
  const parts = db.prepare<[string], PartText>(PARTS);
  const labels = db.prepare<[string], string>(LABELS).pluck();
  // One row at a time: a message may have 32 MB.
  return function* ({ id, role }) {
    for (const row of parts.iterate(id)) yield* textsOf(row, role);
    yield* labels.all(id).map(labelText);
  };
}

export interface LabelledText {
  id: string;
  role: string;
  labels: readonly string[];
}

/** Returns the reader of the texts of each of several messages. A statement for each message takes ten times as long. */
export function manyTextsReader(db: Database) {
  const parts = db.prepare<[string], [place: number, data_json: string]>(TEXT_SQL.parts).raw();
  return function* (messages: readonly LabelledText[]): Generator<Said[], void> {
    let said: Said[] = [];
    let at = 0;
    const end = (): Said[] => {
      const all = said;
      for (const label of messages[at]?.labels ?? []) all.push(labelText(label));
      said = [];
      at += 1;
      return all;
    };
    // One row at a time: a message may have 32 MB.
    for (const [place, data_json] of parts.iterate(JSON.stringify(messages.map(({ id }) => id)))) {
      while (at < place) yield end();
      for (const one of textsOf({ data_json }, messages[place]?.role ?? "")) said.push(one);
    }
    while (at < messages.length) yield end();
  };
}

/** The texts of a part, as a reader of the conversation sees them. A damaged row has none. */
export function textsOf({ data_json }: PartText, role: string): Said[] {
  const part = parsed(data_json);
  if (part === undefined) return [];
  const own = role === "user" ? "question" : "answer";
  if (part.type === "text") return said(own, part.text);
  if (part.type === "reasoning") return said("reasoning", part.text);
  if (part.type === "file") return said("file", part.filename);
  if (part.type === "source-url" || part.type === "source-document")
    return said("answer", part.title, "url" in part ? part.url : undefined);
  if (part.type === "dynamic-tool" || part.type.startsWith("tool-")) {
    const { input, output, errorText } = part as { input?: unknown; output?: unknown; errorText?: unknown };
    return said("tool", ...leavesOf(input), ...leavesOf(output), errorText);
  }
  return textsOfData(part, own);
}

function textsOfData(part: BraidPart, own: FoundKind): Said[] {
  if (isQuestion(part)) return said("answer", questionText(part.data));
  if (isCompaction(part) || isLeftSummary(part)) return said("answer", part.data.summary);
  if (isOutputSummary(part)) return said("tool", part.data.summary);
  if (isPermission(part)) return said("tool", wordOf(part.data.answer));
  if (isTold(part))
    return said(isMissingFile(part) ? "file" : isRecap(part) ? "reasoning" : own, toldWords(part));
  return [];
}

function said(kind: FoundKind, ...texts: unknown[]): Said[] {
  const all: Said[] = [];
  for (const text of texts) if (typeof text === "string" && text !== "") all.push({ kind, text });
  return all;
}

function parsed(data_json: string): BraidPart | undefined {
  try {
    const part: unknown = JSON.parse(data_json);
    const isPart =
      typeof part === "object" && part !== null && "type" in part && typeof part.type === "string";
    // Each kind checks the shape of its own fields.
    return isPart ? (part as BraidPart) : undefined;
  } catch {
    return undefined;
  }
}

/** The words and numbers in a value, in order. Walks without recursion: a tool may nest its values as deeply as it likes. */
function leavesOf(value: unknown): string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") found.push(next);
    else if (typeof next === "number") found.push(String(next));
    else if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next).reverse()) left.push(inner);
  }
  return found;
}
