/** The words of a message by their kind, from its rows. Pure but for reading the rows. */
import type { Database } from "better-sqlite3";
import { isCompaction } from "../../../src-preload/contract/domain/compaction";
import { isLeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import { isQuestion, questionText } from "../../../src-preload/contract/domain/permissions";
import type { FoundKind } from "../../../src-preload/contract/domain/search-query";

/** One text of a message. */
export interface Said {
  kind: FoundKind;
  text: string;
}

export interface PartText {
  type: string;
  data_json: string;
}

const PARTS = `SELECT type, data_json FROM chat_parts_view WHERE message_id = ? ORDER BY "index"`;

/** Returns the reader of a message's texts, in their order. A further source of words of a message, beside its parts, is read here. */
export function textsReader(db: Database): (message: { id: string; role: string }) => Iterable<Said> {
  const parts = db.prepare<[string], PartText>(PARTS);
  // One row at a time: a message may have 32 MB.
  return function* ({ id, role }) {
    for (const row of parts.iterate(id)) yield* textsOf(row, role);
  };
}

/** The texts of a part, as a reader of the conversation sees them. A damaged row has none. */
export function textsOf({ data_json }: PartText, role: string): Said[] {
  const part = parsed(data_json);
  if (part === undefined) return [];
  const said = (kind: FoundKind, ...texts: unknown[]): Said[] =>
    texts.flatMap((text) => (typeof text === "string" && text !== "" ? { kind, text } : []));
  const own = role === "user" ? "question" : "answer";
  if (part.type === "text") return said(own, part.text);
  if (part.type === "reasoning") return said("reasoning", part.text);
  if (part.type === "file") return said("file", part.filename);
  if (part.type === "source-url" || part.type === "source-document")
    return said("answer", part.title, "url" in part ? part.url : undefined);
  if (isQuestion(part)) return said("answer", questionText(part.data));
  if (isCompaction(part) || isLeftSummary(part)) return said("answer", part.data.summary);
  if (isOutputSummary(part)) return said("tool", part.data.summary);
  if (part.type === "dynamic-tool" || part.type.startsWith("tool-")) {
    const { input, output, errorText } = part as { input?: unknown; output?: unknown; errorText?: unknown };
    return said("tool", ...leavesOf(input), ...leavesOf(output), errorText);
  }
  return [];
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
