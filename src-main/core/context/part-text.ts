/** The words of a message's parts: names of tools, inputs and outputs as text, for sizes and for those who summarise them. Pure. */

import { isLeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { isToolResult } from "../../../src-preload/contract/domain/tools";

export type ToolPart = Extract<BraidPart, { toolCallId: string }>;

export const isTool = (part: BraidPart): part is ToolPart => "toolCallId" in part;

export const toolName = (part: ToolPart): string =>
  part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);

/** JSON knows no word for `undefined`. */
export const json = (value: unknown): string => JSON.stringify(value) ?? "";

/** An output as a model reads it. */
export function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  return isToolResult(output) ? output.text : json(output);
}

/** An output in words alone: its images and other files are named, without their bytes. */
export function outputWords(output: unknown): string {
  if (typeof output === "string") return withoutDataUrl(output);
  return isToolResult(output) ? withoutDataUrl(output.text) : (JSON.stringify(output, withoutBytes) ?? "");
}

/** Characters. Shorter texts are worth less than the words in their place. */
const LONG_DATA = 200;
const DATA_URL = /^data:([\w.+/-]{1,100})[;,]/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function withoutBytes(this: unknown, key: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length < LONG_DATA) return value;
  const named = mediaType(this);
  const isBytes = named !== undefined && (key === "data" || key === "base64" || key === "blob");
  return isBytes && BASE64.test(value) ? bytesOf(named, value) : withoutDataUrl(value);
}

function withoutDataUrl(text: string): string {
  const [, type] = text.length < LONG_DATA ? [] : (DATA_URL.exec(text) ?? []);
  return type === undefined ? text : bytesOf(type, text);
}

const bytesOf = (type: string, data: string) => `[${type}, ${data.length} characters]`;

function mediaType(holder: unknown): string | undefined {
  if (typeof holder !== "object" || holder === null) return undefined;
  const { mediaType, mimeType } = holder as Record<"mediaType" | "mimeType", unknown>;
  const type = mediaType ?? mimeType;
  return typeof type === "string" ? type : undefined;
}

/** Characters that the line in the place of a middle may take. A text that would not become shorter stays whole. */
const LINE = 200;

/** The first and the last `keep` characters of a text, and a line that says how much is missing. Twice does what once does. */
export function withoutMiddle(text: string, keep: number): string {
  if (text.length <= 2 * keep + LINE) return text;
  const head = text.slice(0, keep).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(-keep).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n[${text.length - head.length - tail.length} characters are left out here]\n${tail}`;
}

/** The text of a part as a model reads it; of a file, nothing. */
export function partText(part: BraidPart): string {
  if (part.type === "text" || part.type === "reasoning") return part.text;
  if (isLeftSummary(part)) return part.data.summary;
  if (!isTool(part) || part.state === "input-streaming") return "";
  const result = part.state === "output-available" ? outputText(part.output) : (part.errorText ?? "");
  return `${toolName(part)} ${json(part.input)} ${result}`;
}
