/**
 * What is written here and not sent is the core's to keep (QU-2). What it could not store (a full disk) stays with the window when its
 * session is left: it is there again when that comes back, and is handed over anew with the next draft that could be stored.
 */
import type { CallInput } from "../../src-preload/contract/calls";
import type { SessionId } from "../../src-preload/contract/ids";
import type { Draft } from "../../src-preload/contract/types";
import { CallError, call } from "../bridge";

/** Each keeps one thing of a session. */
export type DraftCall = "draft.save" | "draft.save_edited" | "draft.save_queued";

interface Unstored {
  session_id: SessionId | null;
  /** The same again, where that may go well. */
  store?(): Promise<void>;
  /** What is stored, with this in its place. */
  over(draft: Draft): Draft;
}

const unstored = new Map<string, Unstored>();
const keyOf = (name: DraftCall, session_id: SessionId | null): string => `${name} ${session_id ?? ""}`;

/** How each stands in a session's draft; without text there is none. */
const OVER: { [N in DraftCall]: (draft: Draft, input: CallInput<N>) => Draft } = {
  "draft.save": ({ model: _, ...draft }, { session_id: __, ...written }) => ({ ...draft, ...written }),
  "draft.save_edited": ({ edited: _, ...draft }, { session_id: __, ...edited }) =>
    edited.text === "" ? draft : { ...draft, edited },
  "draft.save_queued": ({ queued: _, ...draft }, { session_id: __, ...queued }) =>
    queued.text === "" ? draft : { ...draft, queued },
};

/** Stores a draft. @throws CallError; it is kept here then */
export async function storeDraft<N extends DraftCall>(name: N, input: CallInput<N>): Promise<void> {
  const { session_id } = input;
  const key = keyOf(name, session_id);
  // Calls are answered in order: what was kept here must not come after this.
  unstored.delete(key);
  try {
    await call(name, input);
  } catch (error) {
    const code = error instanceof CallError ? error.code : undefined;
    const store = () => storeDraft(name, input);
    // Of a session that is gone there is nothing to come back to.
    if (code !== "SESSION_NOT_FOUND")
      unstored.set(key, {
        session_id,
        over: (draft) => OVER[name](draft, input),
        ...(code === "STORE_UNAVAILABLE" ? { store } : {}),
      });
    throw error;
  }
  storeRest();
}

/** One after the other, until one fails: each that goes well asks for the next. That it fails has been told. */
function storeRest(): void {
  const next = [...unstored.values()].find(({ store }) => store !== undefined);
  next?.store?.().catch(() => undefined);
}

/** The core has stored a message of it. */
export function forgetUnstored(name: DraftCall, session_id: SessionId | null): void {
  unstored.delete(keyOf(name, session_id));
}

/** What was written in this session and not sent. @throws CallError */
export async function readDraft(session_id: SessionId | null): Promise<Draft> {
  const stored = await call("draft.read", { session_id });
  const mine = [...unstored.values()].filter((one) => one.session_id === session_id);
  return mine.reduce((draft, one) => one.over(draft), stored);
}
