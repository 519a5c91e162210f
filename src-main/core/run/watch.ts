/** Reads a model's stream one part at a time. Stop, a stall or a failed save ends the wait at once, whatever the stream does. */

import { BraidError } from "../braid-error";
import { say } from "../say";
import { createBreathing } from "../time-slice";

export interface WatchTimes {
  first_chunk_timeout_ms: number;
  stall_timeout_ms: number;
}

/**
 * Yields the parts of `source`. Throws the signal's reason as soon as it aborts, and `PROVIDER_STALLED` where nothing arrives in time
 * (RN-8). The source's own end or error passes through.
 */
export async function* watch<T>(
  source: AsyncIterator<T>,
  signal: AbortSignal,
  times: WatchTimes,
  isContent: (part: T) => boolean,
): AsyncGenerator<T> {
  // `reject` belongs to the current read: to race each read against one long-lived promise would pile up a reaction per chunk.
  let reject: (error: unknown) => void = () => {};
  const onAbort = () => reject(signal.reason);
  let contentSeen = false;
  const limit = () => (contentSeen ? times.stall_timeout_ms : times.first_chunk_timeout_ms);
  const stalled = () => reject(stall(contentSeen, limit()));
  let timer = setTimeout(stalled, limit());
  signal.addEventListener("abort", onAbort);
  const breathe = createBreathing();
  try {
    while (true) {
      await breathe();
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<T>>((resolve, rejectNext) => {
        reject = rejectNext;
        source.next().then(resolve, rejectNext);
      });
      if (next.done === true) return;
      if (!contentSeen && isContent(next.value)) {
        contentSeen = true;
        clearTimeout(timer);
        timer = setTimeout(stalled, limit());
      } else if (contentSeen) timer.refresh();
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    // The reader may leave in the middle of the stream: its owner cleans up, and nobody waits for that.
    source.return?.()?.then(undefined, () => {});
  }
}

function stall(contentSeen: boolean, ms: number): BraidError {
  const seconds = Math.round(ms / 100) / 10;
  const message = contentSeen ? say("stall.silent", { seconds }) : say("stall.nothing", { seconds });
  return new BraidError("PROVIDER_STALLED", message, {
    hint: say("stall.hint"),
  });
}
