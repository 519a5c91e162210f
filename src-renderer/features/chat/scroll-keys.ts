/** Home and End lead to the first and the last words at once: a view that glides there stops early where rows take another height meanwhile. */
import type { KeyboardEvent } from "react";

/** Where a message or the conversation itself has the focus; what scrolls by itself in it keeps its keys. */
export function scrollByKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target, key } = event;
  const isReading = target === box || (target instanceof Element && target.matches("article"));
  if (!isReading || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (key !== "Home" && key !== "End") return;
  event.preventDefault();
  box.scrollTop = key === "Home" ? 0 : box.scrollHeight;
}
