/** Takes a text that is too long out of the text box, before the box has to lay it out. */
import type { ClipboardEvent } from "react";
import { MOST_IN_BOX } from "../../state/held-text";
import { usePane } from "../../state/pane";
import type { TextBox } from "./drafts";

interface Holding {
  onInput(): void;
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void;
  remove(): void;
}

export function useHolding(textBox: TextBox, setText: (text: string) => void): Holding {
  const { held } = usePane();
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
