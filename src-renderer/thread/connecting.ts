/** The page that connects a first model: a new user sees it by itself, and can come back to it as long as only the guide answers. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { appInfo } from "../platform/app-info";
import { openDialog } from "../platform/dialogs";
import { startNewSession } from "./actions";

interface Connecting {
  /** The user has taken one of the page's ways: it comes no more by itself. */
  taken: boolean;
  /** The user has asked for the page. */
  asked: boolean;
  shown: boolean;
}

export const connecting = createStore<Connecting>(() => ({ taken: false, asked: false, shown: false }));

const isGuideAlone = ({ info }: ReturnType<typeof appInfo.getState>): boolean =>
  info?.models.every(({ offline }) => offline) ?? false;

/** True while no model answers but the built-in guide. */
export const useIsGuideAlone = (): boolean => useStore(appInfo, isGuideAlone);

/** Shows the page in a new session; to someone who has other models, the form for one more provider. */
export function connectModel(): void {
  if (!isGuideAlone(appInfo.getState()))
    return openDialog({ name: "settings", page: "providers", at: "add-provider" });
  connecting.setState({ asked: true });
  startNewSession();
}
