/** Takes a text that is too long out of the text box, before the box has to lay it out. */
import type { ClipboardEvent } from "react";
import type { TextBox } from "./drafts";
import { hold, letGo, MOST_IN_BOX } from "./held-text";

interface Holding {
  onInput(): void;
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void;
  remove(): void;
}

export function useHolding(textBox: TextBox, setText: (text: string) => void): Holding {
  const take = (text: string, typed: string) => {
    hold(text, typed);
    setText(typed);
  };
  return {
    onInput() {
      const box = textBox.current;
      if (box !== null && box.textLength > MOST_IN_BOX) take(box.value, "");
    },
    onPaste(event) {
      const text = event.clipboardData.getData("text/plain");
      if (text.length <= MOST_IN_BOX) return;
      event.preventDefault();
      take(text, event.currentTarget.value);
    },
    remove() {
      letGo();
      setText(textBox.current?.value ?? "");
      textBox.current?.focus();
    },
  };
}
