/** A session as people read it: its rows parsed, and without what an export leaves out. Feeds the formats for readers. */
import { PICTURE_TYPES, sha256In } from "../../../src-preload/contract/domain/attachments";
import type { ExportIncludes } from "../../../src-preload/contract/domain/exchange";
import { isQuestion, questionText } from "../../../src-preload/contract/domain/permissions";
import { pictureMarkOf } from "../../../src-preload/contract/domain/tool-pictures";
import { isToolResult } from "../../../src-preload/contract/domain/tools";
import type { Row, SessionRows, Whole } from "./session-rows";

export type ReadablePart =
  | { is: "text"; text: string }
  | { is: "reasoning"; text: string }
  | { is: "tool"; name: string; input: string; output: string; failed: boolean }
  | {
      is: "file";
      name: string;
      media_type: string;
      sha256: string | undefined;
      url: string;
      /** A tool has read it. */
      of_tool: boolean;
    }
  /** A summary of earlier turns (CP-3), or of a way that was left (RW-8). */
  | { is: "summary"; text: string }
  | { is: "unknown"; type: string; json: string };

export interface ReadableMessage {
  role: string;
  /** The model of an answer. */
  model: string | undefined;
  created_at: number;
  hidden: boolean;
  /** The names that its user gave it (SE-11). */
  labels: string[];
  parts: ReadablePart[];
}

export interface ReadableSession {
  title: string;
  model: string | undefined;
  created_at: number;
  /** Present for a sidecar: it stands after the session that it belongs to. */
  sidecar: boolean;
  messages: Iterable<ReadableMessage>;
}

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(json: unknown): Fields {
  try {
    const value: unknown = typeof json === "string" ? JSON.parse(json) : json;
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const modelIn = (json: unknown): string | undefined => textIn(fieldsOf(json).model_id) || undefined;

export function readable(
  { row, own, messages }: Omit<SessionRows, "named">,
  include: ExportIncludes,
): ReadableSession {
  return {
    title: textIn(row.title),
    model: modelIn(row.model_json),
    created_at: Number(row.created_at),
    sidecar: own.session_asides !== undefined,
    messages: readMessages(messages, include),
  };
}

function* readMessages(messages: Iterable<Whole>, include: ExportIncludes): Iterable<ReadableMessage> {
  for (const { row, own } of messages) {
    const hidden = row.hidden_at !== null;
    if (hidden && !include.hidden) continue;
    const parts = (own.chat_parts ?? [])
      .flatMap((part) => readPart(part))
      .filter((part) => isWanted(part, include));
    if (parts.length === 0) continue;
    yield {
      role: textIn(row.role),
      model: modelIn(fieldsOf(row.metadata_json).model),
      created_at: Number(row.created_at),
      hidden,
      labels: (own.message_labels ?? []).map(({ name }) => textIn(name)),
      parts,
    };
  }
}

const isWanted = (part: ReadablePart, include: ExportIncludes): boolean =>
  (part.is !== "reasoning" || include.reasoning) && (!isOfTools(part) || include.tools);

const isOfTools = (part: ReadablePart): boolean => part.is === "tool" || (part.is === "file" && part.of_tool);

function readPart({ data_json, type }: Row): ReadablePart[] {
  const kind = textIn(type);
  const part = fieldsOf(data_json);
  if (kind === "text") return said("text", part.text);
  if (kind === "reasoning") return said("reasoning", part.text);
  if (kind === "file") return [fileOf(part)];
  if (kind === "dynamic-tool" || kind.startsWith("tool-")) return [toolOf(kind, part)];
  if (kind === "data-compaction" || kind === "data-left-summary")
    return said("summary", fieldsOf(part.data).summary);
  const question = { type: kind, ...part };
  if (isQuestion(question)) return said("text", questionText(question.data));
  // Marks between steps, permissions and measures say nothing to a reader.
  if (kind === "step-start" || kind.startsWith("data-")) return [];
  return [{ is: "unknown", type: kind, json: textIn(data_json) }];
}

function said(is: "text" | "reasoning" | "summary", text: unknown): ReadablePart[] {
  const words = textIn(text);
  return words.trim() === "" ? [] : [{ is, text: words }];
}

function fileOf(part: Fields): ReadablePart {
  const url = textIn(part.url);
  const mark = pictureMarkOf({ ...part, type: "file" });
  return {
    is: "file",
    name: textIn(part.filename ?? mark?.filename),
    media_type: textIn(part.mediaType),
    sha256: sha256In(url),
    url,
    of_tool: mark !== undefined,
  };
}

const shown = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

function toolOf(kind: string, part: Fields): ReadablePart {
  const { output, errorText, input, rawInput } = part;
  return {
    is: "tool",
    name: kind === "dynamic-tool" ? textIn(part.toolName) : kind.slice("tool-".length),
    input: shown(input ?? rawInput),
    output: errorText === undefined ? (isToolResult(output) ? output.text : shown(output)) : shown(errorText),
    failed: errorText !== undefined,
  };
}

export const isPicture = ({ media_type }: { media_type: string }): boolean =>
  PICTURE_TYPES.includes(media_type);
