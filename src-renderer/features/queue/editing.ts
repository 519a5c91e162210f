/**
 * The waiting message that is being edited, one for each thread. What is typed is kept as a draft is (QU-2): it is there again with its
 * session, after a crash too, and when the message is sent or removed meanwhile.
 */
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { showError } from "../../platform/notices";
import { perThread } from "../../thread/per-thread";
import type { Thread } from "../../thread/thread";
import { DraftOf } from "../../thread/writing/draft-of";
import { MOST_IN_BOX } from "../../thread/writing/large-text";

/** The words of a waiting message that an editor begins with. */
export interface EditedQueued {
  id: QueueId;
  text: string;
  /** The `updated_at` of the words that were opened. */
  as_of: number;
}

export class QueueEditing {
  readonly draft: DraftOf;

  constructor(
    readonly thread: Thread,
    readonly session_id: SessionId,
    /** With the text that it begins with. */
    readonly begun: EditedQueued,
    /** The editor was left with words of its own. */
    private readonly isKept = false,
  ) {
    const { id, as_of } = begun;
    this.draft = new DraftOf(thread, { kind: "waiting", session_id, id }, () => ({ text: this.text, as_of }));
  }

  get id(): QueueId {
    return this.begun.id;
  }

  get text(): string {
    return this.draft.box?.value ?? this.begun.text;
  }

  /** There is something in it that its message does not say. */
  get isWritten(): boolean {
    return this.isKept || this.text !== this.begun.text;
  }
}

interface EditingState {
  editing: QueueEditing | undefined;
}

/** Each thread has its own. */
export const editingOf = perThread<EditingState>(() => ({ editing: undefined }));

const shownIn = (thread: Thread): SessionId | null | undefined => thread.view.getState().session_id;

/** Opens the editor on a message. One that is open elsewhere in the list and has been written in stays. @throws CallError where it does not wait any more */
export async function begin(thread: Thread, session_id: SessionId, id: QueueId): Promise<void> {
  const open = () => editingOf(thread).getState().editing;
  if (open()?.isWritten) {
    say(t("queue:another-open"));
    return open()?.draft.box?.focus();
  }
  const isShown = unchanged(() => shownIn(thread));
  const { text, updated_at } = await call("queue.read", { session_id, id });
  if (!isShown() || open()?.isWritten) return;
  // The box would take minutes to lay it out.
  if (text.length > MOST_IN_BOX) return showError({ code: "INVALID_INPUT", message: t("queue:too-long") });
  open()?.draft.discard();
  const begun = { id, text, as_of: updated_at };
  editingOf(thread).setState({ editing: new QueueEditing(thread, session_id, begun) });
}

/** Opens the editor with the draft that a crash, or the way to another session, has left. */
export function reopen(thread: Thread, kept: EditedQueued): void {
  const session_id = shownIn(thread);
  if (!session_id || editingOf(thread).getState().editing !== undefined) return;
  editingOf(thread).setState({ editing: new QueueEditing(thread, session_id, kept, true) });
}

/** Takes it off the page; what stands in it is kept. */
export function leave(thread: Thread): void {
  editingOf(thread).getState().editing?.draft.end();
  editingOf(thread).setState({ editing: undefined });
}
