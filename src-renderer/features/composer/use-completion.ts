/** The list that completes the text in the composer: commands after a `/`, else files after an `@`. */
import type { KeyboardEvent } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import type { TextBox } from "../../thread/writing/use-large-text";
import { useMention } from "./use-mention";
import { useSlash } from "./use-slash";

export function useCompletion(textBox: TextBox, setText: (text: string) => void) {
  const { t } = useTranslation("composer");
  const slash = useSlash(textBox, setText);
  const mention = useMention(textBox, setText);
  const list =
    slash.open === undefined
      ? mention.open && { ...mention.open, name: t("files"), onTake: mention.take }
      : { ...slash.open, name: t("commands"), onTake: slash.take };
  return {
    /** Undefined while no list is open. */
    list,
    onInput() {
      slash.onInput();
      mention.onInput();
    },
    calls: slash.calls,
    /** Returns true if the key was for the list. */
    onKeyDown: (event: KeyboardEvent): boolean => slash.onKeyDown(event) || mention.onKeyDown(event),
    close() {
      slash.close();
      mention.close();
    },
  };
}
