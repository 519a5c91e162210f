/**
 * One place of the window in which a conversation is read and written: the main thread, or what stands beside it. Each has its own
 * session, model and draft. What is drawn inside of a thread asks `useThread`; what concerns the window alone takes `mainThread`.
 */

import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { MessageId } from "../../src-preload/contract/domain/ids";
import { PickedModel } from "./model/model-choice";
import type { Drawn } from "./view/drawn-view";
import { type SessionViewState, ShownSession } from "./view/session-view";
import { LargeText } from "./writing/large-text";

/** Where a text goes in a composer: in place of what is marked there, with the focus after it; or after all of it, the focus stays. */
export type InsertAt = "caret" | "end";
type Insert = (text: string, at: InsertAt) => void;

/** What stays where it is on the screen: an element, or a message that will be there, with its top so many pixels below that of the view. */
export type PlaceToHold = HTMLElement | { message_id: MessageId; offset: number };

export class Thread {
  readonly model = new PickedModel();
  readonly large = new LargeText();
  readonly #written = new Set<() => void>();
  #takeFocus: () => void = () => undefined;
  #insert: Insert = () => undefined;
  #holdPlace: (place: PlaceToHold | undefined) => void = () => undefined;

  /** `name` is the value of `data-thread` at the thread's element; a place inside of a thread has that one's name and session. */
  constructor(
    readonly name: "main" | "side" | "compared",
    readonly shown = new ShownSession(),
  ) {}

  get view() {
    return this.shown.store;
  }

  /** What of it is on the page: what is read asks this, what is done asks `view`. */
  get drawn() {
    return this.shown.drawn;
  }

  /** Saves all that is written in it now, wherever in it: its session, or its page, may be about to go. */
  flush(): void {
    for (const save of this.#written) save();
  }

  /** Each draft that is written in it says how it is saved. Returns the function that ends this. */
  onFlush(save: () => void): () => void {
    this.#written.add(save);
    return () => this.#written.delete(save);
  }

  /** The way back to where one writes, for whoever is done with the focus. */
  focusComposer(): void {
    this.#takeFocus();
  }

  /** Puts a text into its draft, as a paragraph of its own, for its user to send. */
  insert(text: string, at: InsertAt): void {
    this.#insert(text, at);
  }

  /** Its composer says how it takes a text. */
  onInsert(insert: Insert): void {
    this.#insert = insert;
  }

  /** Its composer says how it takes the focus. */
  onFocusComposer(focus: () => void): void {
    this.#takeFocus = focus;
  }

  /** What is shown is exchanged in a moment: this place in it stays. */
  holdPlace(place: PlaceToHold | undefined): void {
    this.#holdPlace(place);
  }

  onHoldPlace(hold: (place: PlaceToHold | undefined) => void): void {
    this.#holdPlace = hold;
  }
}

export const mainThread = new Thread("main");
/** Stands beside the main thread, while it is open: a sidecar, or another session. */
export const sideThread = new Thread("side");
/** Lies over the main thread while the hidden turns of a sidecar are read beside that. */
export const comparedThread = new Thread("compared");

export const ThreadContext = createContext(mainThread);
export const useThread = (): Thread => useContext(ThreadContext);

export function useThreadView<T>(select: (state: SessionViewState) => T): T {
  return useStore(useThread().view, select);
}

export function useThreadDrawn<T>(select: (state: Drawn<SessionViewState>) => T): T {
  return useStore(useThread().drawn, select);
}

const whenTrue = <T>({ getState, subscribe }: StoreApi<T>, isSo: (state: T) => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isSo(getState())) return resolve();
    const stop = subscribe((state) => {
      if (!isSo(state)) return;
      stop();
      resolve();
    });
  });

/** Resolves when what a thread shows is on the page. */
export const whenDrawn = ({ drawn }: Thread): Promise<void> => whenTrue(drawn, ({ left }) => !left);

/** Resolves when the messages of what a thread shows are on the page, or the reason why they are not; at once for a session to be. */
export const whenShown = ({ drawn }: Thread): Promise<void> =>
  whenTrue(
    drawn,
    ({ left, session_id, view, failure }) =>
      !left && (session_id === null || view !== undefined || failure !== undefined),
  );

/** The element of a thread: its conversation and its composer are inside. */
export const elementOfThread = ({ name }: Thread): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-thread=${name}]`);

/** One is writing there, wherever in it. */
export function isWritten(thread: Thread): boolean {
  const { activeElement: field } = document;
  return field instanceof HTMLTextAreaElement && elementOfThread(thread)?.contains(field) === true;
}

/** What it shows goes unasked: who writes there does not go on, or press Enter, in what takes its place. The focus waits in the main thread. */
export function takeFromField(thread: Thread): void {
  if (isWritten(thread))
    elementOfThread(mainThread)?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
}

/** The one that has the focus: keys and commands of a conversation mean that one. */
export const activeThread = (): Thread =>
  [sideThread, comparedThread].find((thread) => elementOfThread(thread)?.contains(document.activeElement)) ??
  mainThread;
