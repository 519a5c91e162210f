/** The dialog that is open, if one is. Their code comes when the window is idle, or when it is asked for before that. */
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useStore } from "zustand";
import { type Dialog, dialogs } from "../platform/dialogs";

const loadGoTo = () => import("../features/palette/go-to");
const loadKeys = () => import("../features/keys/cheat-sheet");

const loadTrash = () => import("../features/trash/trash-dialog");
const loadChanges = () => import("../features/changes/changes-dialog");
const loadSettings = () => import("./settings");
const loadFamily = () => import("../features/branches/family-dialog");

const GoTo = lazy(loadGoTo);
const CheatSheet = lazy(loadKeys);
const TrashDialog = lazy(loadTrash);
const ChangesDialog = lazy(loadChanges);
const FamilyDialog = lazy(loadFamily);
const SettingsDialog = lazy(loadSettings);

const open: Record<Dialog["name"], ComponentType> = {
  "go-to": GoTo,
  keys: CheatSheet,
  trash: TrashDialog,
  changes: ChangesDialog,
  family: FamilyDialog,
  settings: SettingsDialog,
};

function Open({ name }: Dialog) {
  const Opened = open[name];
  return <Opened />;
}

export function Dialogs() {
  const dialog = useStore(dialogs, (state) => state.dialog);
  useEffect(() => {
    requestIdleCallback(() => {
      void loadGoTo();
      void loadKeys();
      void loadTrash();
      void loadChanges();
      void loadSettings();
    });
  }, []);
  return <Suspense>{dialog === undefined ? null : <Open {...dialog} />}</Suspense>;
}
