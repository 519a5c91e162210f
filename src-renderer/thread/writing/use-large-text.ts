/** Takes a text that is too long out of the text box, before the box has to lay it out. */
import type { ClipboardEvent, RefObject } from "react";
import { useThread } from "../thread";
import { goesBeside, MOST_IN_BOX } from "./large-text";

export type TextBox = RefObject<HTMLTextAreaElement | null>;

interface Holding {
  onInput(): void;
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void;
  remove(): void;
}

export function useLargeText(textBox: TextBox, setText: (text: string) => void): Holding {
  const { large: held } = useThread();
  return {
    onInput() {
      const box = textBox.current;
      if (box === null || box.textLength <= MOST_IN_BOX) return;
      held.holdTyped(box.value);
      setText("");
    },
    onPaste(event) {
      const text = event.clipboardData.getData("text/plain");
      const box = event.currentTarget;
      if (!goesBeside(text, box)) return;
      event.preventDefault();
      const caret = box.selectionStart;
      setText(held.replaceSelected(text, box));
      // A new value would leave the caret behind it.
      box.setSelectionRange(caret, caret);
    },
    remove() {
      held.letGo();
      setText(textBox.current?.value ?? "");
      textBox.current?.focus();
    },
  };
}
