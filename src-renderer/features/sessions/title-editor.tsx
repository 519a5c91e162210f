/** The title of a session as a field: Enter and leaving it keep what was typed, Escape does not. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { SessionSummary } from "../../../src-preload/contract/types";
import { useTranslation } from "../../language/use-translation";
import { doing, rename } from "../../state/actions";

interface TitleEditorProps {
  session: Pick<SessionSummary, "id" | "title">;
  /** `byKey`: the focus has to go somewhere. */
  onDone: (byKey: boolean) => void;
}

/** Whether its user has done anything since it appeared: whatever takes the focus before that is a menu or dialog that has closed. */
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

/** Once the other is done with giving the focus away. */
const takeBack = (input: HTMLInputElement) => requestAnimationFrame(() => input.isConnected && input.focus());

export function TitleEditor({ session, onDone }: TitleEditorProps) {
  const { t } = useTranslation("sessions");
  const over = useRef(false);
  const touched = useTouched();
  const end = (input: HTMLInputElement, keep: boolean, byKey: boolean) => {
    if (over.current) return;
    over.current = true;
    const title = input.value.trim();
    if (keep && title !== "" && title !== session.title) doing(() => rename(session.id, title));
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
      defaultValue={session.title}
      maxLength={500}
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
