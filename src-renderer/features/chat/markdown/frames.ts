/** What workers have made is put on the page a portion a frame: between two frames the window is free for its user. */

/** Elements and texts that a frame puts on the page. */
const PORTION = 1_200;

interface Arrival {
  cost: number;
  put: () => void;
}

const arrivals: Arrival[] = [];
let scheduled = false;

function putPortion(): void {
  scheduled = false;
  let left = PORTION;
  while (left > 0) {
    const arrival = arrivals.shift();
    if (arrival === undefined) return;
    left -= arrival.cost;
    arrival.put();
  }
  schedule();
}

function schedule(): void {
  if (scheduled || arrivals.length === 0) return;
  scheduled = true;
  requestAnimationFrame(putPortion);
}

/** Elements and texts that make a frame of their own. */
export const WHOLE_FRAME = PORTION;

/**
 * Calls `put` in the next frame that has room for its `cost`. In a window that nobody sees there are no frames, and no hurry. What is
 * returned calls it off.
 */
export function putInFrame(cost: number, put: () => void): () => void {
  if (document.hidden) {
    put();
    return () => undefined;
  }
  const arrival = { cost, put };
  arrivals.push(arrival);
  schedule();
  return () => Object.assign(arrival, { cost: 0, put: () => undefined });
}
