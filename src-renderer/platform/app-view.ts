/** What concerns the whole window: what the app is, which models there are, what its user has to be told. */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../src-preload/contract/domain/errors";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import type { Recovery } from "../../src-preload/contract/domain/storage";
import type { Boot } from "../../src-preload/contract/window/boot";
import type { AppInfo } from "../../src-preload/contract/window/calls";
import { say } from "./announce";
import { toErrorInfo } from "./bridge";
import { speak } from "./language/language";
import { takeLayout } from "./layout";

export interface Notice {
  id: number;
  /** Notices of one kind replace each other. */
  kind: "settings" | "store" | "error";
  message: string;
  hint?: string;
  /** How many others it stands for. */
  more?: number;
}

/** What was just done, for as long as its user has not gone on: said quietly, with the one thing that can be done about it. */
export interface Done {
  words: string;
  action?: { name: string; run: () => void };
  /** The action takes it back, and is what "undo" means as long as it is offered. */
  undoes?: true;
}

export interface AppViewState {
  /** Undefined until main has answered; the composer does not wait for it. */
  info: AppInfo | undefined;
  notices: readonly Notice[];
  done: Done | undefined;
  /** A damaged database, and how far the way back is (SV-8). */
  recovery: Recovery | undefined;
}

export const appView = createStore<AppViewState>(() => ({
  info: undefined,
  notices: [],
  done: undefined,
  recovery: undefined,
}));

let lastId = 0;
const numbered = (notice: Omit<Notice, "id">): Notice => {
  lastId += 1;
  return { id: lastId, ...notice };
};

function replaceNotices(kind: Notice["kind"], found: Omit<Notice, "id">[]): void {
  appView.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.kind !== kind), ...found.map(numbered)],
  }));
}

export function dismissNotice(id: number): void {
  appView.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** Something the user asked for failed: said once, where it can be dismissed. */
export function reportError(error: unknown): void {
  showError(toErrorInfo(error));
}

export function showError({ message, hint }: ErrorInfo): void {
  replaceNotices("error", [{ kind: "error", message, ...(hint === undefined ? {} : { hint }) }]);
}

export function showDone(done: Done): void {
  appView.setState({ done });
  say(done.words);
}

export function dismissDone(): void {
  if (appView.getState().done !== undefined) appView.setState({ done: undefined });
}

/** Its user goes on: what failed before, and what was done before, is no news any more. */
export function clearErrors(): void {
  dismissDone();
  if (appView.getState().notices.some((notice) => notice.kind === "error")) replaceNotices("error", []);
}

/** One line, however many there are: the settings have them all, each at its place. */
export function takeSettingsProblems(problems: SettingsProblem[]): void {
  const [first, ...more] = problems;
  if (first === undefined) return replaceNotices("settings", []);
  // The place of a mistake in the text itself begins with the file's name.
  const place = first.path.startsWith("settings.json") ? first.path : `settings.json, ${first.path}`;
  replaceNotices("settings", [
    { kind: "settings", message: `${place}: ${first.message}`, more: more.length },
  ]);
}

/** The words and their size are the settings'; the theme the page has from the system, which main has told. */
export function dress({ language, font_size }: Boot): void {
  speak(language);
  document.documentElement.style.setProperty("--size-body", `${font_size}px`);
}

export function takeRecovery(recovery: Recovery | undefined): void {
  appView.setState({ recovery });
}

export function showInfo(info: AppInfo): void {
  appView.setState({ info });
  dress(info.boot);
}

export function takeInfo(info: AppInfo): void {
  showInfo(info);
  takeLayout(info.boot.panes);
  takeRecovery(info.recovery);
  takeSettingsProblems(info.settings_problems);
  replaceNotices(
    "store",
    info.store_notices.map(({ message, hint }) => ({ kind: "store", message, hint })),
  );
}
