/** What is under way with an earlier message of a pane (RW-1): it is being edited, or a model is being chosen to answer it anew. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { activePane, type Pane } from "./pane";

/** An edit that is open. `place` has its text, model and draft, as a pane has its composer's. */
export class Editing {
  /** Its text box, once that is on the page; it is still read when it has been taken off. */
  box: HTMLTextAreaElement | undefined;
  /** Something of it is kept as a draft, or was. */
  kept = false;
  /** It is in the core's hands. */
  sending = false;

  constructor(
    readonly message_id: MessageId,
    readonly session_id: SessionId,
    readonly place: Pane,
    /** What the message says. */
    readonly said: string,
    /** What the text box begins with. */
    readonly begins: string,
    /** Where its user was. */
    readonly from: "message" | "composer" | "draft",
  ) {}

  get text(): string {
    return this.place.held.whole(this.box?.value ?? this.begins);
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

const states = new WeakMap<Pane, StoreApi<RewindState>>();

/** Of one pane. */
export function rewindingOf(pane: Pane): StoreApi<RewindState> {
  const known = states.get(pane);
  if (known !== undefined) return known;
  const made = createStore<RewindState>(() => ({ editing: undefined, choosing: undefined }));
  states.set(pane, made);
  return made;
}

/** Where one writes in the pane that has the focus: what a model is chosen for. */
export function writingPane(): Pane {
  const pane = activePane();
  const { editing } = rewindingOf(pane).getState();
  return editing?.box?.form?.contains(document.activeElement) === true ? editing.place : pane;
}
