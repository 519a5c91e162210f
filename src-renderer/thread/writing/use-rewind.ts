/**
 * Ties the editors of messages, and of a summary, to their thread: opens them again with their session, and rescues their text when their
 * message is gone.
 */
import { useEffect } from "react";
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { doing } from "../actions";
import { useThread } from "../thread";
import { leave, reopen, rescueGone } from "./rewind";
import { type ChoosingModel, Editing, neighbourOf, type RewindState, rewindState } from "./rewind-state";
import { leaveSummary } from "./summary-editor";
import { type KindOfEditor, useKeptEditor } from "./use-kept-editor";

const EDITED: KindOfEditor = {
  leave: (thread) => {
    leave(thread);
    leaveSummary(thread);
  },
  reopen: (thread, drafts) => {
    for (const { place, ...draft } of drafts)
      if (place.kind === "message") doing(() => reopen(thread, { ...draft, message_id: place.id }));
  },
};

/** Used once for each thread. */
export function useRewindEditor(): void {
  const thread = useThread();
  useKeptEditor(EDITED);
  useEffect(
    () =>
      thread.view.subscribe(({ cells }, before) => {
        if (cells !== before.cells) rescueGone(thread);
      }),
    [thread],
  );
}

/** An editor of the message, a choice of a model for it, or an editor before it that would hide it. */
type Part = Editing | ChoosingModel | "leaving" | undefined;

const partOf =
  (id: MessageId) =>
  ({ editing, choosing }: RewindState): Part => {
    if (editing !== undefined && editing.edited.message_id <= id)
      return editing.edited.message_id === id ? editing : "leaving";
    return choosing?.message_id === id ? choosing : undefined;
  };

export function useRewindOf(id: MessageId): {
  editing: Editing | undefined;
  choosing: ChoosingModel | undefined;
  leaving: boolean;
} {
  const thread = useThread();
  const own = useStore(rewindState(thread), partOf(id));
  // An editor among the turns of a summary hides all that came after the summary too.
  const isLeft = useStore(rewindState(neighbourOf(thread)), ({ editing }) => editing?.home === thread);
  const part = own ?? (isLeft ? "leaving" : undefined);
  const isEditing = part instanceof Editing;
  return {
    editing: isEditing ? part : undefined,
    choosing: isEditing || part === "leaving" ? undefined : part,
    leaving: part === "leaving",
  };
}
