/** Measures of the tree's rows: their heights by the font size, and the current day. */
import { useEffect, useMemo, useState } from "react";
import { useFontSize } from "../../platform/font-size";
import { midnight } from "../../platform/language/time";

/** Returns heights in pixels. */
export function useRowHeights(): { group: number; session: number } {
  const size = useFontSize();
  return useMemo(() => ({ group: Math.round(size * 2.5), session: Math.round(size * 2.45) }), [size]);
}

/** Returns the beginning of this day. The window looks when it comes to the front, so no timer waits for midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => midnight(Date.now()));
  useEffect(() => {
    const look = () => setToday(midnight(Date.now()));
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, []);
  return today;
}
