/** The list of backups, read anew after each action, and how an action went. */
import { useEffect, useState } from "react";
import type { BackupsView, ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { type Acting, useActing } from "../../platform/use-acting";
import { underWay } from "./making";

export interface BackupsState extends Acting {
  view: BackupsView | undefined;
  /** A file that the user has chosen, beside the list. */
  chosen: ListedBackup | undefined;
  setChosen(chosen: ListedBackup | undefined): void;
}

export function useBackups(): BackupsState {
  const [view, setView] = useState<BackupsView>();
  const [chosen, setChosen] = useState<ListedBackup>();
  const acting = useActing(async () => {
    const found = await call("backups.list", {});
    setView(found);
    if (found.elsewhere?.copying !== true) return;
    // The page stands meanwhile as it is; the end of the copying changes only a line of it.
    void call("backups.copied", {})
      .then(() => call("backups.list", {}))
      .then(setView);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens.
  useEffect(() => {
    const end = underWay();
    if (end !== undefined) acting.act(() => end);
  }, []);
  return { view, chosen, setChosen, ...acting };
}
