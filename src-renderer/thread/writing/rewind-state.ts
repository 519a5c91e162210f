/** An earlier message of a thread is being edited (RW-1), or a model is being chosen to answer it anew. */
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import { activeThread, Thread } from "../thread";
import { DraftOf } from "./draft-of";

interface Edited {
  session_id: SessionId;
  message_id: MessageId;
  /** The words of the message. */
  said: string;
  /** The first text of the box. */
  begins: string;
  /** Where its user was. */
  from: "message" | "composer" | "draft";
}

/** An edit that is open. */
export class Editing {
  /** Has its model and its large text, as a thread has its composer's. */
  readonly place: Thread;
  readonly draft: DraftOf;

  constructor(
    /** In which it stands. */
    readonly thread: Thread,
    readonly edited: Edited,
  ) {
    const { session_id, message_id: id } = edited;
    this.place = new Thread(thread.name, thread.shown);
    this.draft = new DraftOf(thread, { kind: "message", session_id, id }, () => this.#read());
  }

  /** All that stands in it. */
  get text(): string {
    return this.draft.read().text;
  }

  /** There is nothing to be sent. */
  get isBlank(): boolean {
    return this.place.large.isBlank && this.#typed.trim() === "";
  }

  get #typed(): string {
    return this.draft.box?.value ?? this.edited.begins;
  }

  #read(): Draft {
    const { large: held, model } = this.place;
    const text = held.whole(this.#typed);
    return { text, ...(model.picked === undefined ? {} : { model: model.picked }) };
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

/** Each thread has its own. */
export const rewindState = perThread<RewindState>(() => ({ editing: undefined, choosing: undefined }));

/** Where one writes in the thread that has the focus: what a model is chosen for. */
export function writingThread(): Thread {
  const thread = activeThread();
  const { editing } = rewindState(thread).getState();
  return editing?.draft.box?.form?.contains(document.activeElement) === true ? editing.place : thread;
}
