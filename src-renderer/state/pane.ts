/**
 * One place of the window in which a conversation is read and written: the main thread, or what stands beside it. Each has its own
 * session, model and draft. What is drawn inside of a pane asks `usePane`; what concerns the window alone takes `mainPane`.
 */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { call } from "../bridge";
import { reportError } from "./app";
import { DraftKeeper, type SaveDraft } from "./draft-keeper";
import { HeldText } from "./held-text";
import { PickedModel } from "./model-choice";
import { type SessionViewState, ShownSession } from "./session-view";

const saveOfComposer: SaveDraft = (session_id, draft) => {
  call("draft.save", { session_id, ...draft }).catch(reportError);
};

export class Pane {
  readonly model = new PickedModel();
  readonly held = new HeldText();
  readonly drafts: DraftKeeper;
  #takeFocus: () => void = () => undefined;
  #insert: (text: string) => void = () => undefined;
  #addText: (text: string) => void = () => undefined;
  #holdPlace: (element: HTMLElement | undefined) => void = () => undefined;

  /** `name` is the value of `data-thread` at the pane's element; a place inside of a pane has that one's name and session. */
  constructor(
    readonly name: "main" | "beside",
    readonly shown = new ShownSession(),
    save: SaveDraft = saveOfComposer,
  ) {
    this.drafts = new DraftKeeper(save);
  }

  get view() {
    return this.shown.store;
  }

  /** The way back to where one writes, for whoever is done with the focus. */
  focusComposer(): void {
    this.#takeFocus();
  }

  /** Puts a text into its draft, where the caret is, and the focus after it. */
  insert(text: string): void {
    this.#insert(text);
  }

  /** Its composer says how it takes a text. */
  onInsert(insert: (text: string) => void): void {
    this.#insert = insert;
  }

  /** Its composer says how it takes the focus. */
  onFocusComposer(focus: () => void): void {
    this.#takeFocus = focus;
  }

  /** Puts words after what stands in its composer, for its user to send. */
  addToComposer(text: string): void {
    this.#addText(text);
  }

  onAddToComposer(add: (text: string) => void): void {
    this.#addText = add;
  }

  /** What is shown is exchanged in a moment: this element of it stays where it is on the screen. */
  holdPlace(element: HTMLElement | undefined): void {
    this.#holdPlace(element);
  }

  onHoldPlace(hold: (element: HTMLElement | undefined) => void): void {
    this.#holdPlace = hold;
  }
}

export const mainPane = new Pane("main");
/** Stands beside the main thread, while it is open: an aside, or another session. */
export const besidePane = new Pane("beside");

export const PaneContext = createContext(mainPane);
export const usePane = (): Pane => useContext(PaneContext);

export function usePaneView<T>(select: (state: SessionViewState) => T): T {
  return useStore(usePane().view, select);
}

/** The element of a pane: its conversation and its composer are inside. */
export const elementOfPane = ({ name }: Pane): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-thread=${name}]`);

/** The one that has the focus: keys and commands of a conversation mean that one. */
export const activePane = (): Pane =>
  elementOfPane(besidePane)?.contains(document.activeElement) === true ? besidePane : mainPane;
