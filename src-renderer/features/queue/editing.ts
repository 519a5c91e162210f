/**
 * The waiting message that is being edited, one for each thread. The editor's text is kept as a draft (QU-2): it returns with its session,
 * also after a crash, and also if the message was sent or removed meanwhile.
 */
import type { ClipboardEvent } from "react";
import { type AttachmentRef, sameAttachments } from "../../../src-preload/contract/domain/attachments";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { showError } from "../../platform/notices";
import { doing } from "../../thread/actions";
import { perThread } from "../../thread/per-thread";
import type { Thread } from "../../thread/thread";
import { DraftOf } from "../../thread/writing/draft-of";
import { storeDraft } from "../../thread/writing/draft-retry";
import { HeldFiles } from "../../thread/writing/held-files";
import { MOST_IN_BOX } from "../../thread/writing/large-text";

/** The text of a waiting message that an editor begins with. */
export interface EditedQueued {
  id: QueueId;
  text: string;
  attachments?: AttachmentRef[];
  /** The `updated_at` of that text. */
  as_of: number;
}

export class QueueEditing {
  readonly draft: DraftOf;
  readonly files = new HeldFiles();

  constructor(
    readonly thread: Thread,
    readonly session_id: SessionId,
    /** The text to begin with. */
    readonly begun: EditedQueued,
    /** True if the editor was left with unsaved text. */
    private readonly isKept = false,
  ) {
    const { id, as_of, attachments = [] } = begun;
    this.files.put(attachments);
    const read = () => ({ text: this.text, attachments: this.files.list, as_of });
    this.draft = new DraftOf(thread, { kind: "waiting", session_id, id }, read);
    this.files.store.subscribe(({ files }, before) => {
      if (files !== before.files) this.draft.note();
    });
  }

  get id(): QueueId {
    return this.begun.id;
  }

  get text(): string {
    return this.draft.box?.value ?? this.begun.text;
  }

  /** True if the editor's text differs from the message. */
  get isWritten(): boolean {
    const { text, attachments = [] } = this.begun;
    return this.isKept || this.text !== text || !sameAttachments(this.files.list, attachments);
  }

  /** True where there is nothing to save, or where a file is still being taken in. */
  get isUnready(): boolean {
    const { files, adding } = this.files.store.getState();
    return adding.length > 0 || (this.text.trim() === "" && files.length === 0);
  }
}

interface EditingState {
  editing: QueueEditing | undefined;
}

/** Each thread has its own editor. */
export const editingOf = perThread<EditingState>(() => ({ editing: undefined }));

const shownIn = (thread: Thread): SessionId | null | undefined => thread.view.getState().session_id;

/** The text box would take minutes to lay out so long a text. */
const tellTooLong = (): void => showError({ code: "INVALID_INPUT", message: t("queue:too-long") });

/** Refuses a paste that would put more into the box than that can lay out, and says so. The clipboard keeps the text. */
export function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { textLength, selectionStart, selectionEnd } = event.currentTarget;
  const text = event.clipboardData.getData("text/plain");
  if (textLength - (selectionEnd - selectionStart) + text.length <= MOST_IN_BOX) return;
  event.preventDefault();
  tellTooLong();
}

/**
 * Opens the editor on a message. Another open editor with unsaved text stays instead. @throws CallError if the message is not waiting any
 * more
 */
export async function begin(thread: Thread, session_id: SessionId, id: QueueId): Promise<void> {
  const open = () => editingOf(thread).getState().editing;
  if (open()?.isWritten) {
    say(t("queue:another-open"));
    return open()?.draft.box?.focus();
  }
  const isShown = unchanged(() => shownIn(thread));
  const { text, attachments = [], updated_at } = await call("queue.read", { session_id, id });
  if (!isShown() || open()?.isWritten) return;
  if (text.length > MOST_IN_BOX) return tellTooLong();
  open()?.draft.discard();
  const begun = { id, text, attachments, as_of: updated_at };
  editingOf(thread).setState({ editing: new QueueEditing(thread, session_id, begun) });
}

/**
 * Opens the editor with the draft that a crash, or a change of session, has left. One that is too long for its box moves into the composer,
 * which holds it beside its own.
 */
export function reopen(thread: Thread, kept: EditedQueued): void {
  const session_id = shownIn(thread);
  if (!session_id || editingOf(thread).getState().editing !== undefined) return;
  if (kept.text.length > MOST_IN_BOX) {
    tellTooLong();
    return intoComposer(thread, session_id, kept);
  }
  editingOf(thread).setState({ editing: new QueueEditing(thread, session_id, kept, true) });
}

function intoComposer(
  thread: Thread,
  session_id: SessionId,
  { id, text, attachments = [] }: EditedQueued,
): void {
  thread.insert(text, "end");
  thread.files.put(attachments);
  // Saves the composer's draft before the editor's is deleted.
  thread.flush();
  doing(() => storeDraft({ place: { kind: "waiting", session_id, id }, text: "" }));
}

/** Takes the editor off the page; its draft is kept. */
export function leave(thread: Thread): void {
  const { editing } = editingOf(thread).getState();
  editing?.draft.end();
  editing?.files.forgetComing();
  editingOf(thread).setState({ editing: undefined });
}
