/** The state of one turn while it runs (RN-5): made at the turn's start and gone with its end; nothing here outlives the call. */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import type { SessionFeed } from "../feed/session-feed";
import type { Ids } from "../ids";
import type { Clock } from "../ports/clock";
import type { Models } from "../ports/models";
import type { Recorder } from "../ports/recorder";
import type { RunSettings, SettingsSource } from "../ports/settings";
import type { Store } from "../ports/store";
import type { Agent } from "./agent";
import type { FrameWriter } from "./frame-writer";
import type { Room } from "./room";
import type { RunClaim, RunState } from "./run-state";

/** The parts that every turn works with; built once. */
export interface TurnDeps {
  store: Store;
  recorder: Recorder;
  ids: Ids;
  clock: Clock;
  models: Models;
  settings: SettingsSource;
  state: RunState;
  /** Answers in every session. */
  agent: Agent;
}

export interface CallContext {
  readonly claim: RunClaim;
  readonly model: ModelRef;
  readonly workspace_root: string | undefined;
  readonly feed: SessionFeed;
  readonly settings: RunSettings;
  /** Aborts on Stop, and when a frame could not be saved. */
  readonly signal: AbortSignal;
  /** Aborts `signal` from within. */
  stop(reason: unknown): void;
  /** Writes the message at hand; a retry after content puts another in its place. */
  writer: FrameWriter;
  /** The room that is left in the message at hand. */
  room: Room;
  /** Said to the model in this turn alone; each is gone from here once it is in the prompt (Z-6). */
  reminders: string[];
  /** Sums over the finished steps of the message at hand (TK-1). */
  usage: Usage | undefined;
  carried_usage: Usage | undefined;
  estimated: boolean;
  /** Characters sent and said in the step at hand, until its finish measures it. */
  unmeasured: { sent: number; said: number } | undefined;
  cost_usd: number | undefined;
  /** Tokens that filled the window after the last step (TK-3, Z-5). */
  context_tokens: number | undefined;
  /** Failures that passed, so far in this turn. */
  retried: MessageMetadata["retried"];
  /** The tool calls' provider ids already used in this message. */
  readonly usedToolCallIds: Set<string>;
}

export const messageId = (call: Pick<CallContext, "writer">): MessageId => call.writer.recording.fold.id;
