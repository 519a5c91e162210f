/** The notes of a thread that are open: summaries whose words are read in their place. They stay open when their rows are built again. */
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import { type Thread, useThread } from "../thread";

const openNotes = perThread<{ ids: ReadonlySet<MessageId> }>(() => ({ ids: new Set() }));

const setOpen = (thread: Thread, id: MessageId, open: boolean): void =>
  openNotes(thread).setState(({ ids }) => {
    const others = new Set(ids);
    others.delete(id);
    return { ids: open ? others.add(id) : others };
  });

/** Shows the words of a note in its place. */
export const openNote = (thread: Thread, id: MessageId): void => setOpen(thread, id, true);

/** Returns true while a note is open, and the function that opens or closes it. */
export function useOpenNote(id: MessageId): [boolean, (open: boolean) => void] {
  const thread = useThread();
  const isOpen = useStore(openNotes(thread), ({ ids }) => ids.has(id));
  return [isOpen, (open) => setOpen(thread, id, open)];
}
