/** Runs the work of a summary in a claimed session: its status shows the progress, and its user may cancel it by itself. */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { RunClaim } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";

export interface SummaryWork {
  model: ModelRef;
  /** Tokens that fill the window now. Undefined where nobody has counted them. */
  tokens: number | undefined;
  /** Aborts with the claim, or when the work is cancelled. */
  signal: AbortSignal;
  onPart: (part: number, of: number) => void;
}

/** Resolves and rejects as `work` does. The claim stays with the caller. */
export async function summaryWork<T>(
  { state, models }: Pick<TurnDeps, "state" | "models">,
  news: Pick<SessionNews, "read">,
  claim: RunClaim,
  work: (task: SummaryWork) => Promise<T>,
): Promise<T> {
  const { session_id, started_at } = claim;
  const { signal, end } = state.beginWork(claim);
  const show = (progress: { part?: number; of?: number }) =>
    state.setStatus(session_id, {
      state: "busy",
      started_at,
      doing: { what: "compacting", auto: false, ...progress },
    });
  try {
    show({});
    const { session, billing } = news.read(session_id);
    return await work({
      model: modelOfTurn(models, session, undefined),
      tokens: billing.context_tokens ?? undefined,
      signal,
      onPart: (part, of) => (of > 1 ? show({ part, of }) : undefined),
    });
  } finally {
    end();
  }
}
