/** Ties the rewind editor to its thread: opens it again with its session, and rescues its text when its message is gone. */
import { useEffect } from "react";
import { useStore } from "zustand";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { doing } from "../actions";
import { useThread } from "../thread";
import { leave, reopen, rescueGone } from "./rewind";
import { type ChoosingModel, Editing, type RewindState, rewindState } from "./rewind-state";
import { type KindOfEditor, useKeptEditor } from "./use-kept-editor";

const EDITED: KindOfEditor = {
  leave,
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
  const part = useStore(rewindState(useThread()), partOf(id));
  const isEditing = part instanceof Editing;
  return {
    editing: isEditing ? part : undefined,
    choosing: isEditing || part === "leaving" ? undefined : part,
    leaving: part === "leaving",
  };
}
