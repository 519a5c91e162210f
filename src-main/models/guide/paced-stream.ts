/** Sends the parts of an answer at a readable pace. An abort ends the stream at once, as it would end a fetch. */

export interface PacedPart<T> {
  part: T;
  /** Milliseconds to wait before it. */
  after_ms: number;
}

/** Does nothing while nobody reads, and leaves no timer behind. */
export function pacedStream<T>(
  parts: Iterable<PacedPart<T>>,
  signal: AbortSignal | undefined,
): ReadableStream<T> {
  const remaining = parts[Symbol.iterator]();
  let timer: NodeJS.Timeout | undefined;
  let abort: () => void = () => undefined;
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  return new ReadableStream<T>(
    {
      start(controller) {
        abort = () => {
          stop();
          controller.error(signal?.reason);
        };
        signal?.addEventListener("abort", abort);
        if (signal?.aborted) abort();
      },
      pull(controller) {
        const next = remaining.next();
        if (next.done === true) {
          stop();
          controller.close();
          return;
        }
        const { part, after_ms } = next.value;
        if (after_ms === 0) {
          controller.enqueue(part);
          return;
        }
        return new Promise((resolve) => {
          timer = setTimeout(() => resolve(controller.enqueue(part)), after_ms);
        });
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
