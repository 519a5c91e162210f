/** The hidden turns of a sidecar (RW-3), over the main thread and beside the sidecar, to be read and restored. */
import { type KeyboardEvent, useEffect } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useTranslation } from "../../../platform/language/use-translation";
import { comparedThread, mainThread, sideThread, ThreadContext } from "../../../thread/thread";
import { unrewind } from "../../../thread/unrewind";
import { isFree } from "../../../thread/view/session-view";
import { NumberedTitle } from "../../../ui/numbered-title";
import { enterPanel, leavePanel, sidePanel } from "../panel";
import { PanelFrame } from "../panel-frame";
import { type Compared, comparedIn } from "../panel-state";
import { closeCompared, goBack } from "../sidecar-compare";
import { RestoreButton } from "./restore-button";
import { StepButton } from "./step-button";
import { useAlignedTops, useInStep } from "./use-compare";
import "./compare.css";

/** Escape returns to the sidecar. While an answer runs there, the key stops the answer first. */
export function closesCompared(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || event.defaultPrevented) return false;
  if (comparedIn(sidePanel.getState()) === undefined || !isFree(sideThread.view.getState())) return false;
  event.preventDefault();
  closeCompared();
  return true;
}

/** Moves the focus into the hidden turns, and back when they close. */
function useFocusOfCompared(): void {
  useEffect(() => {
    comparedThread.focusLog();
    return goBack;
  }, []);
}

function useTitle(shown: Compared | undefined): string {
  const { t } = useTranslation("compare");
  const count = useStore(
    sideThread.view,
    ({ hidden }) => hidden.find(({ op_id }) => op_id === shown?.op_id)?.turns ?? 0,
  );
  return shown?.of === undefined ? t("hidden", { count }) : t(`unmarked.${shown.of}`);
}

const keys = { onKeyDown: closesCompared };

/** Chooses between hidden turns and sidecar where there is room for only one. Stands at the foot of both. */
export function ComparedSwitch() {
  const { t } = useTranslation("compare");
  const shown = useStore(sidePanel, comparedIn);
  const over = useStore(sidePanel, ({ front }) => front);
  const title = useTitle(shown);
  if (shown === undefined) return null;
  const leave = () => {
    leavePanel();
    comparedThread.focusLog();
  };
  return (
    <nav className="side-switch" aria-label={t("switch")}>
      <button type="button" aria-pressed={!over} onClick={leave}>
        <NumberedTitle className="side-title" title={title} />
      </button>
      <button type="button" aria-pressed={over} onClick={enterPanel}>
        <NumberedTitle className="side-title" title={t("shown-turns")} />
      </button>
    </nav>
  );
}

function Turns({ shown, crowded }: { shown: Compared; crowded: boolean }) {
  const { t } = useTranslation("compare");
  const { session_id, op_id, of } = shown;
  const free = useStore(sideThread.view, isFree);
  const over = useStore(sidePanel, ({ front }) => front);
  useFocusOfCompared();
  useAlignedTops(sideThread, comparedThread);
  useInStep(sideThread, comparedThread);
  const title = useTitle(shown);
  return (
    <div ref={comparedThread.frameRef} className="compared" data-thread={comparedThread.name} {...keys}>
      <PanelFrame
        as="section"
        label={title}
        title={title}
        closeLabel={t("close-short")}
        onClose={() => closeCompared()}
        within
        readOnly
      >
        {of === undefined ? (
          <>
            <StepButton />
            <RestoreButton free={free} onRestore={() => unrewind(sideThread, { session_id, op_id })} />
          </>
        ) : null}
      </PanelFrame>
      {crowded && !over ? <ComparedSwitch /> : null}
    </div>
  );
}

/** `crowded`: the sidecar lies over the main thread as well. */
export function ComparedTurns({ crowded }: { crowded: boolean }) {
  const shown = useStore(sidePanel, comparedIn);
  const place = mainThread.log?.parentElement;
  if (shown === undefined || !place) return null;
  return createPortal(
    <ThreadContext value={comparedThread}>
      <Turns key={shown.op_id} shown={shown} crowded={crowded} />
    </ThreadContext>,
    place,
  );
}
