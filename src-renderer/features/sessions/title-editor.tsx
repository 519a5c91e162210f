/** The field to edit the title of a session. Enter and leaving the field keep the text, Escape does not. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { LONGEST_TITLE } from "../../../src-preload/contract/domain/limits";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { t } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import { clearErrors, showError } from "../../platform/notices";
import { doing, rename } from "../../thread/actions";

interface TitleEditorProps {
  session: Pick<SessionSummary, "id" | "title">;
  /** `byKey`: the editor was closed by a key, so the focus needs a new place. */
  onDone: (byKey: boolean) => void;
}

/** Holds true once the user has pressed anything since the editor appeared. Before that, a closing menu or dialog may take the focus. */
function useTouched() {
  const touched = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const note = () => {
      touched.current = true;
    };
    for (const type of ["pointerdown", "keydown"])
      window.addEventListener(type, note, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
  return touched;
}

function refuse(characters: number): void {
  const message = t("sessions:title-too-long", { most: LONGEST_TITLE, characters });
  showError({ code: "INVALID_INPUT", message });
}

/** Takes the focus back after the menu or dialog has moved it, and before the next key. */
const takeBack = (input: HTMLInputElement) => queueMicrotask(() => input.isConnected && input.focus());

export function TitleEditor({ session, onDone }: TitleEditorProps) {
  const { t } = useTranslation("sessions");
  // The title may change meanwhile: it is generated, or edited in another window. An untouched field does not take that back.
  const [before] = useState(session.title);
  const over = useRef(false);
  const refused = useRef(false);
  const [tooLong, setTooLong] = useState(false);
  const touched = useTouched();
  const end = (input: HTMLInputElement, keep: boolean, byKey: boolean) => {
    if (over.current) return;
    const title = input.value.trim();
    // A title that is too long is refused with a message, neither cut off nor dropped.
    if (keep && title.length > LONGEST_TITLE) {
      refused.current = true;
      return refuse(title.length);
    }
    over.current = true;
    if (refused.current) clearErrors();
    if (keep && title !== "" && title !== before.trim()) doing(() => rename(session.id, title));
    onDone(byKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    end(event.currentTarget, event.key === "Enter", true);
  };
  return (
    <input
      className="session-title-editor"
      aria-label={t("title")}
      dir="auto"
      defaultValue={before}
      aria-invalid={tooLong || undefined}
      onInput={(event) => setTooLong(event.currentTarget.value.trim().length > LONGEST_TITLE)}
      // biome-ignore lint/a11y/noAutofocus: it appears because its user asked to write in it.
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        if (touched.current) end(event.currentTarget, true, false);
        else takeBack(event.currentTarget);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
