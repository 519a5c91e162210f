/**
 * Where in a conversation another model, or another thinking level, begins to answer (MS-1). The model belongs to the message, and the
 * question names it already: so the change stands before the question whose answer is another's.
 */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { MessageCell } from "../../thread/view/message-cell";

export type ModelChange =
  | { kind: "model"; model: ModelRef; variant?: string }
  /** Undefined: the model's own way again. */
  | { kind: "thinking"; variant: string | undefined };

const modelOf = (cell: MessageCell): ModelRef | undefined => cell.get().message.metadata.model;

function changeBetween(before: ModelRef, after: ModelRef): ModelChange | undefined {
  const { provider_id, model_id, variant } = after;
  if (before.provider_id !== provider_id || before.model_id !== model_id)
    return { kind: "model", model: { provider_id, model_id }, ...(variant === undefined ? {} : { variant }) };
  return before.variant === variant ? undefined : { kind: "thinking", variant };
}

/** By the id of the message before which each stands. */
export function modelChanges(cells: readonly MessageCell[]): ReadonlyMap<string, ModelChange> {
  const changes = new Map<string, ModelChange>();
  let current: ModelRef | undefined;
  for (const cell of cells) {
    const model = modelOf(cell);
    const change = current && model && changeBetween(current, model);
    if (change !== undefined) changes.set(cell.id, change);
    current = model ?? current;
  }
  return changes;
}
