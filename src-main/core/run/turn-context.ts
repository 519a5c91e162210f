/** The state of one turn while it runs (RN-5). A turn makes it at its start; nothing in it outlives the turn. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { OutputSummary } from "../../../src-preload/contract/domain/output-summary";
import type { PrunedOutput } from "../../../src-preload/contract/domain/pruning";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import type { Calibration } from "../context/estimate";
import type { SessionFeed } from "../feed/session-feed";
import type { Ids } from "../ids";
import type { OpenQuestions } from "../permissions/open-questions";
import type { AgentSource } from "../ports/agents";
import type { Clock } from "../ports/clock";
import type { Hooks } from "../ports/hooks";
import type { Models } from "../ports/models";
import type { MarkBefore } from "../ports/prune-store";
import type { Recorder } from "../ports/recorder";
import type { RunSettings, SettingsSource } from "../ports/settings";
import type { Store } from "../ports/store";
import type { TokenCounter } from "../ports/token-counter";
import type { Tool, ToolSource } from "../ports/tools";
import type { Agent } from "./agent";
import type { FrameWriter } from "./frame-writer";
import type { Room } from "./room";
import type { RunClaim, RunState } from "./run-state";

/** The parts that every turn works with, built once. */
export interface TurnDeps {
  store: Store;
  recorder: Recorder;
  ids: Ids;
  clock: Clock;
  models: Models;
  counter: TokenCounter;
  settings: SettingsSource;
  state: RunState;
  /** The agents that sessions may have (AG-8). */
  agents: AgentSource;
  /** Writes summaries (CP-5). */
  summariser: Agent;
  /** Writes summaries of long outputs of tools (RN-6). */
  precompactor: Agent;
  /** The user's hooks (AG-5); absent: none. */
  hooks?: Hooks | undefined;
  /** Takes one sentence for the log, without words of the session. */
  onPrecompactFailure?: ((sentence: string) => void) | undefined;
  calibration: Calibration;
  tools: ToolSource;
  /** The folder of the user's own instructions (SP-1). */
  data_dir?: string | undefined;
  /** The questions that running turns wait for. */
  questions: OpenQuestions;
}

/** A summary of an output (RN-6). */
export interface ReadySummary {
  summary: OutputSummary;
  /** The steps that were finished when the output came. The next one reads it whole. */
  after_steps: number;
  /** Tokens that the model's view loses. */
  freed: number;
}

export interface TurnContext {
  readonly claim: RunClaim;
  /** The name of the agent with which the turn began: another choice counts for the next turn. */
  readonly agent_name: string;
  /** Without instructions until the turn has begun to run. */
  agent: Agent;
  readonly model: ModelRef;
  /** The session's model before this turn; undefined where it had none. */
  readonly model_before: ModelRef | undefined;
  /** The session's folder as it is stored: rules are kept under this name. */
  readonly folder: string | undefined;
  /** The folder's real path, once the turn has begun to run. */
  workspace_root: string | undefined;
  /** False: nobody can answer a question of this turn, now or later (PM-3). */
  readonly attended: boolean;
  /** Empty until the turn has begun to run. */
  tools: ReadonlyMap<string, Tool>;
  /** How many questions of this turn, and of helpers that work for it, wait for an answer. */
  open_questions: number;
  readonly feed: SessionFeed;
  settings: RunSettings;
  /** Aborts on Stop, and when a frame could not be saved. */
  readonly signal: AbortSignal;
  /** Aborts `signal` from within. */
  stop(reason: unknown): void;
  /** Writes the current message. A retry after content replaces it. */
  writer: FrameWriter;
  /** The room left in the current message. */
  room: Room;
  /** Texts for the model in this turn alone. The prompt takes each of them out of here (Z-6). */
  reminders: string[];
  /** Sums over the finished steps of the current message (TK-1). */
  usage: Usage | undefined;
  carried_usage: Usage | undefined;
  estimated: boolean;
  /** Characters sent and said in the current step, until its finish reports the usage. */
  unmeasured: { sent: number; said: number } | undefined;
  /** The last step of the current message has begun and is not counted yet. */
  half_step: boolean;
  cost_usd: number | undefined;
  /** Tokens that filled the window after the last step (TK-3, Z-5). */
  context_tokens: number | undefined;
  /** Tokens of the last step's prompt, as its provider counted them. */
  sent_tokens: number | undefined;
  /** Tokens that the server has read of the last step's prompt, and of how many. Undefined for a prompt that was not cut. */
  prompt_cut: MessageMetadata["prompt_cut"];
  /** The usage that the provider reported of the last step. */
  last_step: Usage | undefined;
  /** The outputs of the current message that the model reads in part, or not at all (PR-2). */
  pruned: PrunedOutput[];
  /** Names the summary at the head of the turn's prompt (CP-3). */
  summary_id: MessageId | undefined;
  /** Tokens that summaries and helpers have taken in this turn: they draw on its budget (RN-3). */
  tokens_outside_steps: number;
  /** Finished steps of this turn. */
  steps: number;
  /** Summaries of outputs that are ready, and not in the transcript yet (RN-6). */
  readonly output_summaries: ReadySummary[];
  /** A summary was due and was not made: this turn does not ask for another while its prompt fits. */
  left_whole: boolean;
  /** The summaries that this turn has made, oldest first. */
  readonly summaries: MessageId[];
  /** The outputs that this turn has pruned, each with the mark that it had before. */
  readonly pruned_before: MarkBefore[];
  /** The provider could not read the thoughts before the current message. */
  thoughts_refused: boolean;
  /** Why the turn goes on without a summary that was due (CP-6). */
  compaction_failed: MessageMetadata["compaction_failed"];
  /**
   * Hides what a failed attempt had said, and begins the message of the next one (RN-7). It is called before the next attempt's first word:
   * if none comes, what had arrived stays in view (AB-2).
   */
  replaceFailed: (() => void) | undefined;
  /** The retries of this turn so far, and the last reason. */
  retried: MessageMetadata["retried"];
  /** The tool calls' provider ids already used in this message. */
  readonly usedToolCallIds: Set<string>;
}

/** Takes what a failed attempt had said out of view, if there is any. */
export function replaceFailed(turn: TurnContext): void {
  if (turn.replaceFailed === undefined) return;
  turn.replaceFailed();
  turn.replaceFailed = undefined;
  turn.half_step = false;
}

export const messageId = (turn: Pick<TurnContext, "writer">): MessageId => turn.writer.recording.fold.id;

/** Returns true where the current message has something to look at: an answer of blank texts alone would be silence (RN-10). */
export const hasSaid = ({ writer }: Pick<TurnContext, "writer">): boolean =>
  writer.recording.fold.parts.some(isSomething);

const isSomething = (part: BraidPart): boolean =>
  part.type === "text" || part.type === "reasoning" ? part.text.trim() !== "" : part.type !== "step-start";
