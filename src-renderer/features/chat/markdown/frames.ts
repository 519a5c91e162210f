/** Puts the work of workers on the page, a portion a frame: between two frames the window is free for its user. */

/** Elements and texts that a frame puts on the page. */
const PORTION = 1_200;

interface Arrival {
  cost: number;
  put: () => void;
}

const arrivals: Arrival[] = [];
/** Heavy arrivals: one a frame, beside the light ones, which need not wait for them. */
const heavy = new Set<() => void>();
let scheduled = false;

function putHeavy(): void {
  const [put] = heavy;
  if (put === undefined) return;
  heavy.delete(put);
  put();
}

function putPortion(): void {
  scheduled = false;
  putHeavy();
  putLight();
  schedule();
}

function putLight(): void {
  let left = PORTION;
  while (left > 0) {
    const arrival = arrivals.shift();
    if (arrival === undefined) return;
    left -= arrival.cost;
    arrival.put();
  }
}

function schedule(): void {
  if (scheduled || arrivals.length + heavy.size === 0) return;
  scheduled = true;
  requestAnimationFrame(putPortion);
}

/** Calls `put` in the next frame that has room for its `cost`. In a window that nobody sees there are no frames, and no hurry. */
export function putInFrame(cost: number, put: () => void): void {
  if (document.hidden) return put();
  arrivals.push({ cost, put });
  schedule();
}

/** Calls `put` in a frame in which nothing else is as much work, once the window is seen. What is returned calls it off. */
export function putInOwnFrame(put: () => void): () => void {
  const own = () => put();
  heavy.add(own);
  schedule();
  return () => void heavy.delete(own);
}
