/**
 * Escape leaves a question, and stops the answer only when it is pressed again: what was typed and chosen would go with the question.
 */
import type { KeyboardEvent } from "react";
import type { Thread } from "../../../../thread/thread";

/** Called for a key anywhere in the question: its fields, choices, buttons, and boxes that scroll. */
export function leaveQuestion(
  event: Pick<KeyboardEvent, "key" | "preventDefault"> & { nativeEvent: { isComposing: boolean } },
  thread: Pick<Thread, "focusComposer">,
): void {
  if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  thread.focusComposer();
}
