/** The editor in the life of its pane: there again when its session is, out of the way when its message is gone. */
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/ids";
import { doing } from "../../state/actions";
import { usePane, usePaneView } from "../../state/pane";
import { type ChoosingModel, Editing, type RewindState, rewindingOf } from "../../state/rewinding";
import { type KindOfEditor, useKeptEditor } from "../../state/use-kept-editor";
import { leave, reopen, rescueGone } from "./rewind";

const EDITED: KindOfEditor = {
  openIn: (pane) => rewindingOf(pane).getState().editing,
  close: leave,
  reopen: (pane, { edited }) => {
    if (edited !== undefined) doing(() => reopen(pane, edited));
  },
};

/** Once for each pane. */
export function useRewinding(): void {
  const pane = usePane();
  useKeptEditor(EDITED);
  // Its list lies over the page, where it could be used on.
  const session_id = usePaneView((state) => state.session_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is what is left.
  useLayoutEffect(() => () => rewindingOf(pane).setState({ choosing: undefined }), [pane, session_id]);
  useEffect(
    () =>
      pane.view.subscribe(({ cells }, before) => {
        if (cells !== before.cells) rescueGone(pane);
      }),
    [pane],
  );
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
