/** The state of "Context and cost": open or not, and main's answers. */

import { createStore } from "zustand/vanilla";
import type { ContextBreakdown } from "../../../src-preload/contract/domain/context";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SessionBilling, SessionUsage } from "../../../src-preload/contract/domain/usage";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { modelKey } from "../../thread/model/model-choice";
import { mainThread } from "../../thread/thread";

interface UsageState {
  open: boolean;
  /** What a session has used; undefined until main has answered after it was opened. */
  summed: { of: SessionId; usage: SessionUsage } | undefined;
  /** The last count of what fills the window, and what it counted (`subjectOf`). */
  counted: { of: string; breakdown: ContextBreakdown } | undefined;
}

/** Names what is counted: a session in its present state, for a model. */
export const subjectOf = (
  session_id: SessionId,
  { total_tokens, context_tokens }: SessionBilling,
  model: ModelRef,
  step?: MessageMetadata,
): string =>
  JSON.stringify([
    session_id,
    total_tokens,
    context_tokens,
    modelKey(model),
    step?.usage,
    step?.context_tokens,
  ]);

const breakdowns = latest(() => mainThread.view.getState().session_id);

/** Counts what fills the window. A failure leaves the session's own number. */
export function countParts(session_id: SessionId, of: string, model: ModelRef): void {
  void breakdowns(
    () => call("context.read", { session_id, model }),
    (breakdown) => usageView.setState({ counted: { of, breakdown } }),
  ).catch(() => {});
}

export const usageView = createStore<UsageState>(() => ({
  open: false,
  summed: undefined,
  counted: undefined,
}));

const sums = latest(() => mainThread.view.getState().session_id);

/** Sums up what the session has used. A failure closes what shows it, unless an earlier sum of this session stands there. */
export async function sumUsed(session_id: SessionId): Promise<void> {
  try {
    await sums(
      () => call("session.usage", { session_id }),
      (usage) => usageView.setState({ summed: { of: session_id, usage } }),
    );
  } catch (error) {
    if (usageView.getState().summed?.of !== session_id) closeUsage();
    reportError(error);
  }
}

export function openUsage(): void {
  const { session_id } = mainThread.view.getState();
  // What shows the sum asks for it when it appears, so an open one keeps its sum.
  if (!session_id || usageView.getState().open) return;
  usageView.setState({ open: true, summed: undefined });
}

export const closeUsage = (): void => usageView.setState({ open: false });
