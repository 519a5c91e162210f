/** Puts costly words on the page one block a frame, so that keys are answered in between. */
import { useEffect, useState } from "react";
import { isHeavy } from "./letters";
import { putInOwnFrame } from "./markdown/frames";

/** The milliseconds after which words that nothing has drawn are shown as plain text. */
const LONGEST_WAIT = 1_000;

/**
 * Returns true once these words may stand on the page. Light words always may. Heavy words wait for a frame of their own, and stay
 * afterwards. `now`: the words are being written, and stand there at once. `ready`: their drawing is there.
 */
export function useOwnFrame(text: string, now: boolean, ready: boolean): boolean {
  const [shown, setShown] = useState(() => now || !isHeavy(text));
  const [isLate, setLate] = useState(false);
  const waits = !shown && !ready && !isLate;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [waits]);
  useEffect(() => (shown || waits ? undefined : putInOwnFrame(() => setShown(true))), [shown, waits]);
  return shown;
}
