/** Computes how full the model's window is (TK-3), and where summarising begins (CP-1). Pure. */

import { type ContextBreakdown, FILE_TOKENS, usableOf } from "../../../src-preload/contract/domain/context";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionBilling } from "../../../src-preload/contract/domain/usage";

export interface ContextUse {
  /** The tokens that fill the context window now. */
  tokens: number;
  /** True if the count is an estimate. */
  estimated: boolean;
  /** Absent for an unknown model. */
  limit?: number;
  /** True if the limit is a guess. */
  assumed: boolean;
  /** From this count on, the conversation is summarised; with `by_hand`, only where its user asks. */
  summarised_at?: number;
  by_hand: boolean;
  /** The part of `tokens` that is in the composer. */
  draft: number;
}

/** Characters of a token, about. */
const CHARACTERS = 4;

/** The tokens of a draft, before anybody has counted them. */
export const guessedDraft = (characters: number, files: number): number =>
  Math.ceil(characters / CHARACTERS) + files * FILE_TOKENS;

/** The share of the room that makes it nearly full. */
const NEARLY = 0.9;

export const isNearlyFull = ({ tokens, summarised_at = Number.POSITIVE_INFINITY }: ContextUse): boolean =>
  tokens >= summarised_at * NEARLY;

/** A later count than the session's own; absent where there is none. */
type Counted = Pick<ContextBreakdown, "tokens" | "estimated"> | undefined;

/**
 * Returns undefined if nothing has been measured or estimated, which is not zero (TK-5).
 * @param switched the chosen model is not the one that answered last, and counts its tokens differently
 * @param draft tokens in the composer
 */
export function contextUse(
  billing: SessionBilling,
  model: ModelChoice | undefined,
  switched: boolean,
  counted: Counted = undefined,
  draft = 0,
): ContextUse | undefined {
  const { context_tokens, context_estimated } = billing;
  const own =
    context_tokens === null
      ? undefined
      : { tokens: context_tokens, estimated: context_estimated || switched };
  const now = counted ?? own;
  if (now === undefined) return undefined;
  const { tokens, estimated } = now;
  const used = {
    tokens: tokens + draft,
    estimated: estimated || draft > 0,
    draft,
    by_hand: model?.kept_whole === true,
    assumed: model?.assumed === true,
  };
  if (model?.context_limit === undefined) return used;
  const { context_limit, max_output, reserve_tokens } = model;
  return {
    ...used,
    limit: context_limit,
    summarised_at: usableOf({ context_limit, max_output, reserve_tokens }),
  };
}
