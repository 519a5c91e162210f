/**
 * A place of the window for reading and writing a conversation: the main thread, or the one beside it. Each has its own session, model and
 * draft. Components inside a thread use `useThread`; code about the whole window uses `mainThread`.
 */

import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Draft } from "../../src-preload/contract/domain/drafts";
import { PickedModel } from "./model/model-choice";
import { isUserIn, ThreadSurface } from "./surface";
import type { Drawn } from "./view/drawn-view";
import { isFree, type SessionViewState, ShownSession } from "./view/session-view";
import { HeldFiles } from "./writing/held-files";
import { LargeText } from "./writing/large-text";

export class Thread extends ThreadSurface {
  readonly model = new PickedModel();
  readonly large = new LargeText();
  /** The files of the message in the composer. */
  readonly files = new HeldFiles();
  /** The characters in the composer. */
  readonly written = createStore(() => ({ characters: 0 }));
  readonly #written = new Set<() => void>();

  /** `name` is the value of `data-thread` at the thread's element. A place inside a thread takes that one's name and session. */
  constructor(
    readonly name: "main" | "side" | "compared",
    readonly shown = new ShownSession(),
  ) {
    super();
  }

  get view() {
    return this.shown.store;
  }

  /** The state that is on the page. Components read this; actions read `view`. */
  get drawn() {
    return this.shown.drawn;
  }

  /** Saves all drafts of the thread now: its session, or its page, may be about to go. */
  flush(): void {
    for (const save of this.#written) save();
  }

  /** Registers how a draft of the thread is saved. Returns the function that unregisters it. */
  onFlush(save: () => void): () => void {
    this.#written.add(save);
    return () => this.#written.delete(save);
  }

  /** The composer's whole text, with the long text held beside the box. */
  draftText(): string {
    return this.large.whole(this.typed());
  }

  /** Takes the whole text and the files out of the composer. Files that are still being taken in will not come. */
  takeDraft(): Draft {
    const attachments = this.files.list;
    const text = this.draftText();
    this.large.letGo();
    this.files.letGo();
    this.clear();
    return { text, ...(attachments.length === 0 ? {} : { attachments }) };
  }
}

export const mainThread = new Thread("main");
/** Beside the main thread while it is open: a sidecar, or another session. */
export const sideThread = new Thread("side");
/** Over the main thread while the hidden turns of a sidecar are read beside it. */
export const comparedThread = new Thread("compared");

export const ThreadContext = createContext(mainThread);
export const useThread = (): Thread => useContext(ThreadContext);

export function useThreadView<T>(select: (state: SessionViewState) => T): T {
  return useStore(useThread().view, select);
}

export function useThreadDrawn<T>(select: (state: Drawn<SessionViewState>) => T): T {
  return useStore(useThread().drawn, select);
}

const isOfSummary = ({ timeline }: Pick<SessionViewState, "timeline">): boolean =>
  timeline !== undefined && "summary_id" in timeline;

/** The thread that goes back to a message of this one: the turns of a summary are read beside the main thread (RW-4). */
export const homeOf = (thread: Thread): Thread => (isOfSummary(thread.view.getState()) ? mainThread : thread);

/** True where one can go back now. */
export function useIsHomeFree(): boolean {
  const thread = useThread();
  const home = useThreadDrawn(isOfSummary) ? mainThread : thread;
  return useStore(home.drawn, isFree);
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

/** Resolves when the thread's session is known: main has named it, or it is a new one. */
export const whenKnown = ({ view }: Thread): Promise<void> =>
  whenTrue(view, ({ session_id }) => session_id !== undefined);

/** Resolves when the thread's state is on the page. */
export const whenDrawn = ({ drawn }: Thread): Promise<void> => whenTrue(drawn, ({ left }) => !left);

/** Resolves when the thread's messages are on the page, or the reason why they are not. Resolves at once for a new session. */
export const whenShown = ({ drawn }: Thread): Promise<void> =>
  whenTrue(
    drawn,
    ({ left, session_id, view, failure }) =>
      !left && (session_id === null || view !== undefined || failure !== undefined),
  );

/**
 * Called before the thread shows something else unasked. Takes the focus out of its text box: the next keys must not write, or press Enter,
 * in the new content.
 */
export function takeFromField(thread: Thread): void {
  if (thread.isWritten()) mainThread.focusLog();
}

/** The thread in which the user is, which keys, commands and dialogs of a conversation mean. */
export const activeThread = (): Thread =>
  [sideThread, comparedThread].find(({ frame }) => isUserIn(frame)) ?? mainThread;
