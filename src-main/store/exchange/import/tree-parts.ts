/** The blocks of a tree's messages as parts of Braid's, and what has no place there, carried along. */

import { sha256In } from "../../../../src-preload/contract/domain/attachments";
import { pictureMetadata } from "../../../../src-preload/contract/domain/tool-pictures";
import { fieldsOf } from "../readable";
import { addAll } from "./add-all";
import type { Fields } from "./tree-lines";

/** A part before it is a row. `data-carried` holds an entry or a block of the file as it stood there; the window draws nothing of it. */
export type NewPart = { type: string } & Record<string, unknown>;

export const CARRIED_TYPE = "data-carried";
export const carried = (data: Fields): NewPart => ({ type: CARRIED_TYPE, data });

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function partsOf(content: unknown): NewPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.map((block) => partOf(fieldsOf(block))) : [];
}

/** A block of a message that a reader of another format has made: it holds the part itself. `size`: of a kept file, in bytes. */
export interface PartBlock {
  type: "part";
  part: NewPart;
  size?: number;
}

/** The metadata that name the kept files of a question. */
export function attachmentsIn(content: unknown): Fields {
  const attachments = (Array.isArray(content) ? content : []).flatMap((block) => {
    const { part, size } = fieldsOf(block);
    const { url, mediaType: media_type, filename } = fieldsOf(part);
    const sha256 = sha256In(text(url));
    return sha256 === undefined || typeof size !== "number" ? [] : [{ sha256, media_type, filename, size }];
  });
  return attachments.length === 0 ? {} : { attachments };
}

function partOf(block: Fields): NewPart {
  switch (block.type) {
    case "part":
      return fieldsOf(block.part) as NewPart;
    case "text":
      return { type: "text", text: text(block.text) };
    case "thinking":
      return { type: "reasoning", text: text(block.thinking) };
    case "toolCall":
      return {
        type: "dynamic-tool",
        toolName: text(block.name) || "unknown",
        toolCallId: text(block.id) || "unknown",
        state: "output-error",
        input: block.arguments ?? {},
        errorText: "aborted",
      };
    case "image":
      if (/^[A-Za-z0-9+/=]+$/.test(text(block.data)) && /^image\/[\w.+-]+$/.test(text(block.mimeType))) {
        const filename = text(block.filename) || "image";
        return {
          type: "file",
          mediaType: block.mimeType,
          filename,
          url: `data:${block.mimeType};base64,${block.data}`,
        };
      }
      return carried({ block });
    default:
      return carried({ block });
  }
}

/** Puts the result of a tool into the part of its call; one without a call becomes a part of its own. */
export function takeResult(parts: NewPart[], result: Fields): void {
  const content = partsOf(result.content);
  const said = content
    .filter(({ type }) => type === "text")
    .map((part) => text(part.text))
    .join("\n");
  const id = text(result.toolCallId) || "unknown";
  const ended =
    result.isError === true
      ? { state: "output-error", errorText: said }
      : { state: "output-available", output: { text: said } };
  const call = parts.find(
    (part) => part.type === "dynamic-tool" && part.toolCallId === id && part.errorText === "aborted",
  );
  if (call === undefined)
    parts.push({
      type: "dynamic-tool",
      toolName: text(result.toolName) || "unknown",
      toolCallId: id,
      input: {},
      ...ended,
    });
  else {
    delete call.errorText;
    Object.assign(call, ended);
  }
  // Pictures of a tool stand behind it.
  addAll(
    parts,
    content.filter(({ type }) => type !== "text").map((part) => ofCall(part, id)),
  );
}

function ofCall(part: NewPart, tool_call_id: string): NewPart {
  if (part.type !== "file") return part;
  const { filename, ...file } = part;
  return { ...file, providerMetadata: pictureMetadata({ tool_call_id, filename: text(filename) }) };
}

const USAGE = {
  input: "input",
  output: "output",
  cacheRead: "cache_read",
  cacheWrite: "cache_write",
} as const;
const ENDS: Readonly<Record<string, string>> = { length: "length", aborted: "aborted", error: "error" };
const number = (value: unknown): number =>
  typeof value === "number" && value > 0 && value < 1e12 ? value : 0;

/** The metadata of an answer after one more message of the file. */
export function metadataWith(before: Fields, message: Fields): Fields {
  const usage: Record<string, number> = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };
  const said = fieldsOf(message.usage);
  const earlier = fieldsOf(before.usage);
  for (const [theirs, ours] of Object.entries(USAGE))
    usage[ours] = number(earlier[ours]) + number(said[theirs]);
  const cost = number(before.cost_usd) + number(fieldsOf(said.cost).total);
  const { provider, model } = message;
  const named = typeof provider === "string" && typeof model === "string" && provider !== "" && model !== "";
  return {
    ...before,
    ...(named ? { model: { provider_id: provider.slice(0, 200), model_id: model.slice(0, 200) } } : {}),
    ...(Object.values(usage).some((count) => count > 0) ? { usage } : {}),
    ...(cost > 0 ? { cost_usd: cost } : {}),
    finish_reason: ENDS[String(message.stopReason)] ?? "stop",
  };
}
