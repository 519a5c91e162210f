/** Takes a text that is too long out of the text box, before the box has to lay it out. */
import type { ClipboardEvent, RefObject } from "react";
import { useThread } from "../thread";
import { MOST_IN_BOX } from "./large-text";

export type TextBox = RefObject<HTMLTextAreaElement | null>;

interface Holding {
  onInput(): void;
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void;
  remove(): void;
}

export function useLargeText(textBox: TextBox, setText: (text: string) => void): Holding {
  const { large: held } = useThread();
  const take = (text: string, typed: string) => {
    held.hold(text, typed);
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
      held.letGo();
      setText(textBox.current?.value ?? "");
      textBox.current?.focus();
    },
  };
}
