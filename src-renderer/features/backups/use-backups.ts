/** The list of backups, read anew after each action, and how an action went. */
import { useEffect, useState } from "react";
import type { BackupsView, ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call, toErrorInfo } from "../../platform/bridge";
import { inWords } from "../../platform/language/words";

export interface BackupsState {
  view: BackupsView | undefined;
  /** A file that the user has chosen, beside the list. */
  chosen: ListedBackup | undefined;
  setChosen(chosen: ListedBackup | undefined): void;
  /** The result of the last action. */
  said: string;
  busy: boolean;
  /** Runs an action, then reads the list. The returned words are shown together with the new list. */
  act(action: () => Promise<string>): void;
}

export function useBackups(): BackupsState {
  const [view, setView] = useState<BackupsView>();
  const [chosen, setChosen] = useState<ListedBackup>();
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const read = async () => {
    const found = await call("backups.list", {});
    setView(found);
    if (found.elsewhere?.copying !== true) return;
    // The page stands meanwhile as it is; the end of the copying changes only a line of it.
    void call("backups.copied", {})
      .then(() => call("backups.list", {}))
      .then(setView);
  };
  const act = (action: () => Promise<string>) => {
    setBusy(true);
    setSaid("");
    void action()
      .then(async (result) => {
        await read();
        return result;
      })
      .catch((error: unknown) => {
        const { message, hint = "" } = toErrorInfo(error);
        return `${inWords(message)} ${inWords(hint)}`;
      })
      .then(setSaid)
      .finally(() => setBusy(false));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page opens; each action reads again.
  useEffect(() => act(async () => ""), []);
  return { view, chosen, setChosen, said, busy, act };
}
