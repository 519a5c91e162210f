/**
 * Keeps the focus that was on a button of the note of hidden turns. The note becomes another element when its message is folded away or
 * shown again, and vanishes when its whole place is folded away. The focus then moves to the new note, or to the conversation.
 */

import { type RefObject, useLayoutEffect } from "react";
import type { Thread } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";

interface Left {
  thread: Thread;
  /** The place of the note: the message after which the timelines part. */
  after: string;
  /** The index of its button. */
  button: number;
}

/** Set from the removal of a note until its successor is there. React does both in one task. */
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
      const button = buttonsOf(note).findIndex((one) => one.matches(":focus"));
      if (button < 0) return;
      left = { thread, after, button };
      queueMicrotask(dropLeft);
    };
  }, [line, thread, after]);
}
