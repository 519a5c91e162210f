/** Right button, menu key and Shift+F10 on a message: all that can be done with it. One menu serves the whole conversation. */
import type { ReactNode, RefObject } from "react";
import { keyName } from "../../commands/key-names";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { type Pane, usePane } from "../../state/pane";
import { isFree } from "../../state/session-view";
import { ContextMenu, type MenuEntry } from "../../ui/menu";
import { messageActions, type Subject } from "./message-actions";

/** The message that an element of the page belongs to. */
function subjectAt(pane: Pane, target: Element): Subject | undefined {
  const article = target.closest<HTMLElement>("article[data-message-id]");
  const { cells } = pane.view.getState();
  const cell = cells.find(({ id }) => id === article?.dataset.messageId);
  return article === null || cell === undefined ? undefined : { pane, cell, article };
}

/** Marked words, links, pictures and what is written in have the menu of the system. */
function isForSystem(target: Element): boolean {
  const selection = getSelection();
  const marked = selection !== null && !selection.isCollapsed && selection.containsNode(target, true);
  return marked || target.closest("a[href], img, input, textarea, [contenteditable]") !== null;
}

export function MessageMenu({
  content,
  inert,
  children,
}: {
  content: RefObject<HTMLDivElement | null>;
  inert: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("chat");
  const pane = usePane();
  const entries = (target: Element): MenuEntry[] => {
    const subject = isForSystem(target) ? undefined : subjectAt(pane, target);
    if (subject === undefined) return [];
    const state = pane.view.getState();
    const isNewest = state.cells.at(-1) === subject.cell;
    return messageActions
      .filter(({ offered, whenFree }) => offered(subject.cell.get()) && (!whenFree || isFree(state)))
      .map(({ id, icon: Icon, command, run }) => ({
        label: t(`message.actions.${id}`),
        icon: <Icon />,
        // The key is the newest answer's.
        hotkey: isNewest && command !== undefined ? keyName(command) : undefined,
        onChoose: () => doing(async () => await run(subject)),
      }));
  };
  return (
    <ContextMenu ref={content} inert={inert} className="page" label={t("message.menu")} entries={entries}>
      {children}
    </ContextMenu>
  );
}
