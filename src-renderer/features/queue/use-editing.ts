/** The editor of a waiting message in the life of its pane. */
import { useStore } from "zustand";
import { usePane, usePaneDrawn } from "../../state/pane";
import { type KindOfEditor, useKeptEditor } from "../../state/use-kept-editor";
import { close, editingOf, type QueueEditing, reopen } from "./editing";

const QUEUED: KindOfEditor = {
  openIn: (pane) => editingOf(pane).getState().editing,
  close,
  reopen: (pane, { queued }) => {
    if (queued !== undefined) reopen(pane, queued);
  },
};

/** Once for each pane. */
export const useKeptEditing = (): void => useKeptEditor(QUEUED);

/** The one that is open, of the session that is shown. */
export function useEditing(): QueueEditing | undefined {
  const pane = usePane();
  const session_id = usePaneDrawn((state) => state.session_id);
  const editing = useStore(editingOf(pane), (state) => state.editing);
  return editing?.session_id === session_id ? editing : undefined;
}
