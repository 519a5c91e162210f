/** Words that are hard work for the page are put on it one block a frame, so that keys are answered between two of them. */
import { useEffect, useState } from "react";
import { isHeavy } from "./letters";
import { putInOwnFrame } from "./markdown/frames";

/** Milliseconds after which words are put there as they came, where nothing has drawn them. */
const LONGEST_WAIT = 1_000;

/**
 * True once these words may stand on the page. Light words always may; heavy words wait for a frame of their own, and stay once they
 * have had it. `now`: the words are being written, and stand there as they come. `ready`: their drawing is there.
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
