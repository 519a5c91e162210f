/** The window's notices: failures, mistakes in the settings, the state of the store, and the user's last deed. */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import type { StoreNotice } from "../../src-preload/contract/domain/storage";
import { say } from "./announce";
import { toErrorInfo } from "./bridge";

export interface Notice {
  id: number;
  /** Notices of one kind replace each other. */
  kind: "settings" | "store" | "error";
  message: Sentence;
  hint?: Sentence;
  /** How many others it stands for. */
  more?: number;
}

/** A deed of the user, told quietly until the user goes on, with the one thing that can be done about it. */
export interface Done {
  words: string;
  action?: { name: string; run: () => void };
  /** The action takes it back, and is what "undo" means as long as it is offered. */
  undoes?: true;
}

interface Notices {
  shown: readonly Notice[];
  done: Done | undefined;
}

export const notices = createStore<Notices>(() => ({ shown: [], done: undefined }));

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

/** Tells once, where it can be dismissed, that something the user asked for failed. */
export function reportError(error: unknown): void {
  showError(toErrorInfo(error));
}

export function showError({ message, hint }: ErrorInfo): void {
  replaceNotices("error", [{ kind: "error", message, ...(hint === undefined ? {} : { hint }) }]);
}

export function showDone(done: Done): void {
  notices.setState({ done });
  say(done.words);
}

export function dismissDone(): void {
  if (notices.getState().done !== undefined) notices.setState({ done: undefined });
}

/** The user goes on: earlier failures and deeds are no news any more. */
export function clearErrors(): void {
  dismissDone();
  if (notices.getState().shown.some((notice) => notice.kind === "error")) replaceNotices("error", []);
}

/** One line, however many there are: the settings have them all, each at its place. */
export function takeSettingsProblems(problems: SettingsProblem[]): void {
  const [first, ...more] = problems;
  if (first === undefined) return replaceNotices("settings", []);
  // The place of a mistake in the text itself begins with the file's name.
  const place = first.path.startsWith("settings.json") ? first.path : `settings.json, ${first.path}`;
  replaceNotices("settings", [
    {
      kind: "settings",
      message: { key: "problems:at", params: { place, what: first.message } },
      more: more.length,
    },
  ]);
}

/** How the store stands, as main tells it at the start. */
export function takeStoreNotices(found: readonly StoreNotice[]): void {
  replaceNotices(
    "store",
    found.map(({ message, hint }) => ({ kind: "store", message, ...(hint === undefined ? {} : { hint }) })),
  );
}
