/** Marks hidden turns before the first message of a thread, except those that the side panel shows already. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { HiddenNote } from "../features/rewind/hidden-note";
import { sidePanel } from "../features/side-panel/panel";
import { readIn, sidecarIn } from "../features/side-panel/panel-state";
import type { HiddenNoteProps } from "../thread/slots";

export function FirstHiddenNote({ timelines, after }: HiddenNoteProps) {
  const compared = useStore(sidePanel, (panel) => {
    const read = sidecarIn(panel) === undefined ? readIn(panel) : undefined;
    return read?.kind === "timeline" ? read.op_id : undefined;
  });
  const others = useMemo(() => timelines.filter(({ op_id }) => op_id !== compared), [timelines, compared]);
  return others.length === 0 ? null : <HiddenNote timelines={others} after={after} />;
}
