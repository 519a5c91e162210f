/** Keeps a page about providers up to date while it is shown. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { appInfo } from "../../platform/app-info";
import { loadProviders } from "./providers-state";

/** Reads the providers when the page opens, and whenever main reports a change of the models, e.g. by hand or in another window. */
export function useProviders(): void {
  const info = useStore(appInfo, (state) => state.info);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news is that it changed.
  useEffect(() => void loadProviders(), [info]);
}
