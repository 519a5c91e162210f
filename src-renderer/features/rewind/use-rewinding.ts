/** The editor in the life of its pane: there again when its session is, out of the way when its message is gone. */
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/ids";
import { doing } from "../../state/actions";
import { usePane, usePaneView } from "../../state/pane";
import { type ChoosingModel, Editing, type RewindState, rewindingOf } from "../../state/rewinding";
import { leave, reopen, rescueGone } from "./rewind";

/** Once for each pane. */
export function useRewinding(): void {
  const pane = usePane();
  const session_id = usePaneView((state) => state.session_id);
  const draft = usePaneView((state) => state.draft);
  const isThere = usePaneView((state) => state.view !== undefined);
  useEffect(() => {
    const edited = draft?.edited;
    if (isThere && edited !== undefined) doing(() => reopen(pane, edited));
  }, [pane, draft, isThere]);
  useEffect(
    () =>
      pane.view.subscribe(({ cells }, before) => {
        if (cells !== before.cells) rescueGone(pane);
      }),
    [pane],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left.
  useLayoutEffect(() => () => leave(pane), [pane, session_id]);
  useEffect(() => {
    const save = () => rewindingOf(pane).getState().editing?.place.drafts.close();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [pane]);
}

/** What is under way with a message: its edit, the choice of a model for it, or an edit before it that would hide it. */
type Part = Editing | ChoosingModel | "leaving" | undefined;

const partOf =
  (id: MessageId) =>
  ({ editing, choosing }: RewindState): Part => {
    if (editing !== undefined && editing.message_id <= id)
      return editing.message_id === id ? editing : "leaving";
    return choosing?.message_id === id ? choosing : undefined;
  };

export function useRewindOf(id: MessageId): {
  editing: Editing | undefined;
  choosing: ChoosingModel | undefined;
  leaving: boolean;
} {
  const part = useStore(rewindingOf(usePane()), partOf(id));
  const isEditing = part instanceof Editing;
  return {
    editing: isEditing ? part : undefined,
    choosing: isEditing || part === "leaving" ? undefined : part,
    leaving: part === "leaving",
  };
}
