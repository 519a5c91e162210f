/**
 * Puts a summary in the place of earlier turns (CP): decides what is kept, has the rest summarised, and stores both in one transaction. The
 * caller holds the session's claim.
 */

import { createHash } from "node:crypto";
import { type Compaction, compactionOf } from "../../../src-preload/contract/domain/compaction";
import { usableOf } from "../../../src-preload/contract/domain/context";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { BraidError } from "../braid-error";
import { carriedOver, summarised, summaryText, wholeSummary } from "../context/compaction";
import { type CompactionPlan, planCompaction, planFrom } from "../context/compaction-plan";
import { partText } from "../context/part-text";
import { pruned } from "../context/pruning";
import { agentSections, promptText } from "../context/system-prompt";
import { cutAt, turnsOf } from "../context/tail";
import { openTodosOf } from "../context/todos";
import { fittingFiles, keptFiles } from "../context/told-files";
import type { SessionFeed } from "../feed/session-feed";
import { say } from "../say";
import { takenInSlices } from "../time-slice";
import { type Counted, countedTokens } from "./measure";
import { promptBehind, readerOf as promptReader } from "./prompt";
import { messagesBehind, visibleMessages, visibleSlices } from "./read-transcript";
import { summarise } from "./summarise";
import { agentOfSession, toolsOfSession } from "./tools-of";
import type { TurnDeps } from "./turn-context";

export interface CompactionTask {
  session_id: SessionId;
  feed: SessionFeed;
  /** The model of the turn, or the session's. */
  model: ModelRef;
  /** The session's model before the turn. */
  model_before?: ModelRef | undefined;
  /** The model that is to read what is left, where that is another one (BR-5): its window is the measure. */
  reader?: ModelRef;
  auto: boolean;
  focus?: string | undefined;
  /** The answer that is being written; its turn is kept as far as there is room. */
  live?: StoredMessage;
  /** Writes another summary of the same turns, and leaves the tail as it is. */
  again?: boolean;
  /** Tokens of the whole prompt; absent where nobody knows. */
  tokens?: number | undefined;
  signal: AbortSignal;
  onPart(part: number, of: number): void;
  /** Hears what each call cost. */
  onCost?(usage: Usage): void;
}

/** @throws BraidError where there is nothing to summarise, or no summary came; the signal's reason */
export async function compact(deps: TurnDeps, task: CompactionTask): Promise<StoredMessage> {
  const messages = await messagesOf(deps, task);
  const { plan, written } =
    (await preparedFor(deps, task, messages)) ?? (await drafted(deps, task, messages));
  return await store(deps, task, plan, written);
}

/**
 * Writes the next summary before it is due (CP-9). The conversation stays as it is.
 * @throws as `compact`
 */
export async function prepare(deps: TurnDeps, task: CompactionTask): Promise<void> {
  const messages = await messagesOf(deps, task);
  const { plan, written } = await drafted(deps, task, messages);
  const { tail_start_id } = plan;
  if (tail_start_id === undefined || written.model === undefined) return;
  task.signal.throwIfAborted();
  const { summary, model } = written;
  deps.store.savePreparedSummary(
    { session_id: task.session_id, basis: basisOf(plan), tail_start_id, summary, model },
    deps.clock.now(),
  );
}

async function messagesOf(
  deps: TurnDeps,
  { session_id, live, signal }: CompactionTask,
): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for await (const read of visibleSlices(deps.store, session_id, signal))
    messages.push(...pruned(read.filter(({ id }) => id !== live?.id)));
  return live === undefined ? messages : [...messages, ...pruned([live])];
}

interface Drafted {
  plan: CompactionPlan;
  written: Written;
}

/** The summary that was prepared, if it stands for the very messages that it was made of (CP-9). */
async function preparedFor(
  deps: TurnDeps,
  task: CompactionTask,
  messages: readonly StoredMessage[],
): Promise<Drafted | undefined> {
  if (task.again || (task.focus ?? "") !== "") return undefined;
  const ready = deps.store.preparedSummary(task.session_id);
  if (ready === undefined) return undefined;
  const plan = planFrom(messages, ready.tail_start_id);
  if (plan === undefined || basisOf(plan) !== ready.basis) return undefined;
  // Much may have been said since: then a summary of more is wanted.
  const tokensOf = await measureOf(messages, task.tokens, task.signal);
  const kept = tokensOf(await charactersOf(plan.kept, task.signal));
  if (kept > usableFor(deps, task) * KEPT_SHARE) return undefined;
  const written = { summary: ready.summary, model: ready.model };
  const { tail_start_id, split, tail_warning } = await planNow(deps, task, messages, sizeBy(tokensOf));
  const isSame = tail_start_id === plan.tail_start_id && split === undefined;
  return { plan: isSame && tail_warning !== undefined ? { ...plan, tail_warning } : plan, written };
}

/** The share of the window that may be left behind a summary that was prepared earlier. */
const KEPT_SHARE = 0.5;

function usableFor(deps: TurnDeps, task: CompactionTask): number {
  const reader = readerOf(task);
  const { context_limit = Infinity, max_output } = deps.models.resolve(reader);
  const { reserve_tokens } = deps.settings.compaction(reader);
  return usableOf({ context_limit, max_output, reserve_tokens });
}

/** Names the messages and the summary that a summary is made of. None of them ever changes (DB-11), so their ids are enough. */
const basisOf = ({ hidden, through, earlier }: CompactionPlan): string =>
  createHash("sha256")
    .update(JSON.stringify([through, earlier?.op_id, hidden.map(({ id }) => id)]))
    .digest("hex");

async function drafted(
  deps: TurnDeps,
  task: CompactionTask,
  messages: readonly StoredMessage[],
): Promise<Drafted> {
  const tokensOf = await measureOf(messages, task.tokens, task.signal);
  const sizeOf = sizeBy(tokensOf);
  const plan = await planOf(deps, task, messages, sizeOf);
  const { hidden, earlier } = plan;
  if (hidden.length === 0 && !(task.again && earlier)) throw nothingToSummarise();
  const replaced = tokensOf((earlier?.summary.length ?? 0) + (await charactersOf(hidden, task.signal)));
  const settings = deps.settings.compaction(readerOf(task));
  const carried = { todos: openTodos(plan) };
  const { text, model } = await summarise(deps, {
    ...task,
    messages: hidden,
    carried: carriedOver(carried),
    earlier: earlier?.summary,
    sizeOf,
    replaced,
    settings,
  });
  return { plan, written: { summary: wholeSummary(text, carried), model } };
}

/**
 * Puts the user's own words in a summary's place (CP-7).
 * @throws BraidError `INVALID_INPUT` where the summary is not in force
 */
export async function rewrite(deps: TurnDeps, task: CompactionTask, summary: string): Promise<StoredMessage> {
  const messages = await visibleMessages(deps.store, task.session_id, task.signal);
  const plan = samePlan(pruned(messages), []);
  return await store(deps, task, plan, { summary });
}

/** Todos that the tail says something of are told there. */
const openTodos = ({ kept, hidden, earlier }: CompactionPlan) =>
  openTodosOf(kept) !== undefined
    ? []
    : (openTodosOf([...(earlier === undefined ? [] : [{ parts: [asPart(earlier)] }]), ...hidden]) ?? []);

const asPart = (data: Compaction) => ({ type: "data-compaction" as const, data });

/** Tokens of so many characters. */
type Measure = (characters: number) => number;

/**
 * Measures characters by what the whole conversation takes: right for its language and its model without counting anything.
 * @throws the signal's reason
 */
export async function measureOf(
  messages: readonly StoredMessage[],
  tokens: number | undefined,
  signal: AbortSignal,
): Promise<Measure> {
  const characters = await charactersOf(messages, signal);
  const rate = tokens === undefined || characters < ENOUGH ? USUAL_RATE : tokens / characters;
  const bounded = Math.min(MOST_RATE, Math.max(LEAST_RATE, rate));
  return (count) => Math.ceil(count * bounded);
}

export const sizeBy =
  (measure: Measure) =>
  (text: string): number =>
    measure(text.length);

/** Characters that a model reads, a line's end for each part. */
async function charactersOf(messages: readonly StoredMessage[], signal: AbortSignal): Promise<number> {
  const lengths = await takenInSlices(lengthsIn(messages), signal);
  return lengths.reduce((sum, length) => sum + length, 0);
}

function* lengthsIn(messages: readonly StoredMessage[]): Generator<number, undefined> {
  for (const { parts } of messages) for (const part of parts) yield partText(part).length + 1;
}

/** Characters from which on a conversation measures itself: in a short one the system prompt outweighs it. */
const ENOUGH = 20_000;
/** Tokens of a character. */
const [LEAST_RATE, USUAL_RATE, MOST_RATE] = [0.15, 0.28, 2];

async function planOf(
  deps: TurnDeps,
  task: CompactionTask,
  messages: readonly StoredMessage[],
  sizeOf: (text: string) => number,
): Promise<CompactionPlan> {
  if (task.again) {
    const standing = messages.find((message) => compactionOf(message) !== undefined);
    const behind = standing === undefined ? [] : await messagesBehind(deps.store, standing, task.signal);
    return samePlan(messages, pruned(behind));
  }
  return await planNow(deps, task, messages, sizeOf);
}

async function planNow(
  deps: TurnDeps,
  task: CompactionTask,
  messages: readonly StoredMessage[],
  sizeOf: (text: string) => number,
): Promise<CompactionPlan> {
  const settings = deps.settings.compaction(readerOf(task));
  const split = messages.map(compactionOf).find(Boolean)?.split;
  const last = settings.tail_turns + 1;
  const turns = await takenInSlices(turnsOf(messages, sizeOf, { last, split }), task.signal);
  return planCompaction(messages, turns, {
    ...settings,
    usable: usableFor(deps, task),
    live: task.live !== undefined,
    sizeOf,
  });
}

/** Another summary in the place of the one in force. `behind`: the messages that it stands for, an earlier summary first. */
function samePlan(messages: readonly StoredMessage[], behind: readonly StoredMessage[]): CompactionPlan {
  const standing = messages.find((message) => compactionOf(message) !== undefined);
  const compaction = standing && compactionOf(standing);
  if (standing === undefined || compaction === undefined) throw nothingToSummarise();
  const { split, tail_warning } = compaction;
  const kept = messages.filter((message) => message !== standing);
  // Another timeline than the one it was made in may stand behind the summary now.
  const tail_start_id = kept[0]?.id;
  const earlier = behind.map(compactionOf).find(Boolean);
  const splitAway = split === undefined ? [] : cutAt(kept, { tail_start_id, split }).hidden;
  return {
    hidden: [...behind.filter((message) => compactionOf(message) === undefined), ...splitAway],
    kept,
    turns: compaction.turns,
    through: standing.id,
    ...(tail_start_id === undefined ? {} : { tail_start_id }),
    ...(split === undefined ? {} : { split }),
    ...(tail_warning === undefined ? {} : { tail_warning }),
    ...(earlier === undefined ? {} : { earlier }),
  };
}

interface Written {
  summary: string;
  /** Absent where the user wrote it. */
  model?: ModelRef;
}

async function store(
  deps: TurnDeps,
  task: CompactionTask,
  plan: CompactionPlan,
  written: Written,
): Promise<StoredMessage> {
  const { ids, clock } = deps;
  const { session_id, auto, focus } = task;
  const { through, tail_start_id, split, tail_warning, turns } = plan;
  const tokens = await tokensAfter(deps, task, plan, written.summary);
  const id =
    through === "" && tail_start_id !== undefined
      ? ids.messageBefore(tail_start_id)
      : ids.messageBehind(through as MessageId);
  const compaction: Compaction = {
    ...written,
    tail_start_id: tail_start_id ?? id,
    auto,
    summary_tokens: tokens.summary,
    op_id: ids.op(),
    turns,
    tokens_before: task.tokens ?? tokens.after,
    tokens_after: tokens.after,
    ...(focus === undefined || focus === "" ? {} : { focus }),
    ...(split === undefined ? {} : { split }),
    ...(tail_warning === undefined ? {} : { tail_warning }),
  };
  const metadata = {
    synthetic: true,
    finish_reason: "stop",
    summary_id: id,
    context_tokens: tokens.after,
    estimated: true,
  } as const;
  task.signal.throwIfAborted();
  const isAnother = task.again === true || written.model === undefined;
  const { message, hidden } = deps.store.compact({
    session_id,
    id,
    part_id: ids.part(),
    metadata,
    compaction,
    through,
    undo: isAnother ? "summary" : "compact",
    now: clock.now(),
  });
  task.feed.publish({ type: "compacted", message, hidden });
  deps.hooks?.tell("compaction", { session_id, message_id: id, auto, turns, summary: written.summary });
  return message;
}

/** Estimates of the summary, and of the whole prompt with it. */
async function tokensAfter(
  deps: TurnDeps,
  task: CompactionTask,
  { kept, split }: CompactionPlan,
  summary: string,
): Promise<{ summary: number; after: number }> {
  const reader = readerOf(task);
  const prompted = promptReader(deps.store, reader, deps.models.resolve(reader));
  const told = {
    role: "user" as const,
    content: [{ type: "text" as const, text: summaryText({ summary }) }],
  };
  const tail = await promptBehind(summarised(kept, split), prompted);
  const digest = kept.findLast(({ metadata }) => metadata.system_prompt_digest !== undefined)?.metadata
    .system_prompt_digest;
  const system = digest === undefined ? undefined : deps.store.systemPrompt(digest);
  const agent = await agentOfSession(deps, task.session_id);
  const text = promptText(system?.sections ?? agentSections(agent));
  const tools = await toolsOfSession(deps, task.session_id, agent);
  const count = (counted: Counted) => countedTokens(deps, reader, counted, task.signal);
  return {
    summary: await count({ messages: [told] }),
    after: await count({
      ...{ system: text, tools },
      messages: fittingFiles([told, ...tail], keptFiles(deps.store)),
    }),
  };
}

const readerOf = ({ reader, model }: Pick<CompactionTask, "reader" | "model">): ModelRef => reader ?? model;

const nothingToSummarise = (): BraidError =>
  new BraidError("INVALID_INPUT", say("compaction.nothing.message"), {
    hint: say("compaction.nothing.hint"),
  });
