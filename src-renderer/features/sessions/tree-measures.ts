/** Measures of the tree's rows: their heights by the font size, and the current day. */
import { useEffect, useMemo, useState } from "react";
import { useFontSize } from "../../platform/font-size";
import { midnight } from "../../platform/language/time";

export interface RowHeights {
  group: number;
  session: number;
  branch: number;
}

/** Returns heights in pixels. A branch has two lines. */
export function useRowHeights(): RowHeights {
  const size = useFontSize();
  return useMemo(() => {
    const of = (share: number) => Math.round(size * share);
    return { group: of(2.5), session: of(2.45), branch: of(3.5) };
  }, [size]);
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
