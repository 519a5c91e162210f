/** Escape leaves a field of a question, and stops the answer only when it is pressed again: what was typed would go with the question. */
import type { KeyboardEvent } from "react";
import type { Thread } from "../../../../thread/thread";
import { isTextField } from "../../../../ui/focus";

export function leaveField(event: KeyboardEvent, thread: Thread): void {
  if (event.key !== "Escape" || event.nativeEvent.isComposing || !isTextField(event.target)) return;
  event.preventDefault();
  thread.focusComposer();
}
