/** Answers a question, once. */
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { once } from "../../../../platform/once";
import { doing } from "../../../../thread/actions";
import { perThread } from "../../../../thread/per-thread";
import { type Thread, useThread } from "../../../../thread/thread";
import { isFocusNowhere } from "../../../../ui/focus";
import { forget } from "./kept";

/**
 * Milliseconds in which a question takes no press, after it has appeared, or after another one has gone and may have moved it: the press was
 * meant for what stood in its place.
 */
const SETTLES_MS = 400;

/** The questions of the thread that have gone: answered, or not built any more. */
const goneIn = perThread(() => ({ count: 0 }));

/** Returns true until the question has stood still for a moment. */
function useSettling(thread: Thread): boolean {
  const gone = goneIn(thread);
  const count = useStore(gone, (state) => state.count);
  const [settled, setSettled] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(count), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [count]);
  // The others know it before the next frame, in which they may stand elsewhere.
  useLayoutEffect(() => () => gone.setState((state) => ({ count: state.count + 1 })), [gone]);
  return settled !== count;
}

/**
 * Returns true while no answer can be given, and the function that gives one. The focus goes to the composer, because the pressed button
 * goes away. `kept`: the id under which words are kept that were typed into the question.
 */
export function useReply(
  id: string,
  box: RefObject<HTMLElement | null>,
  kept: string,
): [resting: boolean, reply: (work: () => Promise<unknown>) => void] {
  const thread = useThread();
  const isSettling = useSettling(thread);
  const [isUnderWay, setUnderWay] = useState(false);
  const reply = (work: () => Promise<unknown>) => {
    if (isSettling || isUnderWay) return;
    const element = box.current;
    const answer = async () => {
      setUnderWay(true);
      try {
        await work();
        forget(kept);
        if (isFocusNowhere() || element?.contains(document.activeElement) === true) thread.focusComposer();
      } finally {
        setUnderWay(false);
      }
    };
    doing(() => once(`reply ${id}`, answer));
  };
  return [isSettling || isUnderWay, reply];
}
