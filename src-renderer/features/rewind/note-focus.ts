/**
 * The note of hidden turns is another element where its message has been folded away, or is shown again, and none at all where the turns
 * in its place are folded with it: the focus that was on one of its buttons goes along, or to what is read.
 */

import { type RefObject, useLayoutEffect } from "react";
import type { Thread } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";

interface Left {
  thread: Thread;
  /** The place of the note: the message after which the timelines part. */
  after: string;
  /** Which of its buttons. */
  button: number;
}

/** From the going of a note until what comes with it has come: React does both in one task. */
let left: Left | undefined;

const buttonsOf = (note: HTMLElement) => [...note.querySelectorAll<HTMLElement>("button")];

function dropLeft(): void {
  if (left === undefined) return;
  const { thread } = left;
  left = undefined;
  if (isFocusNowhere()) thread.focusLog();
}

export function useNoteFocus(line: RefObject<HTMLElement | null>, thread: Thread, after: string): void {
  useLayoutEffect(() => {
    const note = line.current;
    if (note === null) return;
    if (left?.thread === thread && left.after === after) {
      buttonsOf(note)[left.button]?.focus({ preventScroll: true });
      left = undefined;
    }
    return () => {
      const button = buttonsOf(note).findIndex((one) => one === document.activeElement);
      if (button < 0) return;
      left = { thread, after, button };
      queueMicrotask(dropLeft);
    };
  }, [line, thread, after]);
}
