/** Answers a question, once. */
import { type RefObject, useEffect, useState } from "react";
import { once } from "../../../../platform/once";
import { doing } from "../../../../thread/actions";
import { useThread } from "../../../../thread/thread";
import { isFocusNowhere } from "../../../../ui/focus";
import { forget } from "./kept";

/** Milliseconds in which a question that has just appeared takes no press, which was meant for what stood in its place. */
const SETTLES_MS = 400;

/**
 * Returns true while no answer can be given, and the function that gives one. The focus goes to the composer, because the pressed button
 * goes away.
 */
export function useReply(
  id: string,
  box: RefObject<HTMLElement | null>,
): [resting: boolean, reply: (work: () => Promise<unknown>) => void] {
  const thread = useThread();
  const [isNew, setNew] = useState(true);
  const [isUnderWay, setUnderWay] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), SETTLES_MS);
    return () => clearTimeout(timer);
  }, []);
  const reply = (work: () => Promise<unknown>) => {
    if (isNew || isUnderWay) return;
    const element = box.current;
    const answer = async () => {
      setUnderWay(true);
      try {
        await work();
        forget(id);
        if (isFocusNowhere() || element?.contains(document.activeElement) === true) thread.focusComposer();
      } finally {
        setUnderWay(false);
      }
    };
    doing(() => once(`reply ${id}`, answer));
  };
  return [isNew || isUnderWay, reply];
}
