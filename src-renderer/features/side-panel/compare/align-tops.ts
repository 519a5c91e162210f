/**
 * Lets two conversations begin at the same height, whatever stands above one of them: the line that says where a branch comes from, or a
 * notice. The one that would begin higher keeps room above itself.
 */

/** In pixels, without the room that was made here. */
const topOf = (log: HTMLElement): number =>
  log.getBoundingClientRect().top - (Number.parseFloat(log.style.marginBlockStart) || 0);

function setRoom(log: HTMLElement, room: number): void {
  const margin = room > 0 ? `${room}px` : "";
  if (log.style.marginBlockStart === margin) return;
  log.style.marginBlockStart = margin;
  log.style.blockSize = margin === "" ? "" : `calc(100% - ${margin})`;
}

/** Aligns both as long as they stand side by side. Returns the function that ends it. */
export function alignTops(one: HTMLElement, other: HTMLElement): () => void {
  const align = () => {
    const apart = topOf(one) - topOf(other);
    // Where there is room for one alone, the other has no size.
    const areSeen = one.clientHeight > 0 && other.clientHeight > 0;
    setRoom(one, areSeen ? -apart : 0);
    setRoom(other, areSeen ? apart : 0);
  };
  align();
  // A note that comes or goes above a conversation changes its height.
  const observer = new ResizeObserver(align);
  for (const log of [one, other]) observer.observe(log);
  return () => {
    observer.disconnect();
    for (const log of [one, other]) setRoom(log, 0);
  };
}
