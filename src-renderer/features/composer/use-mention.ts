/** The state of the list of files while a name follows an `@`, and the keys that it takes. Its work is fetched with the first `@`. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { latest } from "../../platform/latest";
import { useThread } from "../../thread/thread";
import type { TextBox } from "../../thread/writing/use-large-text";
import type { Mentioned } from "./mention";
import { mentionAt } from "./mention-at";
import type { SlashOption } from "./slash-commands";
import { useWhenEmpty } from "./use-when-empty";

interface Listed extends Mentioned {
  chosen: number;
}

/** True while the name of this `@` ends at the caret. The caret moves without a word to the list, and text may be marked. */
const isTyped = (
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
  { from }: Mentioned,
): boolean => selectionStart === selectionEnd && mentionAt(value, selectionEnd)?.from === from;

/** After Escape the list stays closed for this `@`, until the box is empty. */
export function useMention(textBox: TextBox, setText: (text: string) => void) {
  const { view } = useThread();
  const [open, setOpen] = useState<Listed>();
  const [newest] = useState(() => latest());
  const refused = useRef<number>(undefined);
  const [allow] = useState(() => () => {
    refused.current = undefined;
  });
  useWhenEmpty(textBox, allow);
  const close = () => {
    newest.drop();
    setOpen(undefined);
  };
  useEffect(
    () =>
      view.subscribe(({ session_id }, before) => {
        if (session_id === before.session_id) return;
        newest.drop();
        setOpen(undefined);
      }),
    [view, newest],
  );

  const onInput = () => {
    const { view: shown, workspace_root } = view.getState();
    const folder = shown?.session.workspace_root ?? workspace_root;
    const { value = "", selectionEnd: caret = 0 } = textBox.current ?? {};
    if (folder === undefined || !value.includes("@")) {
      refused.current = undefined;
      return close();
    }
    const show = (found?: Mentioned) =>
      setOpen(found === undefined || found.from === refused.current ? undefined : { ...found, chosen: 0 });
    newest(async () => (await import("./mention")).mentioned(value, caret, folder), show)
      // A folder that cannot be listed completes nothing.
      .catch(() => show());
  };
  const take = ({ text }: SlashOption) => {
    const box = textBox.current;
    if (open === undefined || box === null) return;
    close();
    if (!isTyped(box, open)) return;
    box.setSelectionRange(open.from, box.selectionEnd);
    // Inserts as if typed, so that it can be taken back.
    if (document.execCommand("insertText", false, text)) return;
    box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
    setText(box.value);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent } = event;
    if (open === undefined || nativeEvent.isComposing || shiftKey || ctrlKey || altKey || metaKey)
      return false;
    if (textBox.current === null || !isTyped(textBox.current, open)) {
      close();
      return false;
    }
    const { options, chosen } = open;
    const option = options[chosen];
    const move = (by: number) =>
      setOpen({ ...open, chosen: (chosen + by + options.length) % options.length });
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Escape") {
      refused.current = open.from;
      close();
    } else if (option !== undefined && (key === "Enter" || key === "Tab")) take(option);
    else return false;
    event.preventDefault();
    return true;
  };
  return { open, onInput, onKeyDown, take, close };
}
