/** Puts the work of workers on the page, a portion a frame. Between two frames the window is free for its user. */

/** The elements and texts that one frame puts on the page. */
const PORTION = 1_200;

interface Arrival {
  cost: number;
  put: () => void;
}

const arrivals: Arrival[] = [];
/** Heavy arrivals, of which a frame puts one. Light ones do not wait for them. */
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

/** Calls `put` in the next frame that has room for its `cost`. A hidden window has no frames, so `put` is called at once. */
export function putInFrame(cost: number, put: () => void): void {
  if (document.hidden) return put();
  arrivals.push({ cost, put });
  schedule();
}

/** Calls `put` in a frame with no other heavy work. A hidden window waits until it is seen. Returns the function that cancels the call. */
export function putInOwnFrame(put: () => void): () => void {
  const own = () => put();
  heavy.add(own);
  schedule();
  return () => void heavy.delete(own);
}
