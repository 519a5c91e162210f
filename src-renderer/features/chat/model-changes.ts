/**
 * Finds where in a conversation another model begins to answer (MS-1). The model belongs to the message, and the question names it already.
 * So the note stands before the question that another model answers. A thinking level counts for one message, whose answer names it.
 */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { isSameModel } from "../../thread/model/model-choice";
import type { MessageCell } from "../../thread/view/message-cell";

const modelOf = (cell: MessageCell): ModelRef | undefined => cell.get().message.metadata.model;

/** Returns by the id of each answer the model of the answer before it. The first has none. */
export function modelsBefore(cells: readonly MessageCell[]): ReadonlyMap<string, ModelRef> {
  const found = new Map<string, ModelRef>();
  let before: ModelRef | undefined;
  for (const cell of cells) {
    const { role, metadata } = cell.get().message;
    if (role !== "assistant" || metadata.synthetic === true) continue;
    if (before !== undefined) found.set(cell.id, before);
    before = metadata.model;
  }
  return found;
}

/**
 * Returns true where the name of the model is seen at the answer: at the first, and where the model is another than that of the answer
 * before it. An answer whose model is unknown says so.
 */
export const isNamed = (model: ModelRef | undefined, before: ModelRef | undefined): boolean =>
  model === undefined || before === undefined || !isSameModel(model, before);

/** Returns the models that begin, by the id of the message before which each note stands. */
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
