/** The note before the first message of a thread: the knowledge of a sidecar, or the shared beginning of two conversations. */
import type { RefObject } from "react";
import { useStore } from "zustand";
import { sideThread, useThread, useThreadDrawn } from "../../thread/thread";
import { SharedNote } from "./compare/shared-note";
import { sidePanel } from "./panel";
import { sidecarIn } from "./panel-state";
import { KnownNote } from "./sidecar/known-note";

export function BeginningNote({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const thread = useThread();
  const session_id = useThreadDrawn((state) => state.session_id);
  const isSidecar = useStore(sidePanel, (panel) => sidecarIn(panel) !== undefined) && thread === sideThread;
  return isSidecar ? <KnownNote key={session_id} /> : <SharedNote scroller={scroller} />;
}
