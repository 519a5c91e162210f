/** Chooses the window for what the app itself shows: a notification's session, a second launch. Pure: `windows.ts` knows the windows. */

export interface UsedWindow {
  /** Higher for a window that was used later. */
  used: number;
  isQuick: boolean;
}

/** The window used last. A quick one is too small to read in: it is chosen only where there is no other. */
export function usedLast<Window extends UsedWindow>(windows: readonly Window[]): Window | undefined {
  const large = windows.filter(({ isQuick }) => !isQuick);
  return (large.length > 0 ? large : windows).toSorted((a, b) => a.used - b.used).at(-1);
}
