/** The bar above the conversation: the title, folder and state of the session. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { boot } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { windowName } from "../../platform/language/window-name";
import { isSidebarShown, layout } from "../../platform/layout";
import { SessionFolder } from "../../thread/session-folder";
import { useSessionHead } from "../../thread/session-head";
import { sessionList, setRenaming } from "../../thread/session-list";
import { useSlots } from "../../thread/slots";
import { mainThread } from "../../thread/thread";
import { Bone } from "../../ui/bone";
import { NumberedTitle } from "../../ui/numbered-title";
import "./session-bar.css";

/** Names the window by its session, and says first what that is doing as long as it does. */
function useWindowTitle(title: string): void {
  const { t } = useTranslation();
  const state = useStore(mainThread.drawn, ({ status }) => status.state);
  const name = windowName();
  const doing = state === "idle" || state === "error" ? "" : `${t(`doing.${state}`)}: `;
  useEffect(() => {
    document.title = title === "" ? name : `${doing}${title} – ${name}`;
  }, [title, doing, name]);
}

export function SessionBar() {
  const { t } = useTranslation();
  const session = useStore(mainThread.view, (state) => state.view?.session);
  const isNew = useStore(mainThread.view, (state) => state.session_id === null);
  const head = useSessionHead(mainThread);
  const folder = useStore(mainThread.view, (state) => head?.workspace_root ?? state.workspace_root);
  const isRenaming = useStore(
    sessionList,
    ({ renaming }) => renaming?.in === "bar" && renaming.session_id === session?.id,
  );
  const slots = useSlots();
  const isListShown = useStore(layout, isSidebarShown);
  const shown = head?.title ?? (isNew ? t("new-session") : "");
  useWindowTitle(shown);
  const onRenamed = (byKey: boolean) => {
    setRenaming();
    if (byKey) mainThread.focusComposer();
  };
  return (
    <header className="session-bar">
      {slots ? (
        <slots.SidebarButton in="bar" />
      ) : (
        <span className="sidebar-button-room" hidden={isListShown} />
      )}
      <div className="session-place">
        {isRenaming && session !== undefined && slots ? (
          <slots.TitleEditor session={session} onDone={onRenamed} />
        ) : (
          <h1 onDoubleClick={() => session && setRenaming({ in: "bar", session_id: session.id })}>
            {shown === "" ? <Bone /> : <NumberedTitle className="session-bar-title" title={shown} />}
          </h1>
        )}
        {folder === undefined ? null : slots ? (
          <slots.FolderMenu folder={folder} />
        ) : (
          <SessionFolder folder={folder} title={folder} />
        )}
      </div>
      {/* The status comes before the meter, which thus keeps its place when a turn begins or ends. */}
      {slots && <slots.Status />}
      {shown === "" ? <Bone /> : slots && <slots.ContextMeter />}
      {slots && <slots.SidecarsButton />}
      {slots && boot().quick && <slots.LargeButton />}
    </header>
  );
}
