/**
 * The waiting message that is being edited, one for each pane. What is typed is kept as a draft is (QU-2): it is there again with its
 * session, after a crash too, and when the message is sent or removed meanwhile.
 */
import type { QueueId, SessionId } from "../../../src-preload/contract/ids";
import type { Draft, EditedQueued } from "../../../src-preload/contract/types";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { say } from "../../state/announce";
import { showError } from "../../state/app";
import { DraftKeeper } from "../../state/draft-keeper";
import { MOST_IN_BOX } from "../../state/held-text";
import { OpenEditor } from "../../state/open-editor";
import type { Pane } from "../../state/pane";
import { perPane } from "../../state/per-pane";
import { storeDraft } from "../../state/unstored";

export class QueueEditing extends OpenEditor {
  readonly drafts = new DraftKeeper((_session_id, draft) => this.keep(draft));
  protected readonly keptBy = "draft.save_queued";

  constructor(
    pane: Pane,
    session_id: SessionId,
    /** With the text that it begins with. */
    readonly begun: EditedQueued,
    readonly from: "row" | "elsewhere" | "draft",
  ) {
    super(pane, session_id, from === "draft");
  }

  get id(): QueueId {
    return this.begun.id;
  }

  /** There is something in it that its message does not say. */
  get isWritten(): boolean {
    return this.from === "draft" || this.text !== this.begun.text;
  }

  protected get draft(): Draft {
    return { text: this.box?.value ?? this.begun.text };
  }

  protected async save({ text }: Draft): Promise<void> {
    const { id, as_of } = this.begun;
    await storeDraft(this.keptBy, { session_id: this.session_id, id, as_of, text });
  }
}

interface EditingState {
  editing: QueueEditing | undefined;
}

/** Of one pane. */
export const editingOf = perPane<EditingState>(() => ({ editing: undefined }));

const shownIn = (pane: Pane): SessionId | null | undefined => pane.view.getState().session_id;

/**
 * Opens the editor on a message, with the focus unless its user has gone elsewhere by then. One that is open elsewhere in the list and has
 * been written in stays. @throws CallError where it does not wait any more
 */
export async function begin(
  pane: Pane,
  session_id: SessionId,
  id: QueueId,
  isHere: () => boolean,
): Promise<void> {
  const { text, updated_at } = await call("queue.read", { session_id, id });
  if (shownIn(pane) !== session_id) return;
  const { editing } = editingOf(pane).getState();
  if (editing?.isWritten) {
    say(t("queue:another-open"));
    if (isHere()) editing.box?.focus();
    return;
  }
  // The box would take minutes to lay it out.
  if (text.length > MOST_IN_BOX) return showError({ code: "INVALID_INPUT", message: t("queue:too-long") });
  editing?.discard();
  const begun = { id, text, as_of: updated_at };
  editingOf(pane).setState({
    editing: new QueueEditing(pane, session_id, begun, isHere() ? "row" : "elsewhere"),
  });
}

/** What a crash, or the way to another session, has left in the editor is there again. */
export function reopen(pane: Pane, kept: EditedQueued): void {
  const session_id = shownIn(pane);
  if (!session_id || editingOf(pane).getState().editing !== undefined) return;
  editingOf(pane).setState({ editing: new QueueEditing(pane, session_id, kept, "draft") });
}

/** Off the page. */
export const close = (pane: Pane): void => editingOf(pane).setState({ editing: undefined });
