/** The state of the list of slash commands, the keys that it takes while it is open, and the call of the command in the box. */
import { type KeyboardEvent, useEffect, useState } from "react";
import { runCommand } from "../../platform/commands/registry";
import { t } from "../../platform/language/language";
import { showError } from "../../platform/notices";
import { activeThread, useThread } from "../../thread/thread";
import { isFree } from "../../thread/view/session-view";
import type { TextBox } from "../../thread/writing/use-large-text";
import { meaningOf } from "./slash";
import { optionsFor, type SlashOption, slashCommands } from "./slash-commands";
import { useWhenEmpty } from "./use-when-empty";

interface SlashState {
  options: SlashOption[];
  chosen: number;
}

export interface Slash {
  /** Undefined while the list is closed. */
  open: SlashState | undefined;
  onInput(): void;
  /** Returns true if the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Calls the command in the box, however its user sends it. Returns false for a text that is a message. */
  calls(): boolean;
  take(option: SlashOption): void;
  close(): void;
}

/** Says why a command cannot be called now. The typed text stays. */
function refuse(text: string): void {
  const busy = !isFree(activeThread().view.getState());
  showError({
    code: busy ? "SESSION_BUSY" : "INVALID_INPUT",
    message: t("composer:refused.message", { command: text.trim() }),
    hint: t(busy ? "composer:refused.busy" : "composer:refused.nothing"),
  });
}

/** Runs the list of commands. After Escape the list stays closed, and the text counts as text, until the box is empty again. */
export function useSlash(textBox: TextBox, setText: (text: string) => void): Slash {
  const { view } = useThread();
  const [open, setOpen] = useState<SlashState>();
  const [refused, setRefused] = useState(false);
  const [allow] = useState(() => () => setRefused(false));
  useWhenEmpty(textBox, allow);

  useEffect(
    () =>
      view.subscribe(({ session_id }, before) => {
        if (session_id !== before.session_id) setOpen(undefined);
      }),
    [view],
  );

  const onInput = () => {
    const box = textBox.current;
    // For ordinary texts only the first character is looked at.
    const text = box?.value ?? "";
    const isRefused = refused && text.length > 1;
    setRefused(isRefused);
    const options = isRefused || !text.startsWith("/") ? undefined : optionsFor(text);
    setOpen(options === undefined || options.length === 0 ? undefined : { options, chosen: 0 });
  };
  const call = (text: string): boolean => {
    const meaning = meaningOf(slashCommands(), text);
    if (meaning.kind === "text") return false;
    if (meaning.kind === "not-yet") {
      if (!meaning.command.enabled) refuse(text);
      return true;
    }
    setOpen(undefined);
    setText("");
    // A command goes to the thread with the focus, which a pressed Send button is about to lose.
    textBox.current?.focus();
    runCommand(meaning.command.id, meaning.argument);
    return true;
  };
  const take = (option: SlashOption, onlyComplete = false) => {
    if (option.complete && !onlyComplete) call(option.text);
    else {
      setText(option.text);
      onInput();
    }
  };
  const move = (by: number) => {
    if (open === undefined) return;
    const { options, chosen } = open;
    setOpen({ options, chosen: (chosen + by + options.length) % options.length });
  };

  const listKey = (event: KeyboardEvent, { options, chosen }: SlashState): boolean => {
    const option = options[chosen];
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") {
      setOpen(undefined);
      setRefused(true);
    } else if (option !== undefined && event.key === "Tab" && !event.shiftKey) take(option, true);
    else if (option !== undefined && event.key === "Enter" && !event.shiftKey)
      option.disabled ? refuse(option.text) : take(option);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { ctrlKey, altKey, metaKey, nativeEvent } = event;
    if (open === undefined || nativeEvent.isComposing || event.keyCode === 229) return false;
    if (ctrlKey || altKey || metaKey || !listKey(event, open)) return false;
    event.preventDefault();
    return true;
  };
  const calls = () => {
    const text = textBox.current?.value ?? "";
    return !refused && text.startsWith("/") && call(text);
  };
  return { open, onInput, onKeyDown, calls, take, close: () => setOpen(undefined) };
}
