/**
 * The newest list of things to do of a conversation. Settled messages are looked through when one is added. The message that is being
 * written tells its list by itself, so that a chunk costs nothing here. A list stays where its message is loaded no more: far before the
 * loaded ones, as an outline, or behind a summary.
 */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { leftSummaryOf } from "../../src-preload/contract/domain/left-summary";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import { isOpenTodo, type TodoItem, type TodoList } from "../../src-preload/contract/domain/tools";
import { isAlone, todosOf } from "./parts";
import { perThread } from "./per-thread";
import type { Shown } from "./view/folding";
import type { MessageCell } from "./view/message-cell";

/** The newest list that was seen in a thread: in the message that is being written, or in a settled one. */
export const seenTodos = perThread<{ newest: (TodoList & { session_id: SessionId }) | undefined }>(() => ({
  newest: undefined,
}));

/** Null for a message without a list. */
const known = new WeakMap<StoredMessage, readonly TodoItem[] | null>();

function listIn(message: StoredMessage): readonly TodoItem[] | undefined {
  let todos = known.get(message);
  if (todos === undefined) {
    todos = todosOf(message) ?? null;
    known.set(message, todos);
  }
  return todos ?? undefined;
}

/** Returns the newest list in settled messages that are loaded. */
export function settledTodos(cells: readonly MessageCell[]): TodoList | undefined {
  for (let at = cells.length - 1; at >= 0; at--) {
    const { message, live } = cells[at]?.get() ?? {};
    const todos = message === undefined || live ? undefined : listIn(message);
    if (message !== undefined && todos !== undefined) return { message_id: message.id, todos };
  }
  return undefined;
}

/**
 * Returns true where no rewind has hidden the list: its message is loaded, or older than all that are. Ids sort by age (DB-5). Where
 * nothing earlier exists, only a summary stands for older messages (CP-3): else the first question was edited, and hid the list as well.
 */
function isInForce({ cells, more }: Shown, { message_id }: TodoList): boolean {
  const [first] = cells;
  if (first === undefined) return false;
  const { message } = first.get();
  if (message_id < first.id) return more || (isAlone(message) && leftSummaryOf(message) === undefined);
  return cells.some(({ id }) => id === message_id);
}

/**
 * Returns the list to show: not one that is done and was followed by another message of the user.
 * @param others lists that are known from elsewhere; of two of the same message the later one counts, but none before a settled one
 */
export function shownTodos(
  loaded: Shown,
  settled: TodoList | undefined,
  others: readonly (TodoList | undefined)[],
): readonly TodoItem[] | undefined {
  let found: TodoList | undefined;
  for (const other of others)
    if (other !== undefined && other.message_id >= (found?.message_id ?? "") && isInForce(loaded, other))
      found = other;
  // Who comes back to a session has seen an earlier list of the message that has settled since.
  const list = settled !== undefined && settled.message_id >= (found?.message_id ?? "") ? settled : found;
  if (list === undefined || list.todos.length === 0) return undefined;
  const { message_id, todos } = list;
  const isLeft =
    !todos.some(isOpenTodo) &&
    loaded.cells.some((cell) => cell.id > message_id && cell.get().message.role === "user");
  return isLeft ? undefined : todos;
}
