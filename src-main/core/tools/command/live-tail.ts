/** Shows the end of what a command prints while it runs, at a pace that a window can follow. */

/** Characters. */
const SHOWN = 4_000;
const EVERY_MS = 250;

export interface LiveTail {
  /** Hears that there is more. The text is made only when it is shown. */
  heard(last: (characters: number) => string): void;
  stop(): void;
}

export function createLiveTail(show: (text: string) => void): LiveTail {
  let timer: NodeJS.Timeout | undefined;
  let newest: ((characters: number) => string) | undefined;
  return {
    heard: (last) => {
      newest = last;
      timer ??= setTimeout(() => {
        timer = undefined;
        show(newest?.(SHOWN) ?? "");
      }, EVERY_MS);
    },
    stop: () => {
      clearTimeout(timer);
      newest = undefined;
    },
  };
}
