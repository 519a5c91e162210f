/**
 * What was just done, over the conversation, so that nothing moves; it goes when its user goes on. It is no status of its own: the window
 * says the words itself (`say`), and has one status, the session's.
 */
import { X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { appView, type Done, dismissDone } from "../../state/app";
import { mainPane } from "../../state/pane";
import { IconButton } from "../../ui/icon-button";

function dismiss(): void {
  dismissDone();
  mainPane.focusComposer();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  dismiss();
}

function Line({ done: { words, action } }: { done: Done }) {
  const { t } = useTranslation(["common", "sessions"]);
  return (
    <section className="done" data-pane="done" aria-label={t("sessions:done")} onKeyDown={onKeyDown}>
      <p dir="auto" title={words}>
        {words}
      </p>
      {action === undefined ? null : (
        <button type="button" className="button button-link" onClick={action.run}>
          {action.name}
        </button>
      )}
      <IconButton label={t("dismiss")} onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  );
}

export function DoneNotice() {
  const done = useStore(appView, (state) => state.done);
  return <div className="done-place">{done === undefined ? null : <Line done={done} />}</div>;
}
