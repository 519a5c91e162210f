/** Words that are hard work for the page are put on it one block a frame, so that keys are answered between two of them. */
import { useEffect, useState } from "react";
import { isHeavy } from "./letters";
import { putInFrame, WHOLE_FRAME } from "./markdown/frames";

/**
 * Whether these words may stand on the page now. Light words always may; heavy ones wait for a frame of their own, and stay once they
 * have had it. `now`: they are being written, and stand there as they come. `ready`: there is something to put there.
 */
export function useOwnFrame(text: string, now: boolean, ready: boolean): boolean {
  const [shown, setShown] = useState(() => now || !isHeavy(text));
  useEffect(
    () => (shown || !ready ? undefined : putInFrame(WHOLE_FRAME, () => setShown(true))),
    [shown, ready],
  );
  return shown;
}
