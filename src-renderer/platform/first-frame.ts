/**
 * The first frame of the page holds where one writes and the frames of the rest; what stands in them follows right after it. The keys of
 * whoever types at once wait for nothing else.
 */
/** A frame that has not come by then was lost on its way, as one is while the process that draws begins anew: nothing waits for it. */
const LOST_MS = 1000;

/** Calls back once the next frame is on the screen; at once in a window that is not seen, which has no frames. Returns the function that stops waiting. */
export function afterFrame(listener: () => void): () => void {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const come = () => {
    stop();
    listener();
  };
  let timer = setTimeout(come, document.hidden ? 0 : LOST_MS);
  if (!document.hidden)
    frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(come);
    });
  return stop;
}
