/**
 * The first frame of the page holds the composer and the empty panes; their content follows right after it. A user who types at once waits
 * for nothing else.
 */
/** Milliseconds. A frame that has not come by then is lost, as while the drawing process begins anew: nothing waits for it. */
const LOST_MS = 1000;

/**
 * Calls back once the next frame is on the screen. An invisible window has no frames, so it calls back at once. Returns the function that
 * stops waiting.
 */
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
