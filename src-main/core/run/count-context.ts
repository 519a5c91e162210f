/** Counts what fills a model's window (TK-3): the prompt that a turn would send if it began now, by origin. */

import type { LanguageModelV3Message } from "@ai-sdk/provider";
import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { type PromptOrigin, partsOf } from "../context/breakdown";
import { summarised } from "../context/compaction";
import { estimateOf } from "../context/estimate";
import { lastPruned, pruned } from "../context/pruning";
import { countableTool, countPieces, type Origin, type Piece, piecesOf, words } from "../context/raw-tokens";
import { fittingFiles, keptFiles } from "../context/told-files";
import { countedTokens, promptTool } from "./measure";
import { isModelAnswer, type Measured, measuredIn, promptBehind, readerOf } from "./prompt";
import { visibleSlices } from "./read-transcript";
import { systemPromptNow } from "./system-prompt-now";
import { agentOfSession, toolsOfSession } from "./tools-of";
import type { TurnDeps } from "./turn-context";

export type CountingDeps = Pick<
  TurnDeps,
  "store" | "models" | "agents" | "clock" | "counter" | "calibration" | "tools" | "data_dir"
>;

export interface Counting {
  /** Null for a session that is still to be made. */
  session_id: SessionId | null;
  workspace_root?: string | undefined;
  model: ModelRef;
}

/** @throws BraidError `MODEL_NOT_FOUND`, `PROVIDER_AUTH`, `STORE_UNAVAILABLE`; the signal's reason */
export async function countContext(
  deps: CountingDeps,
  counting: Counting,
  signal: AbortSignal,
): Promise<ContextBreakdown> {
  const { counter, calibration } = deps;
  const { model } = counting;
  // A turn may have begun while this code was loaded.
  signal.throwIfAborted();
  const agent = await agentOfSession(deps, counting.session_id, {
    workspace_root: counting.workspace_root,
  });
  const tools = await toolsOfSession(deps, counting.session_id, agent, counting.workspace_root);
  const { sections } = await systemPromptNow(deps, { ...counting, agent, tools }, signal);
  const raw = await countPieces<PromptOrigin>(
    counter,
    [
      ...sections.map(({ text }, kind) => ({ kind, piece: words(text) })),
      ...[...tools.values()].map((tool) => ({
        kind: "tools" as const,
        piece: countableTool(promptTool(tool)),
      })),
    ],
    signal,
  );
  const conversation = await countConversation(deps, counting, raw, signal);
  const total = [...raw.values()].reduce((sum, count) => sum + count, 0);
  const measured = calibration.isDistrusted(model) ? undefined : conversation.measured;
  const uncounted = measured?.added.length
    ? await countedTokens(deps, model, { messages: measured.added }, signal)
    : 0;
  const tokens =
    measured === undefined
      ? estimateOf({ raw: total, ratio: calibration.ratioOf(model) })
      : measured.tokens + uncounted;
  const { last_step } = conversation;
  return {
    tokens,
    estimated: measured === undefined || uncounted > 0,
    parts: partsOf(raw, sections, tokens),
    ...(last_step === undefined ? {} : { last_step }),
  };
}

/**
 * Counts a message that is still to be sent (TK-3). Only files ask for the model that will read them.
 * @throws BraidError `MODEL_NOT_FOUND`, `PROVIDER_AUTH`; the signal's reason
 */
export async function countDraft(
  deps: CountingDeps,
  model: ModelRef,
  parts: BraidMessage["parts"],
  signal: AbortSignal,
): Promise<number> {
  const messages = await draftPrompt(deps, model, parts);
  return await countedTokens(deps, model, { messages }, signal);
}

async function draftPrompt(
  { store, models }: CountingDeps,
  model: ModelRef,
  parts: BraidMessage["parts"],
): Promise<LanguageModelV3Message[]> {
  if (parts.some(({ type }) => type === "file"))
    return await promptBehind(
      [{ id: "", role: "user", parts }],
      readerOf(store, model, models.resolve(model)),
    );
  const content = parts.flatMap((part) =>
    part.type === "text" ? [{ type: "text" as const, text: part.text }] : [],
  );
  return [{ role: "user", content }];
}

interface Conversation {
  measured?: Measured | undefined;
  last_step?: ContextBreakdown["last_step"];
}

const pieces = (message: LanguageModelV3Message): Piece<Origin>[] => [...piecesOf(message)];

const add = (raw: Map<PromptOrigin, number>, origin: PromptOrigin, count: number) =>
  raw.set(origin, (raw.get(origin) ?? 0) + count);

const hasFiles = ({ content }: LanguageModelV3Message): boolean =>
  typeof content !== "string" && content.some(({ type }) => type === "file");

/** Adds the raw counts of the visible messages to `raw`. */
async function countConversation(
  deps: CountingDeps,
  { session_id, model }: Counting,
  raw: Map<PromptOrigin, number>,
  signal: AbortSignal,
): Promise<Conversation> {
  if (session_id === null) return {};
  const reader = readerOf(deps.store, model, deps.models.resolve(model));
  let summary: StoredMessage | undefined;
  let end: StoredMessage[] = [];
  let pruned_at = 0;
  const with_files: LanguageModelV3Message[] = [];
  for await (const read of visibleSlices(deps.store, session_id, signal)) {
    summary ??= read.find((message) => compactionOf(message) !== undefined);
    const split = summary && compactionOf(summary)?.split;
    const answer = read.findLastIndex(isModelAnswer);
    pruned_at = Math.max(pruned_at, lastPruned(read));
    end = answer < 0 ? [...end, ...read] : read.slice(answer);
    for (const isSummary of [true, false]) {
      const some = read.filter(({ metadata }) => (metadata.synthetic === true) === isSummary);
      const said = await promptBehind(summarised(pruned(some), split), reader);
      // The bounds of a request's files are those of the whole prompt.
      with_files.push(...said.filter(hasFiles));
      const counts = await countPieces(
        deps.counter,
        said.filter((message) => !hasFiles(message)).flatMap(pieces),
        signal,
      );
      for (const [origin, count] of counts) add(raw, isSummary ? "summary" : origin, count);
    }
  }
  const sent = fittingFiles(with_files, keptFiles(deps.store));
  for (const [origin, count] of await countPieces(deps.counter, sent.flatMap(pieces), signal))
    add(raw, origin, count);
  const summary_id = summary?.metadata.summary_id;
  const { sent_tokens, usage, last_step = usage } = end[0]?.metadata ?? {};
  return {
    measured: await measuredIn(end, { summary_id, pruned_at }, reader),
    ...(sent_tokens === undefined || !last_step ? {} : { last_step }),
  };
}
