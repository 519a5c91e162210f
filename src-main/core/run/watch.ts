/** Reads a model's stream one part at a time. Stop, a stall or a failed save ends the wait at once, whatever the stream does. */

import { BraidError } from "../braid-error";
import type { ResolvedModel } from "../ports/models";
import { say } from "../say";
import { createBreathing } from "../time-slice";

export interface WatchTimes {
  first_chunk_timeout_ms: number;
  stall_timeout_ms: number;
}

/** Milliseconds before the first part of an answer, and between two of its parts. */
interface Wait {
  /** Without a byte. */
  silent_ms: number;
  /** With bytes of which no part comes. */
  wordless_ms: number;
}

interface Waits {
  first: Wait;
  later: Wait;
}

/**
 * How many times as long as the settings say a provider may send bytes of which no part comes. It pings while its model thinks, and thoughts
 * that are not shown take minutes. A provider that does nothing but ping must still end.
 */
const WORDLESS = 10;

/** Milliseconds. A server on this computer loads the model first and then reads the whole prompt, and begins anew for whoever asks again. */
const NEARBY_FIRST_MS = 600_000;
/** Milliseconds. Some servers on this computer send nothing while their model writes a long call of a tool. */
const NEARBY_STALL_MS = 300_000;

/** The waits for this model: those of the settings, and at least the times above for a server on this computer. */
export function timesFor(
  { nearby }: Pick<ResolvedModel, "nearby">,
  { first_chunk_timeout_ms: first, stall_timeout_ms: stall }: WatchTimes,
): Waits {
  // The time of a server on this computer is long already: ten times as long is more than an hour.
  const wait = (ms: number, least: number): Wait => ({
    silent_ms: Math.max(ms, least),
    wordless_ms: Math.max(ms * WORDLESS, least),
  });
  return {
    first: wait(first, nearby ? NEARBY_FIRST_MS : 0),
    later: wait(stall, nearby ? NEARBY_STALL_MS : 0),
  };
}

/**
 * Yields the parts of the source. Throws the signal's reason as soon as it aborts, and `PROVIDER_STALLED` where nothing arrives in time
 * (RN-8). The source's own end or error passes through.
 * @param open opens the source, which calls `onBytes` for each piece that it is sent.
 */
export async function* watch<T>(
  open: (onBytes: () => void) => AsyncIterator<T>,
  signal: AbortSignal,
  waits: Waits,
  isContent: (part: T) => boolean,
): AsyncGenerator<T> {
  // `reject` belongs to the current read: to race each read against one long-lived promise would pile up a reaction per chunk.
  let reject: (error: unknown) => void = () => {};
  const onAbort = () => reject(signal.reason);
  let contentSeen = false;
  const timer = (which: keyof Wait) => {
    const ms = waits[contentSeen ? "later" : "first"][which];
    return setTimeout(() => reject(stall(contentSeen, ms)), ms);
  };
  let silent = timer("silent_ms");
  let wordless = timer("wordless_ms");
  const stop = () => {
    clearTimeout(silent);
    clearTimeout(wordless);
  };
  let onBytes = () => void silent.refresh();
  const source = open(() => onBytes());
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
        stop();
        silent = timer("silent_ms");
        wordless = timer("wordless_ms");
      } else if (contentSeen) {
        silent.refresh();
        wordless.refresh();
      }
      yield next.value;
    }
  } finally {
    stop();
    // A stopped timer would begin anew.
    onBytes = () => {};
    signal.removeEventListener("abort", onAbort);
    // The reader may leave in the middle of the stream: its owner cleans up, and nobody waits for that.
    source.return?.()?.then(undefined, () => {});
  }
}

function stall(contentSeen: boolean, ms: number): BraidError {
  const seconds = Math.round(ms / 100) / 10;
  const when = contentSeen ? "silent" : "nothing";
  return new BraidError("PROVIDER_STALLED", say(`stall.${when}`, { seconds }), {
    hint: say(`stall.${when}-hint`),
  });
}
