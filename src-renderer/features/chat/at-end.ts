/** Decides whether a view goes on following its end after it was scrolled. */

/** In CSS pixels. A reader this close to the end counts as being at the end. */
const AT_END = 4;

/** A scrolled box, in CSS pixels. `toEnd`: what is left below the view. `content`: the height of all that is in the box. */
export interface Measure {
  top: number;
  toEnd: number;
  content: number;
  width: number;
  height: number;
}

export const measureOf = (box: HTMLElement): Measure => ({
  top: box.scrollTop,
  toEnd: Math.max(0, box.scrollHeight - box.scrollTop - box.clientHeight),
  content: box.scrollHeight,
  width: box.clientWidth,
  height: box.clientHeight,
});

export const isAtEnd = ({ toEnd }: Measure): boolean => toEnd <= AT_END;

/** Returns true if content grew below the view. Growth above it does not count, nor text that a new width wrapped again. */
export const grewBelow = (before: Measure, now: Measure): boolean =>
  now.toEnd > before.toEnd && now.width === before.width;

/**
 * Returns whether the view follows its end after a scroll, which its reader, the page or the browser has made. While the content is the same,
 * only a reader moves it up. Content that changes may have shrunk and grown again since the last measure, and the browser has moved the view
 * by that: then a short way up counts only if the reader has just `acted`. Text that a new width wraps again moves in other ways, too.
 */
export function followsAfter(follows: boolean, before: Measure, now: Measure, acted: boolean): boolean {
  if (isAtEnd(now)) return true;
  const gone = Math.max(0, before.content - now.content);
  const up = before.top - now.top - gone;
  const isClear = acted || now.content === before.content || up > now.height / 2;
  const isReader = up > 0 && isClear && now.width === before.width;
  return follows && !isReader;
}
