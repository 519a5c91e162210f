/**
 * The first frame of the page holds where one writes and the frames of the rest; what stands in them follows right after it. The keys of
 * whoever types at once wait for nothing else.
 */
import { createContext, useContext } from "react";

/** Calls back once the next frame is on the screen; at once in a window that is not seen, which has no frames. Returns the function that stops waiting. */
export function afterFrame(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(listener);
  };
  const frame = document.hidden ? undefined : requestAnimationFrame(later);
  if (frame === undefined) later();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

type Rest = typeof import("../rest");

export const RestOfWindow = createContext<Rest | undefined>(undefined);

/** Undefined in the first frame alone. */
export const useRest = (): Rest | undefined => useContext(RestOfWindow);
