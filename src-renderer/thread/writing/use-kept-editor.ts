/** An editor in the life of its thread (QU-2): there again when its session is, kept when that is left, or the page goes. */
import { useEffect, useLayoutEffect } from "react";
import type { PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import { type Thread, useThread, useThreadDrawn, useThreadView } from "../thread";
import type { OpenEditor } from "./open-editor";

export interface KindOfEditor {
  openIn(thread: Thread): OpenEditor | undefined;
  close(thread: Thread): void;
  /** With what is kept of the session that has just come; its messages are there. */
  reopen(thread: Thread, drafts: readonly PlacedDraft[]): void;
}

/** Once for each thread; `kind` is always the same. */
export function useKeptEditor(kind: KindOfEditor): void {
  const thread = useThread();
  const session_id = useThreadView((state) => state.session_id);
  const drawn_id = useThreadDrawn((state) => state.session_id);
  const left = useThreadDrawn((state) => state.left);
  const drafts = useThreadDrawn((state) => state.drafts);
  const isThere = useThreadDrawn((state) => state.view !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left.
  useLayoutEffect(() => () => kind.openIn(thread)?.leave(), [thread, session_id, kind]);
  // It is seen as long as its session is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useLayoutEffect(() => () => kind.close(thread), [thread, drawn_id, kind]);
  // Who came back before another session was drawn finds it as it was left.
  useLayoutEffect(() => (left ? () => kind.close(thread) : undefined), [thread, left, kind]);
  useEffect(() => {
    if (isThere && drafts !== undefined) kind.reopen(thread, drafts);
  }, [thread, drafts, isThere, kind]);
  useEffect(() => thread.onFlush(() => kind.openIn(thread)?.drafts.flush()), [thread, kind]);
  useEffect(() => {
    const leave = () => kind.openIn(thread)?.leave();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [thread, kind]);
}
