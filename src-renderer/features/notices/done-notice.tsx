/**
 * The notice of the user's last action. It stands between the conversation, whose words it does not cover, and the composer, or in the dialog
 * in which the action was done. It goes when the user goes on. The notice has no role `status`: the window says the words itself (`say`), and its one status is the session's.
 */
import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { type Done, dismissDone, notices } from "../../platform/notices";
import { mainThread } from "../../thread/thread";
import { InFront, isDialogInFront, keepFocusInFront } from "../../ui/front-dialog";
import { IconButton } from "../../ui/icon-button";

function dismiss(): void {
  dismissDone();
  if (!isDialogInFront()) mainThread.focusComposer();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  // The next Escape closes the dialog.
  event.stopPropagation();
  dismiss();
}

/** The milliseconds that the notice stays. The history of changes keeps its offer for longer. */
const STAYS = 20_000;

/** Removes the notice after a while, because it takes room. It stays under the pointer, with the focus, and while a dialog holds or covers it. */
function useLeaving(line: RefObject<HTMLElement | null>, done: Done): void {
  useEffect(() => {
    let timer: number | undefined;
    const wait = () => {
      timer = window.setTimeout(() => {
        if (isDialogInFront() || line.current?.matches(":hover, :focus-within")) return wait();
        if (notices.getState().done === done) dismissDone();
      }, STAYS);
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [line, done]);
}

function Line({ done }: { done: Done }) {
  const { t } = useTranslation(["common", "sessions"]);
  const line = useRef<HTMLElement>(null);
  useLeaving(line, done);
  const { words, action } = done;
  return (
    <section
      ref={line}
      className="done"
      data-region="done"
      aria-label={t("sessions:done")}
      onKeyDown={onKeyDown}
    >
      <p className="one-line" dir="auto" title={words()}>
        {words()}
      </p>
      {action === undefined ? null : (
        <button type="button" className="button button-link" onClick={action.run}>
          {action.name()}
        </button>
      )}
      <IconButton label={t("dismiss")} onClick={dismiss}>
        <X />
      </IconButton>
    </section>
  );
}

export function DoneNotice() {
  const done = useStore(notices, (state) => state.done);
  const inDialog = useStore(notices, (state) => state.doneInDialog);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes with its notice.
  useLayoutEffect(keepFocusInFront, [done]);
  if (done === undefined) return null;
  const line = <Line done={done} />;
  return inDialog ? <InFront>{line}</InFront> : line;
}
