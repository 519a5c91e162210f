/**
 * The waiting message that is being edited, one for each thread. What is typed is kept as a draft is (QU-2): it is there again with its
 * session, after a crash too, and when the message is sent or removed meanwhile.
 */
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { showError } from "../../platform/app-view";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { perThread } from "../../thread/per-thread";
import type { Thread } from "../../thread/thread";
import { DraftKeeper } from "../../thread/writing/draft-keeper";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import { OpenEditor } from "../../thread/writing/open-editor";

/** The words of a waiting message that an editor begins with. */
export interface EditedQueued {
  id: QueueId;
  text: string;
  /** The `updated_at` of the words that were opened. */
  as_of: number;
}

export class QueueEditing extends OpenEditor {
  readonly drafts = new DraftKeeper((_session_id, draft) => this.keep(draft));

  constructor(
    thread: Thread,
    session_id: SessionId,
    /** With the text that it begins with. */
    readonly begun: EditedQueued,
    readonly from: "row" | "elsewhere" | "draft",
  ) {
    super(thread, session_id, from === "draft");
  }

  get id(): QueueId {
    return this.begun.id;
  }

  /** There is something in it that its message does not say. */
  get isWritten(): boolean {
    return this.from === "draft" || this.text !== this.begun.text;
  }

  protected get draft(): Draft {
    return { text: this.box?.value ?? this.begun.text, as_of: this.begun.as_of };
  }

  protected get kept() {
    return { kind: "waiting", session_id: this.session_id, id: this.id } as const;
  }
}

interface EditingState {
  editing: QueueEditing | undefined;
}

/** Of one thread. */
export const editingOf = perThread<EditingState>(() => ({ editing: undefined }));

const shownIn = (thread: Thread): SessionId | null | undefined => thread.view.getState().session_id;

/**
 * Opens the editor on a message, with the focus unless its user has gone elsewhere by then. One that is open elsewhere in the list and has
 * been written in stays. @throws CallError where it does not wait any more
 */
export async function begin(
  thread: Thread,
  session_id: SessionId,
  id: QueueId,
  isHere: () => boolean,
): Promise<void> {
  const isShown = unchanged(() => shownIn(thread));
  const { text, updated_at } = await call("queue.read", { session_id, id });
  if (!isShown()) return;
  const { editing } = editingOf(thread).getState();
  if (editing?.isWritten) {
    say(t("queue:another-open"));
    if (isHere()) editing.box?.focus();
    return;
  }
  // The box would take minutes to lay it out.
  if (text.length > MOST_IN_BOX) return showError({ code: "INVALID_INPUT", message: t("queue:too-long") });
  editing?.discard();
  const begun = { id, text, as_of: updated_at };
  editingOf(thread).setState({
    editing: new QueueEditing(thread, session_id, begun, isHere() ? "row" : "elsewhere"),
  });
}

/** What a crash, or the way to another session, has left in the editor is there again. */
export function reopen(thread: Thread, kept: EditedQueued): void {
  const session_id = shownIn(thread);
  if (!session_id || editingOf(thread).getState().editing !== undefined) return;
  editingOf(thread).setState({ editing: new QueueEditing(thread, session_id, kept, "draft") });
}

/** Off the page. */
export const close = (thread: Thread): void => editingOf(thread).setState({ editing: undefined });
