/**
 * The count of the last step of the answer that is being written (Z-5). Its metadata bring it at the step's end; the session itself has it
 * when the answer has ended.
 */

import { useRef, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { mainThread } from "../../thread/thread";
import { wholeOf } from "../../thread/view/folding";
import type { MessageCell } from "../../thread/view/message-cell";
import type { SessionViewState } from "../../thread/view/session-view";

const NOTHING = () => () => undefined;

const liveMetadata = (cell: MessageCell | undefined): MessageMetadata | undefined => {
  const value = cell?.get();
  return value?.live ? value.message.metadata : undefined;
};

/** Undefined while no step of a live answer has ended. A number that was measured with another summary is no measure of now. */
export function lastStepOf({
  cells,
  more,
}: Pick<SessionViewState, "cells" | "more">): MessageMetadata | undefined {
  const metadata = liveMetadata(cells.at(-1));
  if (metadata?.context_tokens === undefined) return undefined;
  const first = cells[0]?.get().message;
  const summary_id = first !== undefined && compactionOf(first) !== undefined ? first.id : undefined;
  return more || summary_id === metadata.summary_id ? metadata : undefined;
}

/** Stays from the answer's end until the session itself has the number. */
export function useLastStep(view: SessionView | undefined): MessageMetadata | undefined {
  const cells = useStore(mainThread.drawn, (state) => wholeOf(state).cells);
  const more = useStore(mainThread.drawn, (state) => wholeOf(state).more);
  const cell = cells.at(-1);
  const live = useSyncExternalStore(cell?.subscribe ?? NOTHING, () => liveMetadata(cell));
  const step = live && lastStepOf({ cells, more });
  const held = useRef<{ view: SessionView | undefined; step: MessageMetadata }>(undefined);
  if (step !== undefined) held.current = { view, step };
  else if (live !== undefined || held.current?.view !== view) held.current = undefined;
  return held.current?.step;
}
