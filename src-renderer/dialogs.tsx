/** The dialog that is open, if one is. Their code comes when the window is idle, or when it is asked for before that. */
import { lazy, Suspense, useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand";
import { holdKeysForDialog } from "./late-keys";
import { type Dialog, panels } from "./state/panels";

const loadGoTo = () => import("./features/palette/go-to");
const loadKeys = () => import("./features/keys/cheat-sheet");

const loadSettings = () => import("./features/settings/settings-dialog");

const GoTo = lazy(loadGoTo);
const CheatSheet = lazy(loadKeys);
const SettingsDialog = lazy(loadSettings);

function Open({ dialog }: { dialog: Dialog }) {
  if (dialog.name === "go-to") return <GoTo />;
  return dialog.name === "keys" ? <CheatSheet /> : <SettingsDialog />;
}

export function Dialogs() {
  const dialog = useStore(panels, (state) => state.dialog);
  const name = dialog?.name;
  useLayoutEffect(() => (name === undefined ? undefined : holdKeysForDialog()), [name]);
  useEffect(() => {
    requestIdleCallback(() => {
      void loadGoTo();
      void loadKeys();
      void loadSettings();
    });
  }, []);
  return <Suspense>{dialog === undefined ? null : <Open dialog={dialog} />}</Suspense>;
}
