/** Counts the raw tokens of a prompt as it is sent: what of it is text, and what the rest costs. */

import type {
  LanguageModelV3FilePart,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ProviderTool,
  LanguageModelV3ReasoningPart,
  LanguageModelV3TextPart,
  LanguageModelV3ToolApprovalResponsePart,
  LanguageModelV3ToolCallPart,
  LanguageModelV3ToolResultOutput,
  LanguageModelV3ToolResultPart,
} from "@ai-sdk/provider";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import { isOfTool } from "../../../src-preload/contract/domain/tool-pictures";
import type { TokenCounter } from "../ports/token-counter";
import { inTimeSlices } from "../time-slice";

export type PromptTool = LanguageModelV3FunctionTool | LanguageModelV3ProviderTool;

/** A piece of a prompt: its texts, and the tokens of what is no text. */
export interface Countable {
  texts: string[];
  fixed: number;
}

/** Tokens with which a provider frames each message. */
export const MESSAGE_TOKENS = 4;

type Part =
  | LanguageModelV3TextPart
  | LanguageModelV3FilePart
  | LanguageModelV3ReasoningPart
  | LanguageModelV3ToolCallPart
  | LanguageModelV3ToolResultPart
  | LanguageModelV3ToolApprovalResponsePart;

/** Signatures and other marks of a provider are not counted: most providers do not count them either. */
export const countableMessage = (message: LanguageModelV3Message): Countable =>
  joined([...piecesOf(message)].map(({ piece }) => piece));

/** The origin of a piece of a message. */
export type Origin = "turns" | "attachments" | "tool_results";

export interface Piece<Kind> {
  kind: Kind;
  piece: Countable;
}

/** A message in pieces, each with its origin. The frame of a tool's message belongs to its results. */
export function* piecesOf({ role, content }: LanguageModelV3Message): Generator<Piece<Origin>, undefined> {
  if (role === "system") yield { kind: "turns", piece: words(content) };
  else for (const part of content) yield { kind: originOf(role, part), piece: countablePart(part) };
  yield { kind: role === "tool" ? "tool_results" : "turns", piece: tokens(MESSAGE_TOKENS) };
}

function originOf(role: "user" | "assistant" | "tool", part: Part): Origin {
  if (part.type === "tool-result" || isOfTool(part)) return "tool_results";
  return part.type === "file" && role === "user" ? "attachments" : "turns";
}

export const countableTool = (tool: PromptTool): Countable =>
  tool.type === "function"
    ? words(tool.name, tool.description ?? "", json(tool.inputSchema), json(tool.inputExamples))
    : words(tool.id, json(tool.args));

/**
 * Returns the raw tokens of the messages and tools together.
 * @throws the signal's reason, once it aborts
 */
export async function rawTokens(
  counter: TokenCounter,
  { messages, tools = [] }: { messages: readonly LanguageModelV3Message[]; tools?: readonly PromptTool[] },
  signal?: AbortSignal,
): Promise<number> {
  const counts = await countPieces(counter, pieces(messages, tools), signal);
  return counts.get("all") ?? 0;
}

/**
 * Returns the raw tokens of the pieces of each kind. Takes the texts out in slices, so that a long prompt holds no key up.
 * @throws the signal's reason, once it aborts
 */
export async function countPieces<Kind>(
  counter: TokenCounter,
  pieces: Iterable<Piece<Kind>>,
  signal?: AbortSignal,
): Promise<Map<Kind, number>> {
  const texts: string[] = [];
  /** The kind of each text. */
  const kinds: Kind[] = [];
  const sums = new Map<Kind, number>();
  const add = (kind: Kind, count: number) => sums.set(kind, (sums.get(kind) ?? 0) + count);
  const take = ({ kind, piece }: Piece<Kind>) => {
    add(kind, piece.fixed);
    for (const text of piece.texts) {
      if (text === "") continue;
      texts.push(text);
      kinds.push(kind);
    }
  };
  const rest = pieces[Symbol.iterator]();
  await inTimeSlices(() => {
    signal?.throwIfAborted();
    const next = rest.next();
    if (next.done !== true) take(next.value);
    return next.done === true;
  });
  const counts = await counter.count(texts, signal);
  for (const [at, kind] of kinds.entries()) add(kind, counts[at] ?? 0);
  return sums;
}

function* pieces(
  messages: readonly LanguageModelV3Message[],
  tools: readonly PromptTool[],
): Generator<Piece<"all">, undefined> {
  for (const tool of tools) yield { kind: "all", piece: countableTool(tool) };
  for (const message of messages) yield { kind: "all", piece: countableMessage(message) };
}

function countablePart(part: Part): Countable {
  switch (part.type) {
    case "text":
    case "reasoning":
      return words(part.text);
    case "file":
      return tokens(FILE_TOKENS);
    case "tool-call":
      return words(part.toolName, json(part.input));
    case "tool-result":
      return joined([words(part.toolName), countableOutput(part.output)]);
    case "tool-approval-response":
      return words(part.reason ?? "");
  }
}

function countableOutput(output: LanguageModelV3ToolResultOutput): Countable {
  switch (output.type) {
    case "text":
    case "error-text":
      return words(output.value);
    case "json":
    case "error-json":
      return words(json(output.value));
    case "execution-denied":
      return words(output.reason ?? "");
    case "content":
      return joined(
        output.value.map((item) => (item.type === "text" ? words(item.text) : tokens(FILE_TOKENS))),
      );
  }
}

export const words = (...texts: string[]): Countable => ({ texts, fixed: 0 });
const tokens = (fixed: number): Countable => ({ texts: [], fixed });
const joined = (pieces: Countable[]): Countable => ({
  texts: pieces.flatMap(({ texts }) => texts),
  fixed: pieces.reduce((sum, { fixed }) => sum + fixed, 0),
});

/** JSON knows no word for `undefined`. */
const json = (value: unknown): string => JSON.stringify(value) ?? "";
