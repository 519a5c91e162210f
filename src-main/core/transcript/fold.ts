/**
 * The one fold from chunks to parts. Recorder, recovery and prompt all see a live message through it, and a property test compares it with
 * the SDK's reducer. Two wilful differences: while a tool's input streams, `input` stays absent and `rawInput` has the text so far
 * (docs/decisions/half-a-tool-input-is-not-parsed.md), and the answer to a question moves its call on (SV-4).
 */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, Chunk, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import { say } from "../say";
import { addPart, type Changes } from "./changes";
import { type Calls, callsOf, foldAnswer, foldToolChunk, isToolChunk, noteCall } from "./fold-tool";

/** A message as its chunks have made it so far. */
export interface Fold {
  readonly id: MessageId;
  metadata: MessageMetadata;
  readonly parts: BraidPart[];
  /** The text and reasoning parts that may still grow, by the stream's own id → index in `parts`. */
  readonly open: { text: Map<string, number>; reasoning: Map<string, number> };
  readonly calls: Calls;
}

export function createFold(id: MessageId, metadata: MessageMetadata, parts: readonly BraidPart[] = []): Fold {
  return {
    id,
    metadata,
    parts: [...parts],
    open: { text: new Map(), reasoning: new Map() },
    calls: callsOf(parts),
  };
}

/** @throws BraidError `PROVIDER_BAD_STREAM` for a chunk that does not fit what came before; nothing has changed then. */
export function foldChunk(fold: Fold, chunk: Chunk, changes: Changes): void {
  if (isToolChunk(chunk)) return foldToolChunk(fold, chunk, changes);
  switch (chunk.type) {
    case "text-start":
    case "reasoning-start":
      return openPart(fold, chunk, changes);
    case "text-delta":
    case "reasoning-delta":
      return growPart(fold, chunk, changes);
    case "text-end":
    case "reasoning-end":
      return closePart(fold, chunk, changes);
    case "start-step":
      addPart(fold.parts, { type: "step-start" }, changes);
      return noteCall(fold.parts, fold.calls, fold.parts.length - 1);
    case "finish-step":
      fold.open.text.clear();
      fold.open.reasoning.clear();
      return;
    case "start":
    case "finish":
    case "message-metadata":
      if (chunk.messageMetadata !== undefined)
        fold.metadata = mergeObjects(fold.metadata, chunk.messageMetadata);
      return;
    case "file":
    case "source-url":
    case "source-document":
      return addPart(fold.parts, chunk, changes);
    case "abort":
    case "error":
      throw new BraidError("PROVIDER_BAD_STREAM", say("stream.misplaced", { type: chunk.type }));
    default:
      return foldData(fold, chunk, changes);
  }
}

type GrowingKind = "text" | "reasoning";
type GrowingChunk<Step extends string> = Extract<Chunk, { type: `${GrowingKind}-${Step}` }>;
type GrowingPart = Extract<BraidPart, { type: GrowingKind }>;

const kindOf = (type: string): GrowingKind => (type.startsWith("text") ? "text" : "reasoning");

function openPart(fold: Fold, chunk: GrowingChunk<"start">, changes: Changes): void {
  const kind = kindOf(chunk.type);
  const metadata = chunk.providerMetadata === undefined ? {} : { providerMetadata: chunk.providerMetadata };
  fold.open[kind].set(chunk.id, fold.parts.length);
  const part: GrowingPart =
    kind === "text"
      ? { type: "text", text: "", ...metadata, state: "streaming" }
      : { type: "reasoning", id: chunk.id, text: "", ...metadata, state: "streaming" };
  addPart(fold.parts, part, changes);
}

function growPart(fold: Fold, chunk: GrowingChunk<"delta">, changes: Changes): void {
  const { index, part } = openPartOf(fold, chunk);
  part.text += chunk.delta;
  if (chunk.delta !== "") changes.grew(index, chunk.delta);
  if (chunk.providerMetadata !== undefined) {
    part.providerMetadata = chunk.providerMetadata;
    changes.changed(index);
  }
}

function closePart(fold: Fold, chunk: GrowingChunk<"end">, changes: Changes): void {
  const { index, part } = openPartOf(fold, chunk);
  part.state = "done";
  if (chunk.providerMetadata !== undefined) part.providerMetadata = chunk.providerMetadata;
  fold.open[kindOf(chunk.type)].delete(chunk.id);
  changes.changed(index);
}

function openPartOf(fold: Fold, chunk: GrowingChunk<"delta" | "end">): { index: number; part: GrowingPart } {
  const index = fold.open[kindOf(chunk.type)].get(chunk.id);
  const part = index === undefined ? undefined : fold.parts[index];
  if (index === undefined || part === undefined || (part.type !== "text" && part.type !== "reasoning")) {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.never-begun", { type: chunk.type }));
  }
  return { index, part };
}

function foldData(fold: Fold, chunk: Extract<Chunk, { type: `data-${string}` }>, changes: Changes): void {
  if (!chunk.type.startsWith("data-")) {
    throw new BraidError("PROVIDER_BAD_STREAM", say("stream.unknown", { type: chunk.type }));
  }
  if (chunk.transient === true) return;
  const { parts } = fold;
  const index = chunk.id === undefined ? -1 : parts.findIndex((part) => isSameData(part, chunk));
  const existing = parts[index];
  if (existing === undefined) return addPart(parts, { ...chunk }, changes);
  const part = { ...existing, data: chunk.data } as BraidPart;
  parts[index] = part;
  changes.changed(index);
  foldAnswer(fold, part, changes);
}

const isSameData = (part: BraidPart, chunk: { type: string; id?: string }): boolean =>
  part.type === chunk.type && "id" in part && part.id === chunk.id;

/** Merges plain objects deeply, as the SDK's reducer merges metadata. Replaces all other values, and ignores `undefined`. */
export function mergeObjects<T extends object>(base: T, overrides: T): T {
  const merged = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined || key === "__proto__" || key === "constructor" || key === "prototype") continue;
    const existing = merged[key];
    merged[key] = isPlain(value) && isPlain(existing) ? mergeObjects(existing, value) : value;
  }
  return merged as T;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
