/**
 * The summariser (CP-5, CP-6): asks a model for a summary of turns, in parts where they are too many for its window, and checks the answer.
 * Knows no store but for the account of what each call cost.
 */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { BraidError } from "../braid-error";
import { refusalOf } from "../context/compaction";
import {
  chunksOf,
  droppedMiddle,
  summaryRequest,
  type TurnText,
  turnTexts,
} from "../context/summary-request";
import type { CompactionSettings } from "../ports/settings";
import { say } from "../say";
import { nextTurn, takenInSlices } from "../time-slice";
import { askOnce, THOUGHTS } from "./ask-once";
import { askWilling, type Way } from "./ask-willing";
import { classifyFailure } from "./failure";
import { sleep, waitBefore } from "./patience";
import type { TurnDeps } from "./turn-context";

export interface SummaryTask {
  session_id: SessionId;
  /** The model of the turn; its provider's small one is asked first. */
  model: ModelRef;
  /** The session's model before a switch. It has read the conversation, and writes the summary where that is too long for the other (MS-2). */
  model_before?: ModelRef | undefined;
  /** The model that is to read what is left, where that is another one (BR-5): the summary must leave room in its window. */
  reader?: ModelRef | undefined;
  messages: readonly StoredMessage[];
  /** An earlier summary, word for word. */
  earlier?: string | undefined;
  focus?: string | undefined;
  /** The words that code appends to the summary (`carriedOver`). */
  carried?: string | undefined;
  /** Tokens of a text, by the conversation's own measure. */
  sizeOf(text: string): number;
  /** Tokens of what the summary replaces. */
  replaced: number;
  settings: CompactionSettings;
  signal: AbortSignal;
  onPart(part: number, of: number): void;
  /** Hears what each call cost. */
  onCost?(usage: Usage): void;
}

export interface Summary {
  text: string;
  model: ModelRef;
}

type Deps = Pick<TurnDeps, "models" | "store" | "clock" | "summariser" | "settings">;

/** Tokens of a summary, and the share of a small window that it may take at most. */
const MAX_OUTPUT = 4096;
const SHARE = 0.25;

/**
 * Asks the models of the turn first, then those before a switch, which read whole what the others cannot. Users leave a model because it
 * fails, too: then those of the turn write the summary after all.
 * @throws BraidError where no summary came, with the ways out; the signal's reason
 */
export async function summarise(deps: Deps, task: SummaryTask): Promise<Summary> {
  const { model, messages, signal } = task;
  const turns = await takenInSlices(turnTexts(messages), signal);
  const before = modelsBefore(deps, task);
  const request = summaryRequest(turns, task);
  const all = { turns, request, size: task.sizeOf(request) };
  // The words of a long history were put together in one go: others get their turn before they are sent.
  await nextTurn();
  const started = deps.clock.now();
  const summary = await askWilling(deps.models, {
    refs: [...deps.models.side_models(model), ...before],
    signal,
    choose: (left) => {
      const way = wayOf(deps, task, all, left);
      return way && { ...way, any_failure: before.includes(way.ref) };
    },
    ask: (way) => written(deps, task, way, started),
  });
  if (summary !== undefined) return summary;
  throw new BraidError("CONTEXT_TOO_LARGE", say("compaction.too-large.message"), {
    hint: say("compaction.too-large.hint"),
  });
}

/** The requests of one way to the summary, and the model that is asked. */
interface SummaryWay extends Way {
  parts: (readonly TurnText[])[];
  /** The one request, where one is enough. */
  request?: string;
}

interface Whole {
  turns: readonly TurnText[];
  request: string;
  /** Tokens of the request. */
  size: number;
}

async function written(
  deps: Deps,
  task: SummaryTask,
  { ref, parts, request: whole }: SummaryWay,
  started: number,
): Promise<Summary> {
  const { focus, carried } = task;
  let { earlier } = task;
  for (const [at, turns] of parts.entries()) {
    task.onPart(at + 1, parts.length);
    const isLast = at === parts.length - 1;
    const request = whole ?? summaryRequest(turns, { earlier, focus, ...(isLast ? { carried } : {}) });
    earlier = await askPatiently(deps, task, {
      ref,
      request,
      started,
      replaced: isLast ? task.replaced : Infinity,
    });
  }
  return { text: earlier ?? "", model: ref };
}

/** The model before a switch, its provider's small one first. Empty where it is not there any more, or has no key. */
function modelsBefore({ models }: Deps, { model_before }: SummaryTask): ModelRef[] {
  if (model_before === undefined) return [];
  return models.side_models(model_before).filter((ref) => {
    try {
      return models.resolve(ref) !== undefined;
    } catch {
      return false;
    }
  });
}

/**
 * CP-6: the whole history for the first model that can take it; else in parts, else without its middle, as the settings allow. Undefined
 * where they allow neither.
 */
function wayOf(
  deps: Deps,
  task: SummaryTask,
  { turns, request, size }: Whole,
  models: readonly ModelRef[],
): SummaryWay | undefined {
  const { sizeOf, settings } = task;
  const rooms = models.map((ref) => ({ ref, room: roomOf(deps, task, ref) }));
  const whole = rooms.find(({ room }) => size <= room);
  if (whole !== undefined) return { ref: whole.ref, parts: [turns], request };
  const { ref, room } = rooms.reduce((a, b) => (b.room > a.room ? b : a));
  const budget = room - sizeOf(summaryRequest([], task));
  const { chunked_summarize, drop_middle } = settings.smart_recovery;
  const inParts = { budget: budget - longestSummary(deps, task, ref), sizeOf };
  if (chunked_summarize && inParts.budget > 0) return { ref, parts: chunksOf(turns, inParts) };
  if (drop_middle && budget > 0) return { ref, parts: [droppedMiddle(turns, { budget, sizeOf })] };
  return undefined;
}

/** Tokens of a request for this model, by the conversation's own measure. */
function roomOf(deps: Deps, task: SummaryTask, ref: ModelRef): number {
  const { context_limit } = deps.models.resolve(ref);
  if (context_limit === undefined) return Infinity;
  return context_limit - longestSummary(deps, task, ref) - task.sizeOf(deps.summariser.manifest);
}

/** Tokens: it has to fit the window of the model that writes it, and of the one that reads it. */
function longestSummary(
  { models }: Pick<Deps, "models">,
  { model, reader = model }: SummaryTask,
  writer: ModelRef,
): number {
  const shares = [writer, reader].map((ref) => (models.resolve(ref).context_limit ?? Infinity) * SHARE);
  return Math.floor(Math.min(MAX_OUTPUT, ...shares));
}

interface Asked {
  ref: ModelRef;
  request: string;
  /** Milliseconds since the epoch at which the first call began. */
  started: number;
  replaced: number;
}

/** The model ran out of tokens before its summary was whole. The same call would end in the same way. */
class CutShort extends BraidError {
  constructor() {
    super("PROVIDER_BAD_STREAM", say("compaction.refused.cut"), { hint: say("compaction.failed.hint") });
  }
}

/** An estimate of a size may be low. */
const MARGIN = 1.1;

/** Tokens that are left in a window for thoughts beside the longest summary. */
function roomForThoughts(deps: Deps, task: SummaryTask, { ref, request }: Asked): number {
  const { context_limit = Infinity } = deps.models.resolve(ref);
  const sent = task.sizeOf(deps.summariser.manifest) + task.sizeOf(request);
  const left = context_limit - sent * MARGIN - longestSummary(deps, task, ref);
  return Math.floor(Math.min(THOUGHTS, Math.max(0, left)));
}

/**
 * Asks until a summary comes, as often and as long as the settings allow. A model that nobody knows to think gets room for thoughts once its
 * summary was cut short.
 * @throws BraidError, the signal's reason
 */
async function askPatiently(deps: Deps, task: SummaryTask, asked: Asked): Promise<string> {
  const { retry_on_transient, retry_block_ms } = task.settings;
  const patience = { max_retries: retry_on_transient, max_retry_wait_ms: retry_block_ms };
  const room = roomForThoughts(deps, task, asked);
  let thoughts = deps.models.resolve(asked.ref).thinks ? room : 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(deps, task, asked, thoughts);
    } catch (error) {
      task.signal.throwIfAborted();
      if (error instanceof CutShort && thoughts < room) {
        thoughts = room;
        continue;
      }
      const failure = classifyFailure(error, deps.clock.now());
      // A stream that was cut lost its end on the way: asked again, it may come whole.
      const transient = failure.transient || failure.cut === true;
      const passing = { ...failure, transient, passes_within_ms: retry_block_ms };
      const wait = waitBefore(attempt, passing, patience, deps.clock.now() - asked.started);
      if (wait === undefined) throw failedBy(failure.info);
      await sleep(wait, task.signal);
    }
  }
}

async function ask(
  deps: Deps,
  task: SummaryTask,
  { ref, request, replaced }: Asked,
  thoughts: number,
): Promise<string> {
  const { store, models, clock, summariser, settings } = deps;
  const { session_id, sizeOf } = task;
  const model = models.resolve(ref);
  const max_output = longestSummary(deps, task, ref);
  const question = { system: summariser.manifest, prompt: request, max_output, thoughts };
  const { text, finish_reason } = await askOnce(model, question, {
    signal: task.signal,
    times: settings.run(),
    account: (cost) => {
      store.accountCall({ session_id, agent: summariser.name, ...cost, now: clock.now() });
      task.onCost?.(cost.usage);
    },
  });
  const refusal = refusalOf({ text, finish_reason }, replaced, sizeOf);
  if (refusal === undefined) return text.trim();
  if (finish_reason === "length") throw new CutShort();
  throw new BraidError("PROVIDER_STALLED", say(`compaction.refused.${refusal}`));
}

/** The failure of the summariser as the thread tells it: what failed, and that nothing was lost. */
const failedBy = ({ code, message, hint }: ErrorInfo): BraidError =>
  new BraidError(code, say("compaction.failed.message", { reason: message }), {
    hint: hint ?? say("compaction.failed.hint"),
  });
