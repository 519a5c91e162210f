/** The prompt of a turn: built once from the settled messages, then grown by each step. */

import type { LanguageModelV3, LanguageModelV3Message } from "@ai-sdk/provider";
import { type Compaction, compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { isOutputSummary } from "../../../src-preload/contract/domain/output-summary";
import { firstRead, summarised } from "../context/compaction";
import { characters, toModelMessages, toPrompt } from "../context/model-messages";
import { type FoundOutput, isAnswer, lastPruned, outputsIn, pruned, prunedParts } from "../context/pruning";
import { type FileReader, fileReader, NO_FILES } from "../context/told-files";
import type { ResolvedModel } from "../ports/models";
import { visibleSlices } from "./read-transcript";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";

export interface Prompt {
  readonly messages: readonly LanguageModelV3Message[];
  /** Characters of the messages as JSON, for estimates. */
  readonly characters: number;
  /** Parts of the current message that the prompt has already, or that its summary stands for. */
  readonly parts: number;
  /** Names the summary at its head (CP-3). */
  readonly summary_id: MessageId | undefined;
  /** The user's messages since that summary was written; without one, all of them. */
  readonly turns: number;
  /** The reminders in it. */
  readonly reminders: readonly string[];
  /**
   * The outputs of tools in it, oldest first, and the settled answers: all that pruning has to know (PR-1). `live` names the current
   * message in them, also after a retry has replaced it.
   */
  readonly live: MessageId;
  readonly outputs: readonly FoundOutput[];
  readonly answers: readonly MessageId[];
  readonly measured: Measured | undefined;
  /** The system prompt of the last answer in it. */
  readonly system_prompt_digest?: string | undefined;
  /** The prompt before the turn's own parts; absent in that prompt itself. */
  readonly settled?: Prompt;
}

/** A beginning of a prompt that a provider has counted, and what came since. Absent where nobody has counted one. */
export interface Measured {
  tokens: number;
  /** The estimated part of `tokens`; absent where the provider has counted all of them. */
  guessed?: number;
  added: readonly LanguageModelV3Message[];
  /** Tokens of `tokens` that are thoughts: the next prompt may lack them. */
  thought: number;
  /** The last step's words are in `tokens`: of that step, only the answers of its tools come on top. */
  holds_answer?: true;
}

/**
 * Builds the prompt of all messages before the current one. None of them changes while the turn runs, so they may be read in pieces.
 * @throws the signal's reason, BraidError `STORE_UNAVAILABLE`
 */
export async function settledPrompt(
  { store }: Pick<TurnDeps, "store">,
  turn: Pick<TurnContext, "claim" | "writer" | "model" | "signal">,
  resolved: Reads,
): Promise<Prompt> {
  const reader = readerOf(store, turn.model, resolved);
  const here = messageId(turn);
  const told: Told = { messages: [], characters: 0 };
  let summary: StoredMessage | undefined;
  let compaction: Compaction | undefined;
  /** The last answer, and what was said after it. */
  let end: StoredMessage[] = [];
  let turns = 0;
  let pruned_at = 0;
  let system_prompt_digest: string | undefined;
  const outputs: FoundOutput[] = [];
  const answers: MessageId[] = [];
  for await (const read of visibleSlices(store, turn.claim.session_id, turn.signal)) {
    summary ??= read.find((message) => compactionOf(message) !== undefined);
    compaction ??= summary && compactionOf(summary);
    const settled = read.filter(({ id }) => id !== here);
    const since = summary?.created_at ?? 0;
    turns += settled.filter(({ role, created_at }) => role === "user" && created_at > since).length;
    const answer = settled.findLastIndex(isModelAnswer);
    end = answer < 0 ? [...end, ...settled] : settled.slice(answer);
    for (const message of settled) {
      outputs.push(...outputsIn(message, firstRead(message, compaction?.split)));
      if (isAnswer(message)) answers.push(message.id);
      system_prompt_digest = message.metadata.system_prompt_digest ?? system_prompt_digest;
    }
    pruned_at = Math.max(pruned_at, lastPruned(settled));
    const refused = settled.findLast((message) => hasRefused(message, turn.model))?.id;
    await tell(told, summarised(pruned(settled), compaction?.split), refused, reader);
  }
  const summary_id = summary?.metadata.summary_id;
  const measured = await measuredIn(end, { summary_id, pruned_at }, reader);
  const own = { id: here, role: "assistant" as const, parts: turn.writer.recording.fold.parts };
  return {
    ...told,
    parts: firstRead(own, compaction?.split),
    summary_id,
    turns,
    reminders: [],
    live: here,
    outputs,
    answers,
    measured,
    system_prompt_digest,
  };
}

interface Told {
  messages: LanguageModelV3Message[];
  /** The length of the messages as JSON. */
  characters: number;
}

/** The provider could not read its own thoughts in the messages before this answer. It may read those from the answer on. */
const hasRefused = ({ metadata }: StoredMessage, { provider_id }: ModelRef): boolean =>
  metadata.thoughts_refused === true && metadata.model?.provider_id === provider_id;

/** Adds messages, which are in the order of their ids. @param refused the thoughts before this message are left out */
async function tell(
  told: Told,
  said: readonly BraidMessage[],
  refused: MessageId | undefined,
  reader: PromptReader,
): Promise<void> {
  const add = async (some: readonly BraidMessage[]) => {
    const { messages, characters: more } = await toldMessages(some, reader);
    told.messages.push(...messages);
    told.characters += more;
  };
  if (refused === undefined) return await add(said);
  await add(said.filter(({ id }) => id < refused));
  told.messages = withoutThoughtsIn(told.messages);
  told.characters = told.messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
  await add(said.filter(({ id }) => id >= refused));
}

/** A summary is no answer. */
export const isModelAnswer = ({ role, metadata }: StoredMessage): boolean =>
  role === "assistant" && metadata.synthetic !== true;

type Reads = Pick<ResolvedModel, "language_model" | "reads">;

/** The model that reads a prompt, and how it reads files. */
export interface PromptReader {
  model: ModelRef;
  language_model: Pick<LanguageModelV3, "supportedUrls">;
  files: FileReader;
}

export const readerOf = (
  store: Pick<TurnDeps["store"], "readBlob">,
  model: ModelRef,
  resolved: Reads,
): PromptReader => ({
  model,
  language_model: resolved.language_model,
  files: fileReader(store, resolved),
});

async function toldMessages(
  messages: readonly BraidMessage[],
  { model, language_model, files }: PromptReader,
): Promise<Told> {
  const said = await toModelMessages(messages, model, files);
  return { messages: await toPrompt(said, language_model), characters: characters(said) };
}

/** The prompt of a conversation from a summary on, for one who counts it. */
export const promptBehind = async (
  messages: readonly BraidMessage[],
  reader: PromptReader,
): Promise<LanguageModelV3Message[]> => (await toldMessages(messages, reader)).messages;

/**
 * Returns the provider's count of the last answer's last step, its own words included (TK-3). The count holds as long as the same model
 * reads the same beginning. `end`: that answer, and all that was said since. `pruned_at`: the last time at which an output was pruned, or
 * brought back.
 */
export async function measuredIn(
  end: readonly StoredMessage[],
  { summary_id, pruned_at }: { summary_id: MessageId | undefined; pruned_at: number },
  reader: PromptReader,
): Promise<Measured | undefined> {
  const { model } = reader;
  const [answer, ...since] = end;
  if (answer === undefined) return undefined;
  const { sent_tokens, context_tokens, prompt_cut, summary_id: with_summary, model: by } = answer.metadata;
  if (sent_tokens === undefined || context_tokens === undefined || with_summary !== summary_id)
    return undefined;
  // The count of a prompt that was cut is none of the conversation.
  if (prompt_cut !== undefined) return undefined;
  if (pruned_at >= (answer.ended_at ?? answer.created_at)) return undefined;
  if (by?.provider_id !== model.provider_id || by.model_id !== model.model_id) return undefined;
  const steps = lastSteps(answer);
  // The last step read an output whole whose summary came after it (RN-6).
  if (steps.parts.some(isOutputSummary)) return undefined;
  const said = await toldMessages([steps], reader);
  const after = await toldMessages(summarised(since, undefined), reader);
  // The words of the first of these steps are counted, the answers of its tools are not.
  const uncounted = said.messages.slice(said.messages[0]?.role === "assistant" ? 1 : 0);
  const { last_step = answer.metadata.usage } = answer.metadata;
  return {
    tokens: context_tokens,
    added: [...uncounted, ...after.messages],
    thought: last_step?.reasoning ?? 0,
  };
}

/** The last step that was counted, and one that broke off after it. */
function lastSteps(answer: StoredMessage): StoredMessage {
  const { parts, metadata } = answer;
  const steps = parts.flatMap(({ type }, index) => (type === "step-start" ? [index] : []));
  const from = steps.at(metadata.half_step ? -2 : -1) ?? steps[0] ?? 0;
  return { ...answer, parts: prunedParts(parts, answer.pruned).slice(from) };
}

/**
 * The prompt of the next step: `before`, then the new parts of the current message, then the reminders. Takes the reminders out of the call
 * (Z-6). They stay in the later prompts of the turn, so that each prompt begins with the bytes of the last (SP-3).
 */
export async function grownPrompt(
  before: Prompt,
  turn: Pick<TurnContext, "writer" | "model" | "reminders" | "pruned">,
  { language_model, reads = [] }: Reads,
): Promise<Prompt> {
  const { id, parts } = turn.writer.recording.fold;
  const gained: BraidMessage = {
    id,
    role: "assistant",
    metadata: { model: turn.model },
    parts: prunedParts(parts, turn.pruned).slice(before.parts),
  };
  const said = await toModelMessages([gained], turn.model, { ...NO_FILES, reads });
  const reminders = turn.reminders.splice(0);
  if (reminders.length > 0) said.push({ role: "user", content: reminders.join("\n\n") });
  const gainedMessages = await toPrompt(said, language_model);
  const { measured } = before;
  const uncounted = measured?.holds_answer
    ? gainedMessages.filter(({ role }) => role !== "assistant")
    : gainedMessages;
  return {
    ...before,
    settled: before.settled ?? before,
    messages: before.messages.concat(gainedMessages),
    characters: before.characters + characters(said),
    parts: parts.length,
    reminders: [...before.reminders, ...reminders],
    outputs: [
      ...before.outputs,
      ...outputsIn({ id: before.live, parts: [...parts], pruned: turn.pruned }, before.parts),
    ],
    measured: measured && { ...measured, added: [...measured.added, ...uncounted] },
  };
}

/** The prompt of the next step after the model's view of earlier parts of this turn has changed. Nobody has measured it. */
export async function regrownPrompt(
  { settled, ...before }: Prompt,
  turn: Parameters<typeof grownPrompt>[1],
  model: Parameters<typeof grownPrompt>[2],
): Promise<Prompt> {
  turn.reminders.unshift(...before.reminders);
  return await grownPrompt({ ...(settled ?? before), measured: undefined }, turn, model);
}

/** The prompt without the thoughts of its answers and their provider's marks, as `toldTo` has it for another model. */
export function withoutThoughts(prompt: Prompt): Prompt {
  const { settled } = prompt;
  return {
    ...prompt,
    messages: withoutThoughtsIn(prompt.messages),
    ...(settled === undefined ? {} : { settled: withoutThoughts(settled) }),
  };
}

const withoutThoughtsIn = (messages: readonly LanguageModelV3Message[]): LanguageModelV3Message[] =>
  messages.map(plain).filter(({ content }) => content.length > 0);

/** A call that the provider ran itself, or the answer to one: only those stand in the model's own words. */
const isProvidersOwn = (part: { type: string; providerExecuted?: boolean | undefined }): boolean =>
  part.type === "tool-result" || part.providerExecuted === true;

function plain(message: LanguageModelV3Message): LanguageModelV3Message {
  if (message.role !== "assistant") return message;
  const content = message.content
    .filter((part) => part.type !== "reasoning" && !isProvidersOwn(part))
    .map(({ providerOptions: _, ...part }) => part);
  return { role: "assistant", content };
}
