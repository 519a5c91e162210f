/** The keys of a text box that sends. */
import type { KeyboardEvent } from "react";

/** Enter sends, Shift+Enter breaks the line. While an input method composes, Enter belongs to it. */
export const sendsMessage = (event: KeyboardEvent): boolean =>
  event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && event.keyCode !== 229;
