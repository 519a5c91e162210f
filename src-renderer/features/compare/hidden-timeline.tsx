/** Turns that are hidden, beside those that are shown in their place (RW-3): they can be read, and restored. */
import { X } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { OpId, SessionId } from "../../../src-preload/contract/ids";
import { call } from "../../bridge";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { closeBeside } from "../../state/beside";
import { besidePane, elementOfPane, mainPane } from "../../state/pane";
import { IconButton } from "../../ui/icon-button";
import { Conversation } from "../chat/conversation";
import { StepButton } from "./step-button";
import { useFolding, useInStep } from "./use-side-by-side";

/** Nothing is written here: who comes here reads. */
const focusLog = () => elementOfPane(besidePane)?.querySelector<HTMLElement>("[role=log]")?.focus();

export function HiddenTimeline({ session_id, op_id }: { session_id: SessionId; op_id: OpId }) {
  const { t } = useTranslation("compare");
  const count = useStore(
    mainPane.view,
    ({ hidden }) => hidden.find((turns) => turns.op_id === op_id)?.turns ?? 0,
  );
  // Restored, here or in another window: they are the main thread's then.
  const gone = useStore(mainPane.view, (state) => state.view !== undefined) && count === 0;
  useEffect(() => besidePane.onFocusComposer(focusLog), []);
  useEffect(() => {
    if (gone) closeBeside();
  }, [gone]);
  useFolding();
  useInStep();
  const title = t("hidden", { count });
  return (
    <section className="beside-content" aria-label={title}>
      <header className="beside-bar">
        <h2>{title}</h2>
        <StepButton />
        <button
          type="button"
          className="button"
          onClick={() => doing(() => call("timeline.unrewind", { session_id, op_id }))}
        >
          {t("restore")}
        </button>
        <IconButton label={t("close-short")} onClick={closeBeside}>
          <X />
        </IconButton>
      </header>
      <div className="pane" data-pane="beside-conversation">
        <Conversation />
      </div>
    </section>
  );
}
