/** The button with a command's key. Pressed, it takes the next key: Backspace takes the key away, Escape leaves it as it is. */
import { type KeyboardEvent, type Ref, useState } from "react";
import type { KeyRefusal } from "../../../src-preload/contract/domain/shortcuts";
import type { OwnCommandId } from "../../../src-preload/contract/window/commands";
import { refusalFor } from "../../../src-preload/contract/window/shortcut-choice";
import { isMac, nameOfKey } from "../../platform/commands/key-names";
import { pressedKey } from "../../platform/commands/pressed-key";
import { useTranslation } from "../../platform/language/use-translation";

/** Keys that are held with others, and keys that begin a sign of several presses. */
const ON_THEIR_WAY = ["Control", "Shift", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"];

interface ShortcutBoxProps {
  ref: Ref<HTMLButtonElement>;
  id: OwnCommandId;
  /** The key in force. */
  value: string | undefined;
  /** The id of the element with clashes and refusals. */
  about: string;
  onChoose: (key: string | null) => void;
  /** Called with undefined when the refusal is over. */
  onRefuse: (refusal: KeyRefusal | undefined) => void;
}

export function ShortcutBox({ ref, id, value, about, onChoose, onRefuse }: ShortcutBoxProps) {
  const { t } = useTranslation(["keys", "commands"]);
  const [listens, setListens] = useState(false);
  const listen = (now: boolean) => {
    setListens(now);
    onRefuse(undefined);
  };
  const choose = (key: string | null) => {
    listen(false);
    if (key !== (value ?? null)) onChoose(key);
  };
  const take = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    // The focus has to be able to go on.
    if (!listens || (event.key === "Tab" && isPlain)) return;
    // The window has commands of its own for many keys, and the dialog closes by Escape.
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat || ON_THEIR_WAY.includes(event.key)) return;
    if (isPlain && event.key === "Escape") return listen(false);
    if (isPlain && ["Backspace", "Delete"].includes(event.key)) return choose(null);
    const key = pressedKey(event.nativeEvent, isMac());
    const refusal = refusalFor(id, key, isMac());
    if (refusal === undefined) choose(key);
    else onRefuse(refusal);
  };
  const shown = value === undefined ? t("page.none") : nameOfKey(value);
  const text = listens ? t("page.press") : shown;
  return (
    <button
      ref={ref}
      type="button"
      className="shortcut-box"
      aria-label={t("page.box", { command: t(`commands:${id}`), key: text })}
      aria-describedby={about}
      data-listens={listens || undefined}
      data-empty={value === undefined || undefined}
      onClick={() => listen(true)}
      onBlur={() => listens && listen(false)}
      onKeyDown={take}
    >
      {text}
    </button>
  );
}
