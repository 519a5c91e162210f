/** The history of changes (RW-7), kept up to date by the app's news while it is open. */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";
import type { AppEvent } from "../../../src-preload/contract/window/bridge";
import { say } from "../../platform/announce";
import { call, onAppEvent, toErrorInfo } from "../../platform/bridge";
import { undoneWords } from "../../platform/language/undo-words";
import { once } from "../../platform/once";

/** The most entries that one call gives. */
const PAGE = 200;

interface ChangesState {
  loaded: boolean;
  /** Newest first. */
  entries: readonly UndoEntry[];
  /** True if main has older entries. */
  more: boolean;
  failure: ErrorInfo | undefined;
}

/** Events after which a change may have been made or undone. Changes of a sidecar have no other event. */
const NEWS: ReadonlySet<AppEvent["type"]> = new Set([
  "session-changed",
  "sessions-removed",
  "sessions-arrived",
  "trash-left",
  "sidecars-changed",
]);

const EMPTY: ChangesState = { loaded: false, entries: [], more: false, failure: undefined };

export const changes = createStore<ChangesState>(() => EMPTY);

function failed(error: unknown): void {
  changes.setState({ failure: toErrorInfo(error) });
}

/** Loads the newest entries, at least `least`. Earlier pages are loaded again too, because any change may be undone by now. */
async function load(least: number): Promise<void> {
  const entries: UndoEntry[] = [];
  let more = true;
  while (more && entries.length < least) {
    const before = entries.at(-1)?.id;
    const page = await call("undo.list", { limit: PAGE, ...(before === undefined ? {} : { before }) });
    entries.push(...page);
    more = page.length === PAGE;
  }
  changes.setState({ loaded: true, entries, more });
}

let loading: Promise<void> | undefined;
/** The most entries that callers wanted while a load was under way. */
let wanted = 0;

function reload(least: number): void {
  wanted = Math.max(wanted, least);
  if (loading !== undefined) return;
  const asked = wanted;
  wanted = 0;
  loading = load(asked)
    .catch(failed)
    .finally(() => {
      loading = undefined;
      if (wanted > 0) reload(wanted);
    });
}

const atHand = () => Math.max(PAGE, changes.getState().entries.length);

export function loadMore(): void {
  const { more, entries } = changes.getState();
  if (more) reload(entries.length + 1);
}

/** Returns the function that stops following. */
export function followChanges(): () => void {
  changes.setState(EMPTY);
  const stop = onAppEvent(({ type }) => {
    if (NEWS.has(type)) reload(atHand());
  });
  reload(PAGE);
  return stop;
}

export const dismissFailure = (): void => changes.setState({ failure: undefined });

export function undoEntry(id: number): void {
  dismissFailure();
  once(`undo ${id}`, async () => {
    say(undoneWords(await call("undo.last", { id })));
  })
    .catch(failed)
    // A refusal may mean that another window was faster, so the list is read again after that as well.
    .finally(() => reload(atHand()));
}
