/** The menu of a message, by right button, menu key or Shift+F10, with all its actions. One menu serves the whole conversation. */
import type { ReactNode, RefObject } from "react";
import { keyName } from "../../platform/commands/key-names";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import type { Subject } from "../../thread/message-action";
import { homeOf, type Thread, useThread } from "../../thread/thread";

import { isFree } from "../../thread/view/session-view";
import { ContextMenu, type MenuEntry } from "../../ui/menu";
import { messageActions } from "./message-actions";

/** Returns the message that an element of the page belongs to. */
function subjectAt(thread: Thread, target: Element): Subject | undefined {
  const article = target.closest<HTMLElement>("article[data-message-id]");
  const { cells } = thread.view.getState();
  const cell = cells.find(({ id }) => id === article?.dataset.messageId);
  return article === null || cell === undefined ? undefined : { thread, cell, article };
}

/** Returns true for marked words, links, pictures and text fields, which have the system's menu. */
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
  const thread = useThread();
  const entries = (target: Element): MenuEntry[] => {
    const subject = isForSystem(target) ? undefined : subjectAt(thread, target);
    if (subject === undefined) return [];
    const isNewest = thread.view.getState().cells.at(-1) === subject.cell;
    const free = isFree(homeOf(thread).view.getState());
    return messageActions()
      .filter(({ offered, whenFree }) => offered(subject.cell.get(), thread) && (!whenFree || free))
      .map(({ id, icon: Icon, command, run }) => ({
        label: t(`message.actions.${id}`),
        icon: <Icon />,
        // The command's key acts on the newest answer, so only that shows it.
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
