/** The turn with the focus. Tab reaches the actions of all its messages, so that a question leads to its answer. */
import type { FocusEvent } from "react";
import { useStore } from "zustand";
import { perThread } from "../../thread/per-thread";
import { useThread } from "../../thread/thread";
import type { MessageCell } from "../../thread/view/message-cell";

const NOTHING: ReadonlySet<string> = new Set();

const turnAtHand = perThread<{ ids: ReadonlySet<string> }>(() => ({ ids: NOTHING }));

/** Returns a question and all messages that answer it. */
function turnOf(cells: readonly MessageCell[], id: string): ReadonlySet<string> {
  const asks = ({ get }: MessageCell) => get().message.role === "user";
  const at = cells.findIndex((cell) => cell.id === id);
  const begins = Math.max(
    0,
    cells.findLastIndex((cell, index) => index <= at && asks(cell)),
  );
  const next = cells.findIndex((cell, index) => index > at && asks(cell));
  return new Set(cells.slice(begins, next < 0 ? cells.length : next).map((cell) => cell.id));
}

/** Handlers for the element that holds all messages of a thread. */
export function useTurnAtHand() {
  const thread = useThread();
  const turn = turnAtHand(thread);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const article = target.closest<HTMLElement>("article[data-message-id]");
      const id = article?.dataset.messageId ?? "";
      if (article === null) turn.setState({ ids: NOTHING });
      else if (!turn.getState().ids.has(id))
        turn.setState({ ids: turnOf(thread.drawn.getState().cells, id) });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) turn.setState({ ids: NOTHING });
    },
  };
}

export const useIsAtHand = (message_id: string): boolean =>
  useStore(turnAtHand(useThread()), ({ ids }) => ids.has(message_id));
