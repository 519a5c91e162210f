/** Ties the editor of a waiting message to the life of its thread. */
import { useStore } from "zustand";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { type KindOfEditor, useKeptEditor } from "../../thread/writing/use-kept-editor";
import { editingOf, leave, type QueueEditing, reopen } from "./editing";

const QUEUED: KindOfEditor = {
  leave,
  reopen: (thread, drafts) => {
    for (const { place, text, attachments = [], as_of = 0 } of drafts)
      if (place.kind === "waiting") reopen(thread, { id: place.id, text, attachments, as_of });
  },
};

/** Used once for each thread. */
export const useKeptEditing = (): void => useKeptEditor(QUEUED);

/** Returns the open editor of the session that is shown. */
export function useEditing(): QueueEditing | undefined {
  const thread = useThread();
  const session_id = useThreadDrawn((state) => state.session_id);
  const editing = useStore(editingOf(thread), (state) => state.editing);
  return editing?.session_id === session_id ? editing : undefined;
}
