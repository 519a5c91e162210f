/**
 * Where in a conversation another model begins to answer (MS-1). The model belongs to the message, and the question names it already: so
 * the change stands before the question whose answer is another's. A thinking level counts for one message: its answer names it.
 */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { isSameModel } from "../../thread/model/model-choice";
import type { MessageCell } from "../../thread/view/message-cell";

const modelOf = (cell: MessageCell): ModelRef | undefined => cell.get().message.metadata.model;

/** The models that begin, by the id of the message before which each does. */
export function modelChanges(cells: readonly MessageCell[]): ReadonlyMap<string, ModelRef> {
  const changes = new Map<string, ModelRef>();
  let current: ModelRef | undefined;
  for (const cell of cells) {
    const model = modelOf(cell);
    if (current && model && !isSameModel(current, model)) changes.set(cell.id, model);
    current = model ?? current;
  }
  return changes;
}
