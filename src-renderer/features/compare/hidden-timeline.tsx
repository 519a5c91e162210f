/** Turns that are hidden, beside those that are shown in their place (RW-3): they can be read, and restored. */
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/ids";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { beside, closeBeside } from "../../state/beside";
import { besidePane, elementOfPane, mainPane, type PlaceToHold } from "../../state/pane";
import { isFree, type SessionViewState } from "../../state/session-view";
import { BesideFrame } from "../beside/beside-frame";
import { topArticle } from "../chat/reading-place";
import { restoreTurns } from "../rewind/restore";
import { RestoreButton } from "./restore-button";
import { StepButton } from "./step-button";
import { useFolding, useInStep } from "./use-side-by-side";

const logHere = () => elementOfPane(besidePane)?.querySelector<HTMLElement>("[role=log]") ?? undefined;

/** Nothing is written here: who comes here reads. */
const focusLog = () => logHere()?.focus();

/** What its reader has at the top of the view. */
function placeHere(): Exclude<PlaceToHold, HTMLElement> | undefined {
  const log = logHere();
  const article = log && topArticle(log);
  if (log === undefined || article === undefined) return undefined;
  const offset = article.getBoundingClientRect().top - log.getBoundingClientRect().top;
  return { message_id: article.dataset.messageId as MessageId, offset };
}

/** They are the main thread's now: what was read here is read there, at the same height. */
async function moveOver(): Promise<void> {
  const { shown } = beside.getState();
  const place = placeHere();
  try {
    if (place !== undefined) await mainPane.shown.loadBackTo(place.message_id);
  } finally {
    if (beside.getState().shown === shown) {
      mainPane.holdPlace(place);
      closeBeside();
    }
  }
}

export function HiddenTimeline({ session_id, op_id }: { session_id: SessionId; op_id: OpId }) {
  const { t } = useTranslation("compare");
  const turnsIn = ({ hidden }: SessionViewState) => hidden.find((turns) => turns.op_id === op_id)?.turns;
  const turns = useStore(mainPane.view, turnsIn);
  const before = useStore(mainPane.drawn, turnsIn);
  const count = turns ?? before ?? 0;
  const free = useStore(mainPane.drawn, isFree);
  const restoring = useRef(false);
  // Restored, here or elsewhere: they are the main thread's then.
  const gone = useStore(mainPane.view, (state) => state.view !== undefined) && turns === undefined;
  useEffect(() => besidePane.onFocusComposer(focusLog), []);
  useEffect(() => {
    if (!gone) return;
    if (restoring.current) doing(moveOver);
    else closeBeside();
  }, [gone]);
  useFolding();
  useInStep();
  const restore = () => {
    restoring.current = true;
    restoreTurns(mainPane, { session_id, op_id });
  };
  const title = t("hidden", { count });
  return (
    <BesideFrame
      as="section"
      label={title}
      title={title}
      closeLabel={t("close-short")}
      onClose={closeBeside}
      readOnly
    >
      <StepButton />
      <RestoreButton free={free} onRestore={restore} />
    </BesideFrame>
  );
}
