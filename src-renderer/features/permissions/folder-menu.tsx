/** The folder of a session as a button, with a menu of what can be done with it. */
import { Folder } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { PERMISSION_MODES } from "../../../src-preload/contract/domain/permissions";
import { call } from "../../platform/bridge";
import { openDialog } from "../../platform/dialogs";
import { t } from "../../platform/language/language";
import { useTranslation } from "../../platform/language/use-translation";
import { showDone } from "../../platform/notices";
import { doing, startNewSession } from "../../thread/actions";
import { SessionFolder } from "../../thread/session-folder";
import { mainThread } from "../../thread/thread";
import { MenuButton, type MenuEntry } from "../../ui/menu";
import { tip } from "../../ui/tooltip";
import { inForce, readPermissions, setMode } from "./in-force";
import { ModeMark } from "./modes";
import "./folder-menu.css";

/** RW-5: leads to the files that the session has changed, where they can be put back. */
async function showChangedFiles(session_id: SessionId): Promise<void> {
  const { from, commands } = await call("changes.count", { session_id });
  if (from !== undefined) return openDialog({ name: "changed-files", session_id, message_id: from });
  showDone({ words: () => t(`permissions:folder.${commands ? "commands-only" : "none-changed"}`) });
}

export function FolderMenu({ folder }: { folder: string }) {
  const { t } = useTranslation("permissions");
  const session_id = useStore(mainThread.view, (state) => state.session_id) ?? undefined;
  const mode = useStore(inForce, (state) =>
    state.session_id === session_id ? (state.permissions?.mode ?? "ordinary") : "ordinary",
  );
  const read = () => session_id !== undefined && doing(() => readPermissions(session_id));
  // No news tells that another window has changed the mode.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each session, and when the window comes to the front.
  useEffect(() => {
    read();
    window.addEventListener("focus", read);
    return () => window.removeEventListener("focus", read);
  }, [session_id]);
  const ofSession: MenuEntry[] =
    session_id === undefined
      ? []
      : [
          { label: t("folder.show"), onChoose: () => doing(() => call("workspace.open", { session_id })) },
          { label: t("folder.new-here"), onChoose: () => startNewSession(folder) },
          { label: t("folder.changed-files"), onChoose: () => doing(() => showChangedFiles(session_id)) },
          "line",
          ...PERMISSION_MODES.map((one) => ({
            label: t(`mode.${one}`),
            checked: mode === one,
            onChoose: () => doing(() => setMode(session_id, folder, one)),
          })),
          "line",
          {
            label: t("folder.permissions"),
            onChoose: () => openDialog({ name: "settings", page: "permissions" }),
          },
        ];
  const path = <SessionFolder folder={folder} />;
  // A session that does not exist yet has its folder's button in the composer.
  if (ofSession.length === 0) return path;
  const said = mode === "ordinary" ? "" : `, ${t(`mode.${mode}`)}`;
  return (
    <MenuButton
      className="button button-quiet folder-button"
      label={`${t("folder.named", { folder })}${said}`}
      entries={ofSession}
      onFocus={read}
      {...tip(folder)}
    >
      <Folder />
      {path}
      <ModeMark mode={mode} />
    </MenuButton>
  );
}
