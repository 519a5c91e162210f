/** The editor of an earlier message in a thread (RW-1), or the choice of a model to answer it anew. */

import { createStore } from "zustand/vanilla";
import { type AttachmentRef, sameAttachments } from "../../../src-preload/contract/domain/attachments";
import type { Draft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { perThread } from "../per-thread";
import { isUserIn } from "../surface";
import { activeThread, homeOf, mainThread, sideThread, Thread } from "../thread";
import { NOT_ALONG, type TakeAlongChoice } from "./along";
import { DraftOf } from "./draft-of";

interface Edited {
  session_id: SessionId;
  message_id: MessageId;
  /** The words of the message. */
  said: string;
  /** The files of the message. */
  files: readonly AttachmentRef[];
  /** The first text of the box. */
  begins: string;
  /** The place from which its user came. */
  from: "message" | "composer" | "draft";
}

/** An open editor. */
export class Editing {
  /** Holds the editor's model and large text, as a thread holds its composer's. */
  readonly place: Thread;
  readonly draft: DraftOf;
  readonly along = createStore<TakeAlongChoice>(() => NOT_ALONG);
  /** The thread that the rewind changes. */
  readonly home: Thread;
  #wantsFocus: boolean;

  constructor(
    /** The thread of the edited message. */
    readonly thread: Thread,
    readonly edited: Edited,
  ) {
    const { session_id, message_id: id } = edited;
    this.home = homeOf(thread);
    this.#wantsFocus = edited.from !== "draft";
    this.place = new Thread(thread.name, this.home.shown);
    this.draft = new DraftOf(thread, { kind: "message", session_id, id }, () => this.#read());
  }

  /** A press of its user has led to the editor, which is not on the page yet. */
  askForFocus(): void {
    this.#wantsFocus = true;
  }

  /** Returns true once for each press that has led to the editor: one that comes back by itself takes the focus from nobody. */
  takeFocusAsked(): boolean {
    const wanted = this.#wantsFocus;
    this.#wantsFocus = false;
    return wanted;
  }

  /** The whole text of the editor. */
  get text(): string {
    return this.draft.read().text;
  }

  /** True where there is nothing to send. */
  get isBlank(): boolean {
    return this.place.large.isBlank && this.typed.trim() === "" && this.place.files.list.length === 0;
  }

  /** True where the words or the files differ from the message's. */
  get isChanged(): boolean {
    return this.text !== this.edited.said || !sameAttachments(this.place.files.list, this.edited.files);
  }

  /** The text of the box, also while that is not on the page. */
  get typed(): string {
    return this.draft.box?.value ?? this.edited.begins;
  }

  #read(): Draft {
    const { large: held, model } = this.place;
    const text = held.whole(this.typed);
    const attachments = this.place.files.list;
    return { text, attachments, ...(model.picked === undefined ? {} : { model: model.picked }) };
  }
}

export interface ChoosingModel {
  message_id: MessageId;
  place: Thread;
}

export interface RewindState {
  editing: Editing | undefined;
  choosing: ChoosingModel | undefined;
  /** The turns that an editor leaves are being summed up (RW-8). */
  leaving: boolean;
}

/** The state of each thread. */
export const rewindState = perThread<RewindState>(() => ({
  editing: undefined,
  choosing: undefined,
  leaving: false,
}));

/** The editor or composer in which the user is, for which a model is chosen. */
export function writingThread(): Thread {
  const thread = activeThread();
  const { editing } = rewindState(thread).getState();
  return editing !== undefined && isUserIn(editing.draft.box?.form) ? editing.place : thread;
}

/** The other thread that may hold an editor for it: that of the turns of a summary. */
export const neighbourOf = (thread: Thread): Thread => (thread === mainThread ? sideThread : thread);

/** The editor whose rewind changes a thread. */
export const editorFor = (home: Thread): Editing | undefined =>
  [home, neighbourOf(home)]
    .map((thread) => rewindState(thread).getState().editing)
    .find((editing) => editing?.home === home);
