/** The list of things to do of the conversation, above the composer. Conversations without one do not fetch what draws it. */
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { late } from "../../platform/late";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { seenTodos, settledTodos, shownTodos } from "../../thread/todos";
import { wholeOf } from "../../thread/view/folding";

const TodoList = late(async () => (await import("./todo-list")).TodoList);

export function Todos() {
  const thread = useThread();
  const cells = useThreadDrawn((state) => wholeOf(state).cells);
  const more = useThreadDrawn((state) => wholeOf(state).more);
  const session_id = useThreadDrawn((state) => state.session_id);
  const attached = useThreadDrawn((state) => state.todos);
  const newest = useStore(seenTodos(thread), (state) => state.newest);
  const seen = newest?.session_id === session_id ? newest : undefined;
  const settled = useMemo(() => settledTodos(cells), [cells]);
  // Its message may leave the loaded ones, as when a summary takes its place.
  useEffect(() => {
    if (!session_id || settled === undefined) return;
    const { newest: before } = seenTodos(thread).getState();
    if (before?.session_id !== session_id || before.message_id <= settled.message_id)
      seenTodos(thread).setState({ newest: { ...settled, session_id } });
  }, [thread, session_id, settled]);
  const todos = shownTodos({ cells, more }, settled, [attached, seen]);
  return todos === undefined ? null : <TodoList key={session_id} todos={todos} />;
}
