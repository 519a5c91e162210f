/** The bar above the conversation: which session this is, where it works, how it stands. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { useRest } from "../../state/first-frame";
import { mainPane } from "../../state/pane";
import { isSidebarShown, panes } from "../../state/panes";
import { useSessionHead } from "../../state/session-head";
import { sessionList, setRenaming } from "../../state/session-list";
import { NumberedTitle } from "../../ui/numbered-title";

export function SessionBar() {
  const { t } = useTranslation();
  const session = useStore(mainPane.view, (state) => state.view?.session);
  const isNew = useStore(mainPane.view, (state) => state.session_id === null);
  const head = useSessionHead(mainPane);
  const folder = useStore(mainPane.view, (state) => head?.workspace_root ?? state.workspace_root);
  const isRenaming = useStore(
    sessionList,
    ({ renaming }) => renaming?.in === "bar" && renaming.session_id === session?.id,
  );
  const rest = useRest();
  const isListShown = useStore(panes, isSidebarShown);
  const shown = head?.title ?? (isNew ? t("new-session") : "");
  useEffect(() => {
    document.title = shown === "" ? "Braid" : `${shown} – Braid`;
  }, [shown]);
  const onRenamed = (byKey: boolean) => {
    setRenaming();
    if (byKey) mainPane.focusComposer();
  };
  return (
    <header className="session-bar">
      {rest ? <rest.SidebarButton in="bar" /> : <span className="sidebar-button-room" hidden={isListShown} />}
      {isRenaming && session !== undefined && rest ? (
        <rest.TitleEditor session={session} onDone={onRenamed} />
      ) : (
        <h1 onDoubleClick={() => session && setRenaming({ in: "bar", session_id: session.id })}>
          <NumberedTitle className="session-bar-title" title={shown} />
        </h1>
      )}
      {folder === undefined ? null : (
        <span className="session-folder" title={folder}>
          <bdi>{folder}</bdi>
        </span>
      )}
      <span className="session-bar-room" />
      {/* Before the meter, which so stays where it is when a turn begins and ends. */}
      {rest && <rest.Status />}
      {rest && <rest.ContextMeter />}
      {rest && <rest.AsidesButton />}
    </header>
  );
}
