/** Hidden turns beside the turns shown in their place (RW-3), to be read and restored. */
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { MessageId, OpId, SessionId } from "../../../../src-preload/contract/domain/ids";
import { useTranslation } from "../../../platform/language/use-translation";
import { unchanged } from "../../../platform/latest";
import { doing } from "../../../thread/actions";
import type { PlaceToHold } from "../../../thread/surface";
import { mainThread, sideThread } from "../../../thread/thread";
import { unrewind } from "../../../thread/unrewind";
import { isFree, type SessionViewState } from "../../../thread/view/session-view";
import { closeRead, sidePanel } from "../panel";
import { PanelFrame } from "../panel-frame";
import { shownIn } from "../panel-state";
import { RestoreButton } from "./restore-button";
import { StepButton } from "./step-button";
import { useAlignedTops, useFolding, useInStep } from "./use-compare";

/** Returns the place of the message at the top of the view. */
function placeHere(): Exclude<PlaceToHold, HTMLElement> | undefined {
  const { log } = sideThread;
  const article = sideThread.topArticle();
  if (log === undefined || article === undefined) return undefined;
  const offset = article.getBoundingClientRect().top - log.getBoundingClientRect().top;
  return { message_id: article.dataset.messageId as MessageId, offset };
}

/** Moves the reader to the main thread, which now has these turns, at the same message and height. */
async function moveOver(): Promise<void> {
  const isShown = unchanged(() => shownIn(sidePanel.getState()));
  const place = placeHere();
  try {
    if (place !== undefined) await mainThread.shown.loadBackTo(place.message_id);
  } finally {
    if (isShown()) {
      mainThread.holdPlace(place);
      closeRead();
    }
  }
}

export function HiddenTimeline({ session_id, op_id }: { session_id: SessionId; op_id: OpId }) {
  const { t } = useTranslation("compare");
  const turnsIn = ({ hidden }: SessionViewState) => hidden.find((turns) => turns.op_id === op_id)?.turns;
  const turns = useStore(mainThread.view, turnsIn);
  const before = useStore(mainThread.drawn, turnsIn);
  const count = turns ?? before ?? 0;
  const free = useStore(mainThread.drawn, isFree);
  const restoring = useRef(false);
  // True once the turns are restored, here or elsewhere. They are part of the main thread then.
  const gone = useStore(mainThread.view, (state) => state.view !== undefined) && turns === undefined;
  useEffect(() => {
    if (!gone) return;
    if (restoring.current) doing(moveOver);
    else closeRead();
  }, [gone]);
  useFolding();
  useAlignedTops();
  useInStep();
  const restore = () => {
    restoring.current = true;
    unrewind(mainThread, { session_id, op_id });
  };
  const title = t("hidden", { count });
  return (
    <PanelFrame
      as="section"
      label={title}
      title={title}
      closeLabel={t("close-short")}
      onClose={closeRead}
      readOnly
    >
      <StepButton />
      <RestoreButton free={free} onRestore={restore} />
    </PanelFrame>
  );
}
