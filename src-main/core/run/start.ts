/** Begins a turn: makes its first message and its state. The caller saves the beginning, in a transaction of its choice. */

import type { FeedEvent } from "../../../src-preload/contract/domain/feed";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { isTool } from "../context/part-text";
import type { SessionFeed } from "../feed/session-feed";
import type { Recording } from "../ports/recorder";
import { chunksOfParts } from "../transcript/chunks-of-parts";
import { FrameWriter } from "./frame-writer";
import { createRoom } from "./room";
import type { RunClaim } from "./run-state";
import type { TurnContext, TurnDeps } from "./turn-context";

export interface TurnStart {
  claim: RunClaim;
  feed: SessionFeed;
  /** The name of the session's agent. */
  agent: string;
  model: ModelRef;
  /** The session's model before this turn; absent where it had none. */
  model_before: ModelRef | undefined;
  workspace_root: string | undefined;
  reminders: string[];
  attended: boolean;
}

/** A recording whose first frame holds the answer's row. The caller saves that frame, then calls `openTurn`. */
export function beginAnswer(deps: TurnDeps, { claim, model, agent }: TurnStart): Recording {
  return deps.recorder.begin({
    session_id: claim.session_id,
    message_id: deps.ids.message(),
    metadata: { model, agent },
  });
}

/** Tells the windows once the first frame is saved, and returns the state that `runTurn` takes. */
export function openTurn(deps: TurnDeps, start: TurnStart, recording: Recording): TurnContext {
  const { claim, feed, agent, model, model_before, workspace_root, reminders, attended } = start;
  const { id, metadata, parts } = recording.fold;
  const inner = new AbortController();
  const stop = (reason: unknown) => inner.abort(reason);
  deps.state.setStatus(claim.session_id, { state: "busy", started_at: claim.started_at });
  const said = chunksOfParts(parts);
  feed.publish({
    type: "chunks",
    message_id: id,
    chunks: [{ type: "start", messageId: id, messageMetadata: metadata }, ...said],
  });
  return {
    claim,
    agent_name: agent,
    agent: { name: agent, manifest: "", limits: {} },
    model,
    model_before,
    folder: workspace_root,
    workspace_root,
    tools: new Map(),
    open_questions: 0,
    feed,
    settings: deps.settings.run(),
    signal: AbortSignal.any([claim.signal, inner.signal]),
    stop,
    writer: new FrameWriter({
      recording,
      settings: deps.settings.recorder(),
      publish: (event: FeedEvent) => feed.publish(event),
      onFailure: stop,
    }),
    room: createRoom(said),
    reminders,
    attended,
    usage: metadata.usage ?? undefined,
    carried_usage: metadata.carried_usage,
    estimated: metadata.estimated === true,
    unmeasured: undefined,
    half_step: false,
    cost_usd: metadata.cost_usd,
    context_tokens: metadata.context_tokens,
    sent_tokens: metadata.sent_tokens,
    last_step: metadata.last_step,
    prompt_cut: undefined,
    summary_id: undefined,
    pruned: [],
    tokens_outside_steps: 0,
    steps: 0,
    output_summaries: [],
    left_whole: false,
    summaries: [],
    pruned_before: [],
    thoughts_refused: false,
    compaction_failed: undefined,
    replaceFailed: undefined,
    retried: metadata.retried,
    usedToolCallIds: new Set(parts.filter(isTool).map(({ toolCallId }) => toolCallId)),
  };
}
