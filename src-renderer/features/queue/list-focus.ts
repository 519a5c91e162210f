/** The focus in the list of waiting messages. Arrows move it, and it stays in its place when a message goes. */

import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { useThread } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";

type List = RefObject<HTMLUListElement | null>;

/** Returns the buttons of all rows that do the same. */
const buttonsOf = (list: HTMLElement | null, what: string): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(`[data-do=${what}]`) ?? []),
];

const whatOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-do]")?.dataset.do : undefined;

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface ListFocus {
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
  /** Moves the focus to the button of a row, else to the composer. */
  goTo(id: string, what: string): void;
}

/** `rows` changes when a row comes or goes. */
export function useListFocus(list: List, rows: unknown): ListFocus {
  const thread = useThread();
  /** The place of the focus in the list. A removed element takes the focus away without an event. */
  const place = useRef<{ at: number; what: string }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row has gone.
  useLayoutEffect(() => {
    if (place.current === undefined || !isFocusNowhere()) return;
    const { at, what } = place.current;
    const buttons = buttonsOf(list.current, what);
    const next = buttons[Math.min(at, buttons.length - 1)];
    if (next === undefined) thread.focusComposer();
    else next.focus();
  }, [rows, list, thread]);

  return {
    onFocus: ({ target }) => {
      const what = whatOf(target);
      if (what !== undefined)
        place.current = { at: buttonsOf(list.current, what).indexOf(target as HTMLElement), what };
    },
    onBlur: () => {
      place.current = undefined;
    },
    onKeyDown: (event) => {
      const what = whatOf(event.target);
      if (what === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key === "Escape") thread.focusComposer();
      else if (event.key === "Delete")
        event.currentTarget.querySelector<HTMLElement>("li:focus-within [data-do=remove]")?.click();
      else {
        const buttons = buttonsOf(list.current, what);
        const step = STEPS[event.key]?.(buttons.indexOf(event.target as HTMLElement), buttons.length);
        if (step === undefined) return;
        buttons[step]?.focus();
      }
      event.preventDefault();
    },
    goTo: (id, what) => {
      const button = buttonsOf(list.current, what).find((one) => one.closest("li")?.dataset.id === id);
      if (button === undefined) thread.focusComposer();
      else button.focus();
    },
  };
}
