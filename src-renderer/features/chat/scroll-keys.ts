/**
 * Makes Home and End jump to the first and the last words at once. A smooth scroll stops early when rows change their height on the way.
 */
import type { KeyboardEvent } from "react";

/** Acts where a message or the conversation itself has the focus. A part that scrolls by itself keeps its keys. */
export function scrollByKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target, key } = event;
  const isReading = target === box || (target instanceof Element && target.matches("article"));
  if (!isReading || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (key !== "Home" && key !== "End") return;
  event.preventDefault();
  box.scrollTop = key === "Home" ? 0 : box.scrollHeight;
}
