/** Tells when the text box of the composer holds nothing: its text was sent, deleted or taken elsewhere, or its session was left. */
import { useEffect } from "react";
import { useThread } from "../../thread/thread";
import type { TextBox } from "../../thread/writing/use-large-text";

/** Calls `then`, a function that stays the same, after each change that leaves the box empty. */
export function useWhenEmpty(textBox: TextBox, then: () => void): void {
  const { written } = useThread();
  useEffect(
    () =>
      written.subscribe(() => {
        if (textBox.current?.textLength === 0) then();
      }),
    [written, textBox, then],
  );
}
