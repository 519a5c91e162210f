/** Measures of the tree's rows: the size of the letters, and which day it is. */
import { useEffect, useMemo, useState } from "react";
import { useFontSize } from "../../platform/font-size";
import { midnight } from "../../platform/language/time";

/** Pixels. */
export function useRowHeights(): { group: number; session: number } {
  const size = useFontSize();
  return useMemo(() => ({ group: Math.round(size * 2.5), session: Math.round(size * 2.45) }), [size]);
}

/** The beginning of this day; looked at when the window comes to the front, so that no timer waits for midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => midnight(Date.now()));
  useEffect(() => {
    const look = () => setToday(midnight(Date.now()));
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, []);
  return today;
}
