/**
 * Turns one part of the SDK's `fullStream` into the chunk to publish. Pure; the SDK's own mapping, without the parts that the core makes
 * itself.
 */

import type { TextStreamPart, ToolSet } from "ai";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import { inEnglish } from "../english";
import { say } from "../say";

export type StreamPart = TextStreamPart<ToolSet>;

/**
 * Returns the id of a tool call in this message for the provider's id. Several providers count anew in each step, and two calls of one
 * message must not share a row (SV-4, Z-2).
 */
export type ToolCallIds = (provider_id: string) => string;

/** Returns false for the parts that the SDK sends before the model has sent a byte. */
export const isContent = (part: StreamPart): boolean => part.type !== "start" && part.type !== "start-step";

/** @throws BraidError `PROVIDER_BAD_STREAM` for a tool call without an id (RN-10). */
export function chunkOf(part: StreamPart, ids: ToolCallIds): Chunk | undefined {
  switch (part.type) {
    case "text-start":
    case "text-end":
    case "reasoning-start":
    case "reasoning-end":
      return { type: part.type, id: part.id, ...providerMetadata(part) };
    case "text-delta":
    case "reasoning-delta":
      return { type: part.type, id: part.id, delta: part.text, ...providerMetadata(part) };
    case "file": {
      const { mediaType, base64 } = part.file;
      return {
        type: "file",
        mediaType,
        url: `data:${mediaType};base64,${base64}`,
        ...providerMetadata(part),
      };
    }
    case "source":
      return sourceChunk(part);
    case "tool-input-start":
    case "tool-input-delta":
    case "tool-call":
      return toolInputChunk(part, ids);
    case "tool-result":
    case "tool-error":
      return part.providerExecuted === true ? providerToolChunk(part, ids) : undefined;
    default:
      return undefined;
  }
}

/** Levels of a tool's input. Store, window and providers write the value down again, and not each of them can write a deeper one. */
const DEEPEST = 64;

/** @throws BraidError `PROVIDER_BAD_STREAM` */
function shallow(value: unknown, levels = DEEPEST): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.too-deep"), { hint: say("stream.wire-hint") });
  }
  for (const inner of Object.values(value)) shallow(inner, levels - 1);
}

function toolInputChunk(
  part: Extract<StreamPart, { type: "tool-input-start" | "tool-input-delta" | "tool-call" }>,
  ids: ToolCallIds,
): Chunk {
  const toolCallId = ids(named(part.type === "tool-call" ? part.toolCallId : part.id));
  if (part.type === "tool-input-delta") return { type: part.type, toolCallId, inputTextDelta: part.delta };
  if (part.type === "tool-call") shallow(part.input);
  const base = { toolCallId, toolName: part.toolName, ...origin(part) };
  if (part.type === "tool-input-start") return { type: part.type, ...base };
  if (part.invalid !== true) return { type: "tool-input-available", ...base, input: part.input };
  return { type: "tool-input-error", ...base, input: part.input, errorText: errorText(part.error) };
}

function providerToolChunk(
  part: Extract<StreamPart, { type: "tool-result" | "tool-error" }>,
  ids: ToolCallIds,
): Chunk {
  const base = { toolCallId: ids(named(part.toolCallId)), providerExecuted: true, ...providerMetadata(part) };
  return part.type === "tool-result"
    ? { type: "tool-output-available", ...base, output: part.output ?? null }
    : { type: "tool-output-error", ...base, errorText: errorText(part.error) };
}

function sourceChunk(part: Extract<StreamPart, { type: "source" }>): Chunk {
  const metadata = providerMetadata(part);
  if (part.sourceType === "url") {
    const title = part.title === undefined ? {} : { title: part.title };
    return { type: "source-url", sourceId: part.id, url: part.url, ...title, ...metadata };
  }
  const filename = part.filename === undefined ? {} : { filename: part.filename };
  const { mediaType, title } = part;
  return { type: "source-document", sourceId: part.id, mediaType, title, ...filename, ...metadata };
}

function origin(part: Extract<StreamPart, { type: "tool-input-start" | "tool-call" }>) {
  return {
    ...(part.providerExecuted === undefined ? {} : { providerExecuted: part.providerExecuted }),
    ...(part.dynamic === true ? { dynamic: true } : {}),
    ...(part.title === undefined ? {} : { title: part.title }),
    ...providerMetadata(part),
  };
}

type Metadata = NonNullable<Extract<StreamPart, { type: "text-start" }>["providerMetadata"]>;

const providerMetadata = (part: {
  providerMetadata?: Metadata | undefined;
}): { providerMetadata?: Metadata } =>
  part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };

function named(id: string | undefined): string {
  if (id === undefined || id === "") {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.tool-no-id"), {
      hint: say("stream.wire-hint"),
    });
  }
  return id;
}

/** Returns some text whatever was thrown: a tool may throw a value that cannot become one. */
export function errorText(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return inEnglish(say("tool.no-reason"));
  }
}
