/** The room that a prompt leaves for its answer (CP-1). Pure. */

import type { ResolvedModel } from "../ports/models";

type Limits = Pick<ResolvedModel, "context_limit" | "max_output">;

/** The tokens of a prompt. */
export interface Filled {
  tokens: number;
  /** The estimated part of `tokens`. The provider has counted the rest. */
  guessed: number;
}

/** Tokens. A shorter answer is cut in the middle of what it says or calls. */
const USABLE = 4096;
/** Some providers refuse to be asked for fewer. */
const LEAST = 16;
/** An estimate may be low by this part of it. */
const MARGIN = 0.1;

/** Tokens that an answer of use needs in this window. */
export const usableAnswer = ({ max_output = USABLE, context_limit = Infinity }: Limits): number =>
  Math.min(USABLE, max_output, Math.floor(context_limit / 8));

/**
 * Returns the tokens for which an answer may be asked; undefined where the provider decides. Many providers refuse a prompt that does not
 * leave room for the longest answer, so that one shrinks with the room. The margin for an estimate takes at most half of the room: a prompt
 * that is refused gets shorter (RN-9), while an answer of a few tokens would end the turn.
 */
export function longestAnswer(
  { max_output, context_limit = Infinity }: Limits,
  { tokens, guessed }: Filled = { tokens: 0, guessed: 0 },
): number | undefined {
  if (max_output === undefined) return undefined;
  const room = Math.max(0, context_limit - tokens);
  const sure = Math.floor(Math.max(room - guessed * MARGIN, room / 2));
  return Math.max(LEAST, Math.min(max_output, sure));
}
