/**
 * One place of the window in which a conversation is read and written: the main thread, or what stands beside it. Each has its own
 * session, model and draft. What is drawn inside of a thread asks `useThread`; what concerns the window alone takes `mainThread`.
 */

import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { PickedModel } from "./model/model-choice";
import { ThreadSurface } from "./surface";
import type { Drawn } from "./view/drawn-view";
import { type SessionViewState, ShownSession } from "./view/session-view";
import { LargeText } from "./writing/large-text";

export class Thread extends ThreadSurface {
  readonly model = new PickedModel();
  readonly large = new LargeText();
  readonly #written = new Set<() => void>();

  /** `name` is the value of `data-thread` at the thread's element; a place inside of a thread has that one's name and session. */
  constructor(
    readonly name: "main" | "side" | "compared",
    readonly shown = new ShownSession(),
  ) {
    super();
  }

  get view() {
    return this.shown.store;
  }

  /** The state that is on the page. A component that shows something reads this, a deed reads `view`. */
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

  /** All that is written in its composer, with the long text that is held beside the box. */
  draftText(): string {
    return this.large.whole(this.typed());
  }

  /** Takes it out of the composer. */
  takeDraft(): string {
    const text = this.draftText();
    if (text === "") return "";
    this.large.letGo();
    this.clear();
    return text;
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

/** For what a thread shows when it goes unasked: whoever writes there neither goes on, nor presses Enter, in what takes its place. */
export function takeFromField(thread: Thread): void {
  if (thread.isWritten()) mainThread.focusLog();
}

/** The one that has the focus: keys and commands of a conversation mean that one. */
export const activeThread = (): Thread =>
  [sideThread, comparedThread].find((thread) => thread.hasFocus()) ?? mainThread;
