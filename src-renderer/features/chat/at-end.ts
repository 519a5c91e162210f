/** Decides whether a view goes on following its end after it was scrolled. */

/** In CSS pixels. A reader this close to the end counts as being at the end. */
const AT_END = 4;

/** A scrolled box, in CSS pixels. `toEnd`: what is left below the view. */
export interface Measure {
  top: number;
  toEnd: number;
  width: number;
  height: number;
}

export const measureOf = (box: HTMLElement): Measure => ({
  top: box.scrollTop,
  toEnd: Math.max(0, box.scrollHeight - box.scrollTop - box.clientHeight),
  width: box.clientWidth,
  height: box.clientHeight,
});

export const isAtEnd = ({ toEnd }: Measure): boolean => toEnd <= AT_END;

/** Returns true if content grew below the view. Growth above it does not count, nor text that a new width wrapped again. */
export const grewBelow = (before: Measure, now: Measure): boolean =>
  now.toEnd > before.toEnd && now.width === before.width;

/**
 * Returns whether the view follows its end after a scroll, which its reader, the page or the browser has made. Only a reader scrolls up
 * without reaching the end, whatever height the view has got meanwhile. Text that a new width wraps again moves under a reader who is still.
 */
export function followsAfter(follows: boolean, before: Measure, now: Measure): boolean {
  if (isAtEnd(now)) return true;
  return follows && (now.width !== before.width || now.top >= before.top);
}
