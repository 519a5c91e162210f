/** The functions of the commands that work from the first frame on. The menu, the keys, the palette and the slashes all come here. */
import {
  type CommandId,
  type PageSystemCommandId,
  pageSystemCommandIds,
  type SystemCommandId,
} from "../../../src-preload/contract/window/commands";
import { commandsOfSessions } from "../../features/sessions/session-commands";
import { toggleSidecar } from "../../features/side-panel/sidecars";
import { call } from "../../platform/bridge";
import type { Command } from "../../platform/commands/command";
import { closeDialog, dialogs, openDialog } from "../../platform/dialogs";
import { t } from "../../platform/language/language";
import { isSidebarShown, layout, toggleGrouping, toggleSidebar } from "../../platform/layout";
import { askGuide, chooseFolder, doing, resume, startNewSession, stop } from "../../thread/actions";
import { connectModel } from "../../thread/connecting";
import { chooseModelNamed, levels, setLevel } from "../../thread/model/current-model";
import { activeThread, mainThread } from "../../thread/thread";
import { writingThread } from "../../thread/writing/rewind-state";
import { moveToRegion } from "../frame/next-region";
import { undoChange } from "../undo";
import type { laterCommands } from "./later-table";

const state = () => activeThread().view.getState().status.state;
const isBusy = () => ["busy", "retrying", "waiting"].includes(state());
const hasSession = () => Boolean(activeThread().view.getState().session_id);

/** Opens a dialog; its key closes it as well. */
function toggle(name: "go-to" | "keys" | "handbook" | "search"): void {
  if (dialogs.getState().dialog?.name === name) closeDialog();
  else openDialog({ name });
}

/** The entries of the application menu that every app has: main does these. */
const systemCommands = Object.fromEntries(
  pageSystemCommandIds.map((id) => [id, { run: () => doing(() => call("app.menu", { command: id })) }]),
) as Record<PageSystemCommandId, Command>;

/** A command of the contract that is missing here and among those of a conversation does not compile. */
export const commands: Record<
  Exclude<CommandId, keyof typeof laterCommands | Exclude<SystemCommandId, PageSystemCommandId>>,
  Command
> = {
  "new-session": { run: () => startNewSession() },
  "new-in-folder": { run: chooseFolder },
  "new-window": { run: () => doing(() => call("app.new_window", {})) },
  "new-private-window": { run: () => doing(() => call("app.new_private_window", undefined)) },
  "go-to": { run: () => toggle("go-to") },
  search: { run: () => toggle("search") },
  "open-settings": { run: () => openDialog({ name: "settings" }) },
  "connect-model": { run: connectModel },
  "show-permissions": { run: () => openDialog({ name: "settings", page: "permissions" }) },
  "open-storage": { run: () => openDialog({ name: "settings", page: "storage" }) },
  "ask-guide": { run: () => doing(() => askGuide(t("palette:guide-question"))) },
  "export-diagnostics": { run: () => doing(() => call("storage.export_diagnostics", {})) },
  "show-handbook": { run: () => toggle("handbook") },
  "show-keys": { run: () => toggle("keys") },
  "undo-change": { run: () => doing(undoChange) },
  "show-changes": { run: () => openDialog({ name: "changes" }) },
  "import-sessions": { run: () => openDialog({ name: "import" }) },
  "open-trash": { run: () => openDialog({ name: "trash" }) },
  "toggle-sidebar": { run: toggleSidebar, checked: () => isSidebarShown(layout.getState()) },
  "group-by-folder": { run: toggleGrouping, checked: () => layout.getState().by_folder },
  "next-pane": { run: () => moveToRegion(1) },
  "previous-pane": { run: () => moveToRegion(-1) },
  ...commandsOfSessions,
  ...systemCommands,
  "show-family": {
    run: () => openDialog({ name: "family" }),
    enabled: () => Boolean(mainThread.view.getState().session_id),
  },
  "save-private": {
    run: () => openDialog({ name: "save-private" }),
    enabled: () => Boolean(mainThread.view.getState().session_id),
  },
  "write-message": { run: () => activeThread().focusComposer() },
  "ask-aside": {
    run: () => toggleSidecar({ message: t("side-panel:no-session"), hint: t("side-panel:no-session-hint") }),
  },
  "choose-model": {
    run: (name) => {
      if (name === undefined || !chooseModelNamed(writingThread(), name))
        writingThread().model.open("models");
    },
  },
  "choose-thinking": {
    run: (level) => {
      if (level === undefined) writingThread().model.open("levels");
      else setLevel(writingThread(), level);
    },
    enabled: () => levels(writingThread()).length > 0,
  },
  stop: { run: () => doing(() => stop(activeThread().view.getState().session_id)), enabled: isBusy },
  continue: { run: () => doing(() => resume(activeThread())), enabled: () => hasSession() && !isBusy() },
};
