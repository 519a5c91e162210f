/** The prompt of a turn (architecture decision 18): built once from the settled messages, then grown by each step. */

import type { LanguageModelV3Message } from "@ai-sdk/provider";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidMessage } from "../../../src-preload/contract/domain/messages";
import { characters, toModelMessages, toPrompt } from "../context/model-messages";
import type { ResolvedModel } from "../ports/models";
import { createBreathing } from "../time-slice";
import { messageId, type TurnContext, type TurnDeps } from "./turn-context";

export interface Prompt {
  readonly messages: readonly LanguageModelV3Message[];
  /** Characters of the messages as JSON, for estimates. */
  readonly characters: number;
  /** Parts of the current message that the prompt has already. */
  readonly parts: number;
}

/**
 * Messages, and bytes of their parts, that are read and converted without a pause: a few milliseconds of work (architecture decision 8).
 */
const AT_ONCE = { messages: 64, bytes: 128 * 1024 };

/**
 * Builds the prompt of all messages before the current one. None of them changes while the turn runs, so they may be read in pieces.
 * @throws the signal's reason, BraidError `STORE_UNAVAILABLE`
 */
export async function settledPrompt(
  { store }: Pick<TurnDeps, "store">,
  turn: Pick<TurnContext, "claim" | "writer" | "model" | "signal">,
  { language_model }: Pick<ResolvedModel, "language_model">,
): Promise<Prompt> {
  const here = messageId(turn);
  const messages: LanguageModelV3Message[] = [];
  let size = 0;
  const breathe = createBreathing();
  for (let after: MessageId | undefined; ; ) {
    const read = store.visibleMessages(turn.claim.session_id, { ...AT_ONCE, after });
    after = read.at(-1)?.id;
    if (after === undefined) return { messages, characters: size, parts: 0 };
    const said = await toModelMessages(
      read.filter(({ id }) => id !== here),
      turn.model,
    );
    messages.push(...(await toPrompt(said, language_model)));
    size += characters(said);
    await breathe();
    turn.signal.throwIfAborted();
  }
}

/**
 * The prompt of the next step: `before`, then the new parts of the current message, then the reminders. Takes the reminders out of the call
 * (Z-6). They stay in the later prompts of the turn, so that each prompt begins with the bytes of the last (SP-3).
 */
export async function grownPrompt(
  before: Prompt,
  turn: Pick<TurnContext, "writer" | "model" | "reminders">,
  { language_model }: Pick<ResolvedModel, "language_model">,
): Promise<Prompt> {
  const { id, parts } = turn.writer.recording.fold;
  const gained: BraidMessage = {
    id,
    role: "assistant",
    metadata: { model: turn.model },
    parts: parts.slice(before.parts),
  };
  const said = await toModelMessages([gained], turn.model);
  const reminders = turn.reminders.splice(0);
  if (reminders.length > 0) said.push({ role: "user", content: reminders.join("\n\n") });
  return {
    messages: [...before.messages, ...(await toPrompt(said, language_model))],
    characters: before.characters + characters(said),
    parts: parts.length,
  };
}
