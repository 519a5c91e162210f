/**
 * Ties an editor to its session (QU-2): keeps its draft and closes it when the session is left, and opens it again when the session comes
 * back.
 */
import { useEffect, useLayoutEffect } from "react";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import { type Thread, useThread, useThreadDrawn, useThreadView } from "../thread";

export interface KindOfEditor {
  /** Takes the editor off the page; its draft is kept. */
  leave(thread: Thread): void;
  /** Opens editors with the kept drafts of the session that has just come; its messages are there. */
  reopen(thread: Thread, drafts: readonly PlacedDraft[]): void;
}

/** Used once for each thread; `kind` never changes. */
export function useKeptEditor(kind: KindOfEditor): void {
  const thread = useThread();
  const session_id = useThreadView((state) => state.session_id);
  const timeline = useThreadView((state) => state.timeline);
  const drafts = useThreadDrawn((state) => state.drafts);
  const isThere = useThreadDrawn((state) => state.view !== undefined || state.timeline !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left, or the turns of it that are read.
  useLayoutEffect(() => () => kind.leave(thread), [thread, session_id, timeline, kind]);
  useEffect(() => {
    if (isThere && drafts !== undefined) kind.reopen(thread, drafts);
  }, [thread, drafts, isThere, kind]);
}
