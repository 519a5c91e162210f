/** Leaves a question unanswered at Escape, and the dialog open. */
import type { KeyboardEvent } from "react";

export const leaveAtEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  leave();
};
