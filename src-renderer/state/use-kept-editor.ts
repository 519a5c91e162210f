/** An editor in the life of its pane (QU-2): there again when its session is, kept when that is left, or the page goes. */
import { useEffect, useLayoutEffect } from "react";
import type { Draft } from "../../src-preload/contract/types";
import type { OpenEditor } from "./open-editor";
import { type Pane, usePane, usePaneDrawn, usePaneView } from "./pane";

export interface KindOfEditor {
  openIn(pane: Pane): OpenEditor | undefined;
  close(pane: Pane): void;
  /** With what is kept of the session that has just come; its messages are there. */
  reopen(pane: Pane, draft: Draft): void;
}

/** Once for each pane; `kind` is always the same. */
export function useKeptEditor(kind: KindOfEditor): void {
  const pane = usePane();
  const session_id = usePaneView((state) => state.session_id);
  const drawn_id = usePaneDrawn((state) => state.session_id);
  const left = usePaneDrawn((state) => state.left);
  const draft = usePaneDrawn((state) => state.draft);
  const isThere = usePaneDrawn((state) => state.view !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left.
  useLayoutEffect(() => () => kind.openIn(pane)?.leave(), [pane, session_id, kind]);
  // It is seen as long as its session is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useLayoutEffect(() => () => kind.close(pane), [pane, drawn_id, kind]);
  // Who came back before another session was drawn finds it as it was left.
  useLayoutEffect(() => (left ? () => kind.close(pane) : undefined), [pane, left, kind]);
  useEffect(() => {
    if (isThere && draft !== undefined) kind.reopen(pane, draft);
  }, [pane, draft, isThere, kind]);
  useEffect(() => pane.onFlush(() => kind.openIn(pane)?.drafts.flush()), [pane, kind]);
  useEffect(() => {
    const leave = () => kind.openIn(pane)?.leave();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [pane, kind]);
}
