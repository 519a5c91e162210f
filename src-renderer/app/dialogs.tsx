/** Shows the open dialog. The code of dialogs is loaded when the window is idle, or when a dialog is opened before that. */
import { type ComponentType, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type Dialog, dialogs } from "../platform/dialogs";
import { reportError } from "../platform/notices";

type Name = Dialog["name"];

const load: Record<Name, () => Promise<{ default: ComponentType }>> = {
  "go-to": () => import("../features/palette/go-to"),
  keys: () => import("../features/keys/cheat-sheet"),
  handbook: () => import("./handbook"),
  trash: () => import("../features/trash/trash-dialog"),
  export: () => import("../features/exchange/export-dialog"),
  import: () => import("../features/exchange/import-dialog"),
  "save-private": () => import("../features/private/save-dialog"),
  labels: () => import("../features/labels/labels-dialog"),
  "prompt-history": () => import("../features/prompt-history/prompt-history-dialog"),
  changes: () => import("../features/changes/changes-dialog"),
  family: () => import("../features/branches/family-dialog"),
  "changed-files": () => import("../features/rewind/changed-files-dialog"),
  prompt: () => import("../features/prompt/prompt-dialog"),
  search: () => import("./search"),
  settings: () => import("./settings"),
};

/** Large, or seldom opened: loaded only then. */
const LATE: readonly Name[] = [
  "family",
  "labels",
  "handbook",
  "changed-files",
  "export",
  "import",
  "save-private",
];

const loaded: Partial<Record<Name, ComponentType>> = {};

async function fetchCode(name: Name): Promise<void> {
  loaded[name] ??= (await load[name]()).default;
}

/** Does not use `lazy`: a loaded dialog opens, with the focus in its field, in the task of the press. */
export function Dialogs() {
  const name = useStore(dialogs, (state) => state.dialog?.name);
  const [, drawAnew] = useState({});
  useEffect(() => {
    requestIdleCallback(() => {
      for (const one of Object.keys(load) as Name[]) if (!LATE.includes(one)) void fetchCode(one);
    });
  }, []);
  const Opened = name && loaded[name];
  useEffect(() => {
    if (name !== undefined && Opened === undefined) fetchCode(name).then(() => drawAnew({}), reportError);
  }, [name, Opened]);
  return Opened && <Opened />;
}
