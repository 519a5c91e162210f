/** The state of one turn while it runs (RN-5). A turn makes it at its start; nothing in it outlives the turn. */

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

/** The parts that every turn works with, built once. */
export interface TurnDeps {
  store: Store;
  recorder: Recorder;
  ids: Ids;
  clock: Clock;
  models: Models;
  settings: SettingsSource;
  state: RunState;
  /** The agent of every session. */
  agent: Agent;
}

export interface TurnContext {
  readonly claim: RunClaim;
  readonly model: ModelRef;
  readonly workspace_root: string | undefined;
  readonly feed: SessionFeed;
  readonly settings: RunSettings;
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
  cost_usd: number | undefined;
  /** Tokens that filled the window after the last step (TK-3, Z-5). */
  context_tokens: number | undefined;
  /** The retries of this turn so far, and the last reason. */
  retried: MessageMetadata["retried"];
  /** The tool calls' provider ids already used in this message. */
  readonly usedToolCallIds: Set<string>;
}

export const messageId = (turn: Pick<TurnContext, "writer">): MessageId => turn.writer.recording.fold.id;
