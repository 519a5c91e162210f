/** What is under way with an earlier message of a thread (RW-1): it is being edited, or a model is being chosen to answer it anew. */
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import { activeThread, Thread } from "../thread";
import { OpenEditor } from "./open-editor";

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
  /** Has its text, model and draft, as a thread has its composer's. */
  readonly place: Thread;

  constructor(
    thread: Thread,
    private readonly edited: Edited,
  ) {
    super(thread, edited.session_id, edited.isKept);
    this.place = new Thread(thread.name, thread.shown, (_session_id, draft) => this.keep(draft));
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
    return this.place.large.isBlank && this.typed.trim() === "";
  }

  private get typed(): string {
    return this.box?.value ?? this.begins;
  }

  protected get draft(): Draft {
    const { large: held, model } = this.place;
    const text = held.whole(this.typed);
    return { text, ...(model.picked === undefined ? {} : { model: model.picked }) };
  }

  protected get kept() {
    return { kind: "message", session_id: this.session_id, id: this.message_id } as const;
  }
}

export interface ChoosingModel {
  message_id: MessageId;
  place: Thread;
}

export interface RewindState {
  editing: Editing | undefined;
  choosing: ChoosingModel | undefined;
}

/** Of one thread. */
export const rewindingOf = perThread<RewindState>(() => ({ editing: undefined, choosing: undefined }));

/** Where one writes in the thread that has the focus: what a model is chosen for. */
export function writingThread(): Thread {
  const thread = activeThread();
  const { editing } = rewindingOf(thread).getState();
  return editing?.box?.form?.contains(document.activeElement) === true ? editing.place : thread;
}
