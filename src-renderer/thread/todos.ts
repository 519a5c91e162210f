/**
 * The newest list of things to do of a conversation. Settled messages are looked through when one is added. The message that is being
 * written tells its list by itself, so that a chunk costs nothing here.
 */
import type { MessageId } from "../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import type { TodoItem } from "../../src-preload/contract/domain/tools";
import { todosOf } from "./parts";
import { perThread } from "./per-thread";
import type { MessageCell } from "./view/message-cell";

interface TodoList {
  message_id: MessageId;
  todos: readonly TodoItem[];
}

/** Set by the call that brings the list, when it is drawn. */
export const drawnTodos = perThread<{ newest: TodoList | undefined }>(() => ({ newest: undefined }));

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

export const isOpen = ({ status }: TodoItem): boolean => status === "pending" || status === "in_progress";

/** Returns the list to show: not one that is done and was followed by another message of the user. */
export function shownTodos(
  cells: readonly MessageCell[],
  settled: TodoList | undefined,
  drawn: TodoList | undefined,
): readonly TodoItem[] | undefined {
  const isHere = drawn !== undefined && cells.some(({ id }) => id === drawn.message_id);
  // Ids sort in the order in which they were made (DB-5).
  const isNewer = isHere && drawn.message_id >= (settled?.message_id ?? "");
  const list = isNewer ? drawn : settled;
  if (list === undefined || list.todos.length === 0) return undefined;
  const isLeft =
    !list.todos.some(isOpen) &&
    cells.some((cell) => cell.id > list.message_id && cell.get().message.role === "user");
  return isLeft ? undefined : list.todos;
}
