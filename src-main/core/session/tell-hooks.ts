/** Tells hooks of what has been stored of a session (AG-5). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { NewUserMessage } from "../ports/transcript-store";
import type { TurnDeps } from "../run/turn-context";

type Deps = Pick<TurnDeps, "hooks">;

/** A session that is there from now on, however it was made. */
export const tellCreated = (
  { hooks }: Deps,
  { id: session_id, title, agent, model, workspace_root, parent_id, part_of }: SessionSummary,
): void =>
  hooks?.tell("session_create", {
    ...{ session_id, title, agent, model, workspace_root, parent_id },
    works_for: part_of?.session_id,
  });

/** A message of the user, sent or said anew. */
export function tellAsked({ hooks }: Deps, { id, session_id, metadata, parts }: NewUserMessage): void {
  const { model, attachments } = metadata;
  const text = parts.flatMap(({ part }) => (part.type === "text" ? [part.text] : [])).join("\n");
  hooks?.tell("message.user", { session_id, message_id: id, text, attachments, model });
}

/** The end of a turn, after its transaction (SV-6). `onCost`: a hook has said what the answer cost (TK-4). */
export function tellSaved(
  { hooks, store, clock }: Deps & Pick<TurnDeps, "store" | "clock">,
  session_id: SessionId,
  onCost: () => void,
): void {
  if (hooks?.hears("session_save") !== true) return;
  const saved = store.page(session_id, { limit: 1 }).messages.at(-1);
  if (saved?.role !== "assistant") return;
  const { id: message_id, metadata } = saved;
  const { model, usage, finish_reason, context_tokens, estimated, cost_usd } = metadata;
  const facts = { message_id, model, usage, finish_reason, context_tokens, estimated, cost_usd };
  hooks.tell("session_save", { session_id, ...facts }, ({ cost_usd: supplied }) => {
    if (supplied === undefined) return;
    if (store.supplyCost({ session_id, message_id, cost_usd: supplied, now: clock.now() })) onCost();
  });
}
