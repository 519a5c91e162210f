/** What is under way with an earlier message of a pane (RW-1): it is being edited, or a model is being chosen to answer it anew. */
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import type { Draft } from "../../src-preload/contract/types";
import { OpenEditor } from "./open-editor";
import { activePane, Pane } from "./pane";
import { perPane } from "./per-pane";
import { storeDraft } from "./unstored";

interface Edited {
  session_id: SessionId;
  message_id: MessageId;
  /** What the message says. */
  said: string;
  /** What the text box begins with. */
  begins: string;
  /** Where its user was. */
  from: "message" | "composer" | "draft";
  isKept: boolean;
}

/** An edit that is open. */
export class Editing extends OpenEditor {
  /** Has its text, model and draft, as a pane has its composer's. */
  readonly place: Pane;
  protected readonly keptBy = "draft.save_edited";

  constructor(
    pane: Pane,
    private readonly edited: Edited,
  ) {
    super(pane, edited.session_id, edited.isKept);
    this.place = new Pane(pane.name, pane.shown, (_session_id, draft) => this.keep(draft));
  }

  get message_id(): MessageId {
    return this.edited.message_id;
  }

  get said(): string {
    return this.edited.said;
  }

  get begins(): string {
    return this.edited.begins;
  }

  get from(): Edited["from"] {
    return this.edited.from;
  }

  get drafts() {
    return this.place.drafts;
  }

  /** There is nothing to be sent. */
  get isBlank(): boolean {
    return this.place.held.isBlank && this.typed.trim() === "";
  }

  private get typed(): string {
    return this.box?.value ?? this.begins;
  }

  protected get draft(): Draft {
    const { held, model } = this.place;
    const text = held.whole(this.typed);
    return { text, ...(model.picked === undefined ? {} : { model: model.picked }) };
  }

  protected async save({ text, model }: Draft): Promise<void> {
    const { session_id, message_id } = this;
    const edited = { session_id, message_id, text, ...(model === undefined ? {} : { model }) };
    await storeDraft(this.keptBy, edited);
  }
}

export interface ChoosingModel {
  message_id: MessageId;
  place: Pane;
}

export interface RewindState {
  editing: Editing | undefined;
  choosing: ChoosingModel | undefined;
}

/** Of one pane. */
export const rewindingOf = perPane<RewindState>(() => ({ editing: undefined, choosing: undefined }));

/** Where one writes in the pane that has the focus: what a model is chosen for. */
export function writingPane(): Pane {
  const pane = activePane();
  const { editing } = rewindingOf(pane).getState();
  return editing?.box?.form?.contains(document.activeElement) === true ? editing.place : pane;
}
