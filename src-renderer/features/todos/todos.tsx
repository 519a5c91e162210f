/** The list of things to do of the conversation, above the composer. Conversations without one do not fetch what draws it. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { late } from "../../platform/late";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { drawnTodos, settledTodos, shownTodos } from "../../thread/todos";
import { wholeOf } from "../../thread/view/folding";

const TodoList = late(async () => (await import("./todo-list")).TodoList);

export function Todos() {
  const thread = useThread();
  const cells = useThreadDrawn((state) => wholeOf(state).cells);
  const session_id = useThreadDrawn((state) => state.session_id);
  const newest = useStore(drawnTodos(thread), (state) => state.newest);
  const settled = useMemo(() => settledTodos(cells), [cells]);
  const todos = shownTodos(cells, settled, newest);
  return todos === undefined ? null : <TodoList key={session_id} todos={todos} />;
}
