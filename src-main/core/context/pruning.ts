/** Prunes outputs of tools for the model (PR-1). The stored outputs stay as they are: a mark says what the model reads of one. Pure. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../../src-preload/contract/domain/left-summary";
import type { BraidMessage, BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { PruneLevel as Level } from "../../../src-preload/contract/domain/pruning";
import { pictureMarkOf } from "../../../src-preload/contract/domain/tool-pictures";
import type { Mark, OutputPlace } from "../ports/prune-store";
import { firstRead } from "./compaction";
import { withOutputSummaries } from "./output-summaries";
import { isTool, json, outputText, outputWords, type ToolPart, toolName, withoutMiddle } from "./part-text";
import type { Split } from "./tail";

/** The output of a completed call. */
export interface OutputSize extends OutputPlace {
  tool: string;
  /** Characters of the whole output. */
  characters: number;
  /** Tokens of what the model reads of it now, and of what it would read. */
  tokens: number;
  left: Record<Level, number>;
  /** The level of its mark; undefined for an output that is whole. */
  level?: Level;
  protected: boolean;
}

const PROTECTED_TOOLS = new Set(["todo", "todo_write", "task", "skill"]);
const READ_TOOL = "read";
const PROTECTED_FILES = 3;
const PROTECTED_ANSWERS = 3;

/** Characters from which on an output is worth pruning. */
const LARGE = 50_000;
const LARGE_IF_AGGRESSIVE = 2000;
/** Characters that stay of each end. */
const ENDS = 1500;

export interface Pressure {
  /** Tokens of the prompt as it stands. */
  fill: number;
  /** Tokens of the model's window. */
  limit: number;
  /** Shares of the window. */
  prune_at: number;
  clear_at: number;
  /** RN-9: clears all that is worth it, whatever the fill. */
  aggressive?: boolean;
}

const RANK = { none: 0, middle: 1, cleared: 2 };

/** Decides, from the newest output back, what the prompt loses until it is under `prune_at`. Over `clear_at` an output loses everything. */
export function planPruning(
  outputs: readonly OutputSize[],
  { fill, limit, prune_at, clear_at, aggressive = false }: Pressure,
): Mark[] {
  const large = aggressive ? LARGE_IF_AGGRESSIVE : LARGE;
  const marks: Mark[] = [];
  let now = fill;
  for (const output of outputs.toReversed()) {
    if (!aggressive && now <= limit * prune_at) break;
    const level: Level = aggressive || now > limit * clear_at ? "cleared" : "middle";
    const gain = output.tokens - output.left[level];
    const worth = output.characters >= large && RANK[output.level ?? "none"] < RANK[level] && gain > 0;
    if (output.protected || !worth) continue;
    marks.push({ message_id: output.message_id, index: output.index, level });
    now -= gain;
  }
  return marks;
}

/** Tokens that a plan frees (PR-3). */
export function tokensFreed(outputs: readonly OutputSize[], marks: readonly Mark[]): number {
  const sizes = new Map(outputs.map((output) => [keyOf(output), output]));
  return marks.reduce((sum, mark) => {
    const size = sizes.get(keyOf(mark));
    return size === undefined ? sum : sum + size.tokens - size.left[mark.level];
  }, 0);
}

const keyOf = ({ message_id, index }: OutputPlace) => `${message_id} ${index}`;

/** An output that the model reads, with all that decides about it, but without its text. Sizes are in characters. */
export interface FoundOutput extends OutputPlace {
  tool: string;
  /** The file that a read tool read, and the piece of it. */
  path?: string;
  piece?: string;
  characters: number;
  left: Record<Level, number>;
  level?: Level;
  /** Somebody brought it back (PR-2). */
  back?: true;
}

type Read = Pick<StoredMessage, "id" | "parts" | "pruned">;

/** The outputs of a message from a part on, oldest first. An output of a provider's own tool is not ours to change, and is left out. */
export function outputsIn({ id, parts, pruned = [] }: Read, from = 0): FoundOutput[] {
  const shown = picturesIn(parts);
  return withOutputSummaries(parts).flatMap((part, index) => {
    if (index < from || !isCompleted(part)) return [];
    const mark = pruned.find((one) => one.index === index);
    const path = pathOf(part);
    const text = outputText(part.output).length;
    const pictures = PICTURE * (shown.get(part.toolCallId) ?? 0);
    const left = leftOf(part, text);
    return [
      {
        message_id: id,
        index,
        tool: toolName(part),
        ...(path === undefined ? {} : { path, piece: json(part.input) }),
        characters: text + pictures,
        left: { ...left, middle: left.middle + pictures },
        ...(mark === undefined
          ? {}
          : mark.back_at !== undefined
            ? { back: true as const }
            : { level: mark.level }),
      },
    ];
  });
}

/** Characters for which a picture counts. */
const PICTURE = 4 * FILE_TOKENS;

/** The number of pictures of each call. */
function picturesIn(parts: readonly BraidPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const call = pictureMarkOf(part)?.tool_call_id;
    if (call !== undefined) counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return counts;
}

/** Characters that each level would leave of an output. A small output stays whole, so its texts are not made. */
const leftOf = (part: Completed, characters: number): Record<Level, number> =>
  characters < LARGE_IF_AGGRESSIVE
    ? { middle: characters, cleared: characters }
    : { middle: textAt(part, "middle").length, cleared: textAt(part, "cleared").length };

/** Outputs that pruning leaves alone, beside those of protected tools and files. */
export interface Protecting {
  /** The answers in their order; the last ones are protected. */
  answers: readonly MessageId[];
  /** The answer that is being written, and the first of its parts that are protected. */
  live?: { id: MessageId; from: number };
  /** The user asks for it: what somebody brought back is pruned as well. */
  by_hand?: boolean;
  /** Tokens of so many characters. */
  sizeOf(characters: number): number;
}

/** The outputs that are large enough to be pruned at all, with their tokens, oldest first. */
export function weighed(found: readonly FoundOutput[], protecting: Protecting): OutputSize[] {
  const { answers, live, by_hand, sizeOf } = protecting;
  const files = lastRead(found);
  const newest = new Set(answers.slice(-PROTECTED_ANSWERS));
  const isNew = ({ message_id, index }: OutputPlace) =>
    newest.has(message_id) && (message_id !== live?.id || index >= live.from);
  return found
    .filter(({ characters }) => characters >= LARGE_IF_AGGRESSIVE)
    .map(({ piece, back, ...output }) => {
      const { characters, level, tool } = output;
      const left = { middle: sizeOf(output.left.middle), cleared: sizeOf(output.left.cleared) };
      const isKept = PROTECTED_TOOLS.has(tool) || isNew(output) || files.has(keyOf(output));
      return {
        ...output,
        tokens: level === undefined ? sizeOf(characters) : left[level],
        left,
        protected: isKept || (back === true && by_hand !== true),
      };
    });
}

/** The first part of an answer in the making that is protected: a model reads each of its steps as a message. */
export function firstProtected(parts: readonly BraidPart[]): number {
  const steps = parts.flatMap(({ type }, index) => (type === "step-start" ? [index] : []));
  return steps.at(-PROTECTED_ANSWERS) ?? 0;
}

export interface Reading extends Omit<Protecting, "answers"> {
  /** The split of the compaction in force. */
  split?: Split | undefined;
}

/** The outputs of a whole conversation, as `weighed` tells them. */
export const outputSizesOf = (messages: readonly StoredMessage[], { split, ...reading }: Reading) =>
  weighed(
    messages.flatMap((message) => outputsIn(message, firstRead(message, split))),
    { ...reading, answers: messages.filter(isAnswer).map(({ id }) => id) },
  );

const isSummary = (message: Pick<BraidMessage, "parts">): boolean =>
  compactionOf(message) !== undefined || leftSummaryOf(message) !== undefined;

/** A model is sent no empty answer. */
export const isAnswer = (message: StoredMessage): boolean =>
  message.role === "assistant" && message.parts.length > 0 && !isSummary(message);

type Completed = ToolPart & { state: "output-available" };

const isCompleted = (part: BraidPart): part is Completed =>
  isTool(part) &&
  part.state === "output-available" &&
  part.preliminary !== true &&
  part.providerExecuted !== true;

function pathOf(part: Completed): string | undefined {
  if (toolName(part) !== READ_TOOL || typeof part.input !== "object" || part.input === null) return undefined;
  const { path, file_path = path } = part.input as Record<"path" | "file_path", unknown>;
  return typeof file_path === "string" ? file_path : undefined;
}

/** All pieces of the files read last. Of a piece that was read again only the newest: the others say what the file once was. */
function lastRead(found: readonly FoundOutput[]): Set<string> {
  const files = new Set<string>();
  const pieces = new Set<string>();
  const kept = new Set<string>();
  for (const read of found.toReversed()) {
    if (read.path === undefined || read.piece === undefined) continue;
    if (files.size < PROTECTED_FILES) files.add(read.path);
    if (!files.has(read.path) || pieces.has(read.piece)) continue;
    pieces.add(read.piece);
    kept.add(keyOf(read));
  }
  return kept;
}

/** The messages as the model reads them, before a summary takes away any of their parts: marks count stored parts. */
export const pruned = <Message extends BraidMessage & Pick<StoredMessage, "pruned">>(
  messages: readonly Message[],
): Message[] =>
  messages.map((message) => {
    const parts = prunedParts(message.parts, message.pruned);
    return parts === message.parts ? message : { ...message, parts: [...parts] };
  });

/** The last time at which an output was pruned, or brought back; 0 where none was. */
export const lastPruned = (messages: readonly StoredMessage[]): number =>
  messages.reduce(
    (last, { pruned = [] }) => pruned.reduce((max, { at, back_at = at }) => Math.max(max, back_at), last),
    0,
  );

/** A message with the marks that were in force at a moment. */
export const asOf = (message: StoredMessage, moment: number): StoredMessage =>
  message.pruned === undefined
    ? message
    : {
        ...message,
        pruned: message.pruned
          .filter(({ at, back_at = Infinity }) => at <= moment && back_at > moment)
          .map(({ back_at: _, ...mark }) => mark),
      };

/** All parts of a message as the model reads them: outputs by their summaries (RN-6), and what marks leave of them. */
export function prunedParts(
  stored: readonly BraidPart[],
  marks: StoredMessage["pruned"] = [],
): readonly BraidPart[] {
  const parts = withOutputSummaries(stored);
  if (marks.length === 0) return parts;
  const levels = new Map(
    marks.flatMap(({ index, level, back_at }) => (back_at === undefined ? [[index, level] as const] : [])),
  );
  const cleared = clearedCalls(stored, levels);
  const shown = cleared.size === 0 ? NONE : picturesIn(stored);
  return parts.map((part, index) => {
    const level = levels.get(index);
    if (level !== undefined)
      return level === "cleared"
        ? withoutPicture(part, prunedPart(part, level), shown)
        : prunedPart(part, level);
    return cleared.has(pictureMarkOf(part)?.tool_call_id) ? NOTHING : part;
  });
}

const NONE: ReadonlyMap<string, number> = new Map();

/** The words of a cleared output stay where they are few. They must not promise a picture that is gone. */
function withoutPicture(part: BraidPart, left: BraidPart, shown: ReadonlyMap<string, number>): BraidPart {
  if (left !== part || !isCompleted(part) || !shown.has(part.toolCallId)) return left;
  return { ...part, output: `${outputText(part.output)}\n[The file is left out.]` };
}

/** Keeps the place of a picture of a cleared output: indices count stored parts. No model is sent a blank text. */
const NOTHING: BraidPart = { type: "text", text: "" };

/** The calls that lose their pictures with their outputs. */
export const clearedCalls = (
  parts: readonly BraidPart[],
  levels: ReadonlyMap<number, Level>,
): ReadonlySet<string | undefined> =>
  new Set(
    [...levels].flatMap(([index, level]) => {
      const part = parts[index];
      return level === "cleared" && part !== undefined && isTool(part) ? [part.toolCallId] : [];
    }),
  );

/** The part as the model reads it. Unchanged where there is no output, or nothing to gain. */
export function prunedPart(part: BraidPart, level: Level): BraidPart {
  if (!isCompleted(part)) return part;
  const text = textAt(part, level);
  return text === outputText(part.output) ? part : { ...part, output: text };
}

/** Characters. The line in the place of a cleared output is not longer. */
const SMALL = 64;

function textAt({ output }: Completed, level: Level): string {
  const text = outputText(output);
  if (text.length <= SMALL) return text;
  if (level === "cleared") return `<output pruned, ${Math.ceil(text.length / 4)} tokens>`;
  return withoutMiddle(outputWords(output), ENDS);
}
