/** Fetches the words of a message as soon as its row is built, if only its outline is loaded. */
import { useEffect } from "react";
import { doing } from "../../thread/actions";
import { useThread } from "../../thread/thread";
import type { MessageCell } from "../../thread/view/message-cell";

export function useWords(cell: MessageCell, isAway: boolean): void {
  const { shown } = useThread();
  useEffect(() => {
    if (isAway) doing(() => shown.fetch([cell]));
  }, [shown, cell, isAway]);
}
