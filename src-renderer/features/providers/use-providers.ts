/** Keeps a page about providers true while it is shown. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { appInfo } from "../../platform/app-info";
import { loadProviders } from "./providers-state";

/** Read when the page opens, and whenever main has told that something about models is another: by hand, or in another window. */
export function useProviders(): void {
  const info = useStore(appInfo, (state) => state.info);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news is that it changed.
  useEffect(() => void loadProviders(), [info]);
}
