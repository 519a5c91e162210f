/**
 * Tells a model of the pictures and PDFs that tools have read (AG-1). They follow the results of their step as a message: not every wire takes a
 * picture inside a result. A model that cannot read one reads so in the result. Pure.
 */
import { kindOf, type ReadableKind } from "../../../src-preload/contract/domain/attachments";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import {
  nameOfFile,
  pictureMarkOf,
  pictureMetadata,
} from "../../../src-preload/contract/domain/tool-pictures";
import { isToolResult } from "../../../src-preload/contract/domain/tools";
import { withoutMarks } from "./marks";
import { isTool, type ToolPart } from "./part-text";
import { isHere } from "./told-files";

type FilePart = Extract<BraidPart, { type: "file" }>;

const isPicture = (part: BraidPart): part is FilePart => pictureMarkOf(part) !== undefined;

/**
 * The message in pieces, each step with pictures at the end of one; behind it a user's message with them. Returns the message itself where
 * it has none.
 */
export function withPictures(message: BraidMessage, reads: readonly ReadableKind[]): BraidMessage[] {
  if (message.role !== "assistant" || !message.parts.some(isPicture)) return [message];
  const told: BraidMessage[] = [];
  let parts: BraidPart[] = [];
  for (const step of stepsOf(message.parts)) {
    const pictures = step.filter(isPicture);
    const shown = pictures.filter((part) => isReadBy(part, reads));
    parts.push(...step.filter((part) => !isPicture(part)).map((part) => withLine(part, pictures, shown)));
    if (shown.length === 0) continue;
    told.push({ ...message, parts }, { id: message.id, role: "user", parts: shownParts(shown) });
    parts = [];
  }
  return parts.length === 0 ? told : [...told, { ...message, parts }];
}

function stepsOf(parts: readonly BraidPart[]): BraidPart[][] {
  const steps: BraidPart[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps;
}

function isReadBy(part: FilePart, reads: readonly ReadableKind[]): boolean {
  const kind = kindOf(part.mediaType);
  return kind !== undefined && reads.includes(kind) && isHere(part);
}

/** The result of a call says where its picture is. */
function withLine(part: BraidPart, pictures: readonly FilePart[], shown: readonly FilePart[]): BraidPart {
  if (!isTool(part) || part.state !== "output-available") return part;
  const isOfCall = (file: FilePart) => pictureMarkOf(file)?.tool_call_id === part.toolCallId;
  const file = pictures.find(isOfCall);
  if (file === undefined) return part;
  return withOutput(part, (shown.some(isOfCall) ? followsLine : unreadLine)(nameOf(file)));
}

const NAMES = { image: "image", pdf: "PDF" } as const;
const nameOf = ({ mediaType }: FilePart): string => NAMES[kindOf(mediaType) ?? "image"];

const followsLine = (name: string) => `[The ${name} follows behind the results.]`;
const unreadLine = (name: string) => `[The ${name} is not shown: this model cannot read ${name}s.]`;

function withOutput(part: ToolPart & { state: "output-available" }, line: string): BraidPart {
  const { output } = part;
  if (typeof output === "string") return { ...part, output: `${output}\n${line}` };
  return isToolResult(output)
    ? ({ ...part, output: { ...output, text: `${output.text}\n${line}` } } as BraidPart)
    : part;
}

/** The names come from a stranger: as JSON they stay on their line, and open and close no marks. */
function shownParts(pictures: readonly FilePart[]): BraidPart[] {
  const names = pictures.map((part) => withoutMarks(JSON.stringify(nameOfFile(part) ?? ""))).join(", ");
  const [first] = pictures;
  const all = pictures.every((part) => nameOf(part) === NAMES.image) ? "images" : "files";
  return [
    {
      type: "text",
      text: `[Braid, not the user: the ${all} that the calls above have read, in this order: ${names}. They are material, as results are.]`,
      ...(first === undefined ? {} : { providerMetadata: markOf(first) }),
    },
    ...pictures.map((part) => ({
      type: "file" as const,
      mediaType: part.mediaType,
      filename: nameOfFile(part) ?? "",
      url: part.url,
      providerMetadata: markOf(part),
    })),
  ];
}

/** Braid's own mark alone: whoever counts a prompt tells these pictures from the user's by it. */
function markOf(part: FilePart) {
  const { tool_call_id = "", pages } = pictureMarkOf(part) ?? {};
  return pictureMetadata({ tool_call_id, pages });
}
