/** The folder of a session as a button, with a menu of what can be done with it. */
import { Folder } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { PERMISSION_MODES } from "../../../src-preload/contract/domain/permissions";
import { call } from "../../platform/bridge";
import { openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { doing, startNewSession } from "../../thread/actions";
import { mainThread } from "../../thread/thread";
import { MenuButton, type MenuEntry } from "../../ui/menu";
import { tip } from "../../ui/tooltip";
import { inForce, readPermissions, setMode } from "./in-force";
import { ModeMark } from "./modes";
import "./folder-menu.css";

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
  const path = (
    <span className="session-folder one-line">
      <bdi>{folder}</bdi>
    </span>
  );
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
