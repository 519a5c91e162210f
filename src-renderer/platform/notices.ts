/** The window's notices: failures, mistakes in the settings, the state of the store, and the user's last action. */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import type { StoreNotice } from "../../src-preload/contract/domain/storage";
import { say } from "./announce";
import { toErrorInfo } from "./bridge";
import { dialogs } from "./dialogs";

export interface Notice {
  id: number;
  /** Notices of one kind replace each other. */
  kind: "settings" | "store" | "error";
  message: Sentence;
  hint?: Sentence;
  /** The number of further problems that it stands for. */
  more?: number;
}

/** An action that the user has done, shown quietly until the user goes on, with a button. */
export interface Done {
  /** Called for each drawing: the language may have changed since. */
  words: () => string;
  action?: { name: () => string; run: () => void };
  /** True if the button undoes that action. While it is shown, the command "undo" means it. */
  undoes?: true;
  /** The deleted session that the button restores. */
  deleted?: SessionId;
}

interface Notices {
  shown: readonly Notice[];
  done: Done | undefined;
  /** True if the action was done in the dialog that is open, which offers the undo then. Older actions concern the window behind it. */
  doneInDialog: boolean;
}

export const notices = createStore<Notices>(() => ({ shown: [], done: undefined, doneInDialog: false }));

let lastId = 0;
const numbered = (notice: Omit<Notice, "id">): Notice => {
  lastId += 1;
  return { id: lastId, ...notice };
};

function replaceNotices(kind: Notice["kind"], found: Omit<Notice, "id">[]): void {
  notices.setState(({ shown }) => ({
    shown: [...shown.filter((notice) => notice.kind !== kind), ...found.map(numbered)],
  }));
}

export function dismissNotice(id: number): void {
  notices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }));
}

/** Tells the failure of something that the user asked for, where it can be dismissed. */
export function reportError(error: unknown): void {
  showError(toErrorInfo(error));
}

export function showError({ message, hint }: ErrorInfo): void {
  replaceNotices("error", [{ kind: "error", message, ...(hint === undefined ? {} : { hint }) }]);
}

export function showDone(done: Done): void {
  notices.setState({ done, doneInDialog: dialogs.getState().dialog !== undefined });
  say(done.words());
}

export function dismissDone(): void {
  if (notices.getState().done !== undefined) notices.setState({ done: undefined });
}

/** Drops the offer to restore a session that has left the trash: nothing could be restored any more. */
export function takeTrashLeft(session_id: SessionId): void {
  if (notices.getState().done?.deleted === session_id) dismissDone();
}

/** Called when the user does the next thing, whatever that is: drops earlier failures. The offer to undo the last action stays. */
export function dropErrors(): void {
  if (notices.getState().shown.some((notice) => notice.kind === "error")) replaceNotices("error", []);
}

// Who opens or closes a dialog does the next thing. So a failure is told in the dialog in which it happened, or in the window, and never in
// both. The offer of an undo goes on in the window.
dialogs.subscribe(({ dialog }, before) => {
  if (dialog === before.dialog) return;
  dropErrors();
  notices.setState({ doneInDialog: false });
});

/** Called when the user goes on: drops earlier failures and the last action. */
export function clearErrors(): void {
  dismissDone();
  dropErrors();
}

/** Shows one line for all mistakes: the settings show each at its place. */
export function takeSettingsProblems(problems: SettingsProblem[]): void {
  const [first, ...more] = problems;
  if (first === undefined) return replaceNotices("settings", []);
  // The place of a syntax mistake begins with the file's name already.
  const place = first.path.startsWith("settings.json") ? first.path : `settings.json, ${first.path}`;
  replaceNotices("settings", [
    {
      kind: "settings",
      message: { key: "problems:at", params: { place, what: first.message } },
      more: more.length,
    },
  ]);
}

/** Shows what main tells of the store at the start. */
export function takeStoreNotices(found: readonly StoreNotice[]): void {
  replaceNotices(
    "store",
    found.map(({ message, hint }) => ({ kind: "store", message, ...(hint === undefined ? {} : { hint }) })),
  );
}
