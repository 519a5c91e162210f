/** A session as people read it: its rows parsed, and without what an export leaves out. Feeds the formats for readers. */
import { PICTURE_TYPES, sha256In } from "../../../src-preload/contract/domain/attachments";
import type { ExportIncludes, NoteKind } from "../../../src-preload/contract/domain/exchange";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import {
  isPermission,
  isQuestion,
  questionText,
  wordOf,
} from "../../../src-preload/contract/domain/permissions";
import {
  isMissingFile,
  isRecap,
  isTold,
  type ToldPart,
  toldWords,
} from "../../../src-preload/contract/domain/told";
import { pictureMarkOf } from "../../../src-preload/contract/domain/tool-pictures";
import { isToolResult } from "../../../src-preload/contract/domain/tools";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { totalTokens } from "../../core/context/usage";
import type { ExportWords } from "../../core/ports/exchange";
import type { Row, SessionRows, Whole } from "./session-rows";

export interface ReadableFile {
  is: "file";
  name: string;
  media_type: string;
  sha256: string | undefined;
  url: string;
  /** A tool has read it. */
  of_tool: boolean;
}

export type ReadablePart =
  | { is: "text"; text: string }
  | { is: "reasoning"; text: string }
  | { is: "tool"; name: string; input: string; output: string; failed: boolean }
  | ReadableFile
  /** `name`: how another program calls it. */
  | { is: NoteKind; name?: string; text: string }
  | { is: "unknown"; type: string; json: string };

export interface ReadableMessage {
  role: string;
  /** The model of an answer. */
  model: string | undefined;
  created_at: number;
  hidden: boolean;
  /** The tokens of an answer; absent where nobody counted them. */
  usage?: Usage;
  /** The names that its user gave it (SE-11). */
  labels: string[];
  parts: ReadablePart[];
}

export interface ReadableSession {
  title: string;
  model: string | undefined;
  created_at: number;
  /** The title of the session of which this one is a branch. */
  parent: string | undefined;
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
  parent?: string,
): ReadableSession {
  return {
    title: textIn(row.title),
    model: modelIn(row.model_json),
    created_at: Number(row.created_at),
    parent,
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
    const usage = usageIn(fieldsOf(row.metadata_json).usage);
    yield {
      role: textIn(row.role),
      model: modelIn(fieldsOf(row.metadata_json).model),
      created_at: Number(row.created_at),
      hidden,
      ...(usage === undefined ? {} : { usage }),
      labels: (own.message_labels ?? []).map(({ name }) => textIn(name)),
      parts,
    };
  }
}

/** An imported file may say anything there: what is no number counts as none. */
function usageIn(json: unknown): Usage | undefined {
  const told = fieldsOf(json);
  const count = (kind: keyof Usage): number => {
    const tokens = told[kind];
    return typeof tokens === "number" && tokens > 0 ? tokens : 0;
  };
  const [input, output, reasoning] = [count("input"), count("output"), count("reasoning")];
  const usage = {
    input,
    output,
    reasoning,
    cache_read: count("cache_read"),
    cache_write: count("cache_write"),
  };
  return totalTokens(usage) === 0 ? undefined : usage;
}

/** Tokens in words: what was read, cached or not, and what was written, thinking included. */
export function usageText({ input, output, reasoning, cache_read, cache_write }: Usage, words: ExportWords) {
  const number = new Intl.NumberFormat(words.language);
  const [read, written] = [input + cache_read + cache_write, output + reasoning];
  return `${number.format(read)} ${words.tokens_in}, ${number.format(written)} ${words.tokens_out}`;
}

const isWanted = (part: ReadablePart, include: ExportIncludes): boolean =>
  (part.is !== "reasoning" || include.reasoning) && (!isOfTools(part) || include.tools);

const OF_TOOLS: readonly ReadablePart["is"][] = ["tool", "shortened", "word"];
const isOfTools = (part: ReadablePart): boolean =>
  part.is === "file" ? part.of_tool : OF_TOOLS.includes(part.is);

const OF_TOOL = `(p.type = 'file' AND CASE WHEN json_valid(p.data_json)
  THEN p.data_json ->> '$.providerMetadata.braid.tool_call_id' END IS NOT NULL)`;

/**
 * SQL: the messages of the sessions `@ids` that are read with `@hidden`, `@reasoning` and `@tools`, by the kinds of their parts. The same
 * rule as above; a text without words counts all the same.
 */
export const READ_MESSAGES = `SELECT count(*) FROM chat_messages m
  WHERE m.session_id IN (SELECT value FROM json_each(@ids)) AND (@hidden OR m.hidden_at IS NULL)
    AND EXISTS (SELECT 1 FROM chat_parts p WHERE p.message_id = m.id
      AND p.type NOT IN (SELECT value FROM json_each(@silent))
      AND (@reasoning OR p.type <> 'reasoning')
      AND (@tools OR NOT (p.type IN ('dynamic-tool', 'data-output-summary') OR p.type LIKE 'tool-%' OR ${OF_TOOL})))`;

function readPart({ data_json, type }: Row): ReadablePart[] {
  const kind = textIn(type);
  const part = fieldsOf(data_json);
  if (kind === "text") return said("text", part.text);
  if (kind === "reasoning") return said("reasoning", part.text);
  if (kind === "file") return [fileOf(part)];
  if (kind === "dynamic-tool" || kind.startsWith("tool-")) return [toolOf(kind, part)];
  if (kind === "data-compaction" || kind === "data-left-summary")
    return said("summary", fieldsOf(part.data).summary);
  return dataOf({ ...part, type: kind }, data_json);
}

/** Kinds of parts that say nothing to a reader: marks between steps, and entries of an import that wait for the next export. */
export const SILENT = ["step-start", "data-permission", "data-carried"];

function dataOf(part: { type: string }, json: Row[string] | undefined): ReadablePart[] {
  if (isQuestion(part)) return said("text", questionText(part.data));
  if (isPermission(part)) return said("word", wordOf(part.data.answer));
  if (isOutputSummary(part)) return said("shortened", part.data.summary);
  if (isTold(part)) return toldOf(part);
  if (SILENT.includes(part.type)) return [];
  return [{ is: "unknown", type: part.type, json: textIn(json) }];
}

function toldOf(part: ToldPart): ReadablePart[] {
  const text = toldWords(part);
  if (isRecap(part)) return said("reasoning", text);
  if (isMissingFile(part)) {
    return [{ is: "file", name: text, media_type: "", sha256: undefined, url: "", of_tool: false }];
  }
  const kind = textIn(part.data?.kind);
  if (kind === "custom-instructions") return said("instructions", text);
  return kind === "" && text === "" ? [] : [{ is: "imported", name: kind, text }];
}

function said(is: "text" | "reasoning" | NoteKind, text: unknown): ReadablePart[] {
  const words = textIn(text);
  return words.trim() === "" ? [] : [{ is, text: words }];
}

export function fileOf(part: Fields): ReadableFile {
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
