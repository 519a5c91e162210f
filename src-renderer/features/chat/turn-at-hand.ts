/** The turn that has the focus: what can be done with any of its messages is in reach of Tab, so that a question leads to its answer. */
import type { FocusEvent } from "react";
import { useStore } from "zustand";
import { usePane } from "../../state/pane";
import { perPane } from "../../state/per-pane";

const NOTHING: ReadonlySet<string> = new Set();

const turnAtHand = perPane<{ ids: ReadonlySet<string> }>(() => ({ ids: NOTHING }));

/** A question and all that answers it. */
function turnOf(article: HTMLElement): ReadonlySet<string> {
  const all = [
    ...(article.closest("[role=log]")?.querySelectorAll<HTMLElement>("article[data-message-id]") ?? []),
  ];
  const asks = ({ dataset }: HTMLElement) => dataset.role === "user";
  const at = all.indexOf(article);
  const begins = Math.max(
    0,
    all.findLastIndex((one, index) => index <= at && asks(one)),
  );
  const next = all.findIndex((one, index) => index > at && asks(one));
  const turn = all.slice(begins, next < 0 ? all.length : next);
  return new Set(turn.map(({ dataset }) => dataset.messageId ?? ""));
}

/** For the element that holds all messages of a pane. */
export function useTurnAtHand() {
  const turn = turnAtHand(usePane());
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const article = target.closest<HTMLElement>("article[data-message-id]");
      const id = article?.dataset.messageId ?? "";
      if (article === null) turn.setState({ ids: NOTHING });
      else if (!turn.getState().ids.has(id)) turn.setState({ ids: turnOf(article) });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget)) turn.setState({ ids: NOTHING });
    },
  };
}

export const useIsAtHand = (message_id: string): boolean =>
  useStore(turnAtHand(usePane()), ({ ids }) => ids.has(message_id));
