/** Tells if an element is or was near the view, so that costly work is done only for parts that are seen. */
import { type RefObject, useEffect, useState } from "react";
import { watcher } from "../near";

const watch = watcher(600);

/** Returns true while the element is near the view. `now`: the answer until that is known. `until`: nobody needs the answer any longer. */
export function useNear(place: RefObject<Element | null>, now: boolean, until: boolean): boolean {
  const [near, setNear] = useState(now);
  useEffect(() => {
    const element = place.current;
    return until || element === null ? undefined : watch(element, setNear);
  }, [place, until]);
  return near;
}

/** Returns true once the element has been near the view. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (seen || element === null) return;
    return watch(element, (near) => near && setSeen(true));
  }, [place, seen]);
  return seen;
}
