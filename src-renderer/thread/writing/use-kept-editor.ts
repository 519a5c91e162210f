/** An editor in the life of its thread (QU-2): kept and closed when its session is left, there again when that comes back. */
import { useEffect, useLayoutEffect } from "react";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import { type Thread, useThread, useThreadDrawn, useThreadView } from "../thread";

export interface KindOfEditor {
  /** Takes it off the page; its draft is kept. */
  leave(thread: Thread): void;
  /** With what is kept of the session that has just come; its messages are there. */
  reopen(thread: Thread, drafts: readonly PlacedDraft[]): void;
}

/** Once for each thread; `kind` is always the same. */
export function useKeptEditor(kind: KindOfEditor): void {
  const thread = useThread();
  const session_id = useThreadView((state) => state.session_id);
  const drafts = useThreadDrawn((state) => state.drafts);
  const isThere = useThreadDrawn((state) => state.view !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left.
  useLayoutEffect(() => () => kind.leave(thread), [thread, session_id, kind]);
  useEffect(() => {
    if (isThere && drafts !== undefined) kind.reopen(thread, drafts);
  }, [thread, drafts, isThere, kind]);
}
