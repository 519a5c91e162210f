/** The hidden turns of an aside (RW-3), over the main thread and beside the aside itself: they can be read, and restored there. */
import { type KeyboardEvent, useEffect } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { beside, enterBeside, leaveBeside } from "../../state/beside";
import { closeCompared, compared, followAside } from "../../state/compared";
import { besidePane, comparedPane, elementOfPane, mainPane, PaneContext } from "../../state/pane";
import { type HiddenTimeline, isFree } from "../../state/session-view";
import { NumberedTitle } from "../../ui/numbered-title";
import { BesideFrame } from "../beside/beside-frame";
import { restoreTurns } from "../rewind/restore";
import { RestoreButton } from "./restore-button";
import { StepButton } from "./step-button";
import { useInStep } from "./use-side-by-side";

/** Back to the aside as it stood; what runs in it is stopped by that key first. */
export function closesCompared(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || event.defaultPrevented) return false;
  if (compared.getState().shown === undefined || !isFree(besidePane.view.getState())) return false;
  event.preventDefault();
  closeCompared();
  return true;
}

const focusLog = () => elementOfPane(comparedPane)?.querySelector<HTMLElement>("[role=log]")?.focus();

/** There and back. */
function useFocusOfCompared(): void {
  useEffect(() => {
    comparedPane.onFocusComposer(focusLog);
    focusLog();
    return () => {
      const { from, to } = compared.getState();
      if (to === "main") return mainPane.focusComposer();
      if (beside.getState().shown === undefined) return;
      if (from?.isConnected) from.focus();
      else besidePane.focusComposer();
    };
  }, []);
}

const useTurns = (shown: HiddenTimeline | undefined): number =>
  useStore(besidePane.view, ({ hidden }) => hidden.find(({ op_id }) => op_id === shown?.op_id)?.turns ?? 0);

const keys = { onKeyDown: closesCompared };

/** Where there is room for one of them: which it is. It stands at the foot of both. */
export function ComparedSwitch() {
  const { t } = useTranslation("compare");
  const shown = useStore(compared, (state) => state.shown);
  const over = useStore(beside, (state) => state.over);
  const count = useTurns(shown);
  if (shown === undefined) return null;
  const leave = () => {
    leaveBeside();
    comparedPane.focusComposer();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is here.
    <div className="side-switch" role="group" aria-label={t("switch")}>
      <button type="button" aria-pressed={!over} onClick={leave}>
        <NumberedTitle className="side-title" title={t("hidden", { count })} />
      </button>
      <button type="button" aria-pressed={over} onClick={enterBeside}>
        <NumberedTitle className="side-title" title={t("shown-turns")} />
      </button>
    </div>
  );
}

function Turns({ shown, crowded }: { shown: HiddenTimeline; crowded: boolean }) {
  const { t } = useTranslation("compare");
  const count = useTurns(shown);
  const free = useStore(besidePane.view, isFree);
  const gone = useStore(besidePane.view, ({ view }) => view !== undefined) && count === 0;
  useFocusOfCompared();
  useInStep(besidePane, comparedPane);
  useEffect(() => {
    if (gone) closeCompared();
  }, [gone]);
  const title = t("hidden", { count });
  return (
    <div className="compared" data-thread={comparedPane.name} {...keys}>
      <BesideFrame
        as="section"
        label={title}
        title={title}
        closeLabel={t("close-short")}
        onClose={() => closeCompared()}
        within
        readOnly
      >
        <StepButton />
        <RestoreButton free={free} onRestore={() => restoreTurns(besidePane, shown)} />
      </BesideFrame>
      {crowded ? <ComparedSwitch /> : null}
    </div>
  );
}

/** `crowded`: the aside lies over the main thread as well. */
export function ComparedTurns({ crowded }: { crowded: boolean }) {
  const shown = useStore(compared, (state) => state.shown);
  useEffect(followAside, []);
  const place = elementOfPane(mainPane)?.querySelector("[data-pane=conversation] > .conversation");
  if (shown === undefined || !place) return null;
  return createPortal(
    <PaneContext value={comparedPane}>
      <Turns key={shown.op_id} shown={shown} crowded={crowded} />
    </PaneContext>,
    place,
  );
}
