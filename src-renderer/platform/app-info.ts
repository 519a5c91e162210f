/** The app as main describes it: its settings, its models, and a damaged database on its way back. */

import { createStore } from "zustand/vanilla";
import type { Recovery } from "../../src-preload/contract/domain/storage";
import type { Boot } from "../../src-preload/contract/window/boot";
import type { AppInfo } from "../../src-preload/contract/window/calls";
import { takeShortcuts } from "./commands/shortcuts";
import { speak } from "./language/language";
import { takeLayout } from "./layout";
import { takeSettingsProblems, takeStoreNotices } from "./notices";

export interface AppState {
  /** Undefined until main has answered; the composer does not wait for it. */
  info: AppInfo | undefined;
  /** A damaged database, and the progress of its recovery (SV-8). */
  recovery: Recovery | undefined;
}

export const appInfo = createStore<AppState>(() => ({ info: undefined, recovery: undefined }));

/** Applies the language, the font size and the keys. The system gives the theme, which main has set. */
export function dress({ language, font_size, shortcuts }: Boot): void {
  speak(language);
  document.documentElement.style.setProperty("--size-body", `${font_size}px`);
  takeShortcuts(shortcuts);
}

export function takeRecovery(recovery: Recovery | undefined): void {
  appInfo.setState({ recovery });
}

/** Takes main's description when it changes while the window is open. */
export function showInfo(info: AppInfo): void {
  appInfo.setState({ info });
  dress(info.boot);
}

/** Takes main's first answer to a window. */
export function takeInfo(info: AppInfo): void {
  showInfo(info);
  takeLayout(info.boot.layout);
  takeRecovery(info.recovery);
  takeSettingsProblems(info.settings_problems);
  takeStoreNotices(info.store_notices);
}
