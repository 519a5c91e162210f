/** The row of actions beneath a message. Screen readers always find it; it is painted when the pointer or the focus is on the message. */
import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { type MouseEvent, memo, useEffect, useState } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import type { MessageAction } from "../../thread/message-action";
import { type Thread, useThread } from "../../thread/thread";

import type { CellValue, MessageCell } from "../../thread/view/message-cell";
import { tip } from "../../ui/tooltip";
import { messageActions } from "./message-actions";
import "./action-row.css";

const DONE_MS = 1500;

/** Returns true for a moment after `finish` is called. */
function useMoment(): [boolean, () => void] {
  const [is, set] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => set(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [is]);
  return [is, () => set(true)];
}

/** With forced colors, every row is painted all the time, so every row needs its icons. */
const paintsAll = matchMedia("(forced-colors: active)");

interface ButtonProps {
  tabIndex: number;
  hasIcon: boolean;
}

/** The place of an icon, which is filled later. A row that nobody has looked at costs half without its drawings. */
const IconPlace = ({ icon: Icon, hasIcon }: { icon: LucideIcon; hasIcon: boolean }) => (
  <span className="action-icon">{hasIcon ? <Icon aria-hidden="true" /> : null}</span>
);

function ActionButton({
  action,
  cell,
  tabIndex,
  hasIcon,
}: ButtonProps & { action: MessageAction; cell: MessageCell }) {
  const { t } = useTranslation("chat");
  const thread = useThread();
  const [done, finish] = useMoment();
  const run = async (event: MouseEvent<HTMLElement>) => {
    const article = event.currentTarget.closest("article");
    if (article === null) return;
    try {
      await action.run({ thread, cell, article });
      if (action.popup === undefined && action.whenFree === undefined) finish();
    } catch (error) {
      reportError(error);
    }
  };
  const label = t(`message.actions.${action.id}`);
  return (
    <button
      type="button"
      className="message-action"
      data-once=""
      {...tip(label)}
      data-action={action.id}
      tabIndex={tabIndex}
      {...(action.whenFree === true ? { "data-when-free": "" } : {})}
      {...(action.popup === undefined ? {} : { "aria-haspopup": action.popup })}
      onClick={(event) => void run(event)}
    >
      <IconPlace icon={done ? Check : action.icon} hasIcon={hasIcon} />
      <span className="action-word" data-tip-word="">
        {label}
      </span>
    </button>
  );
}

/** Opens the context menu of the message by a button. */
function MoreButton({ tabIndex, hasIcon }: ButtonProps) {
  const { t } = useTranslation("chat");
  const open = (event: MouseEvent<HTMLElement>) => {
    const { left: clientX, bottom: clientY } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.dispatchEvent(
      new window.MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }),
    );
  };
  return (
    <button
      type="button"
      className="message-action"
      tabIndex={tabIndex}
      aria-label={t("message.more")}
      aria-haspopup="menu"
      {...tip(t("message.more"))}
      onClick={open}
    >
      <IconPlace icon={Ellipsis} hasIcon={hasIcon} />
    </button>
  );
}

interface ActionRowProps {
  cell: MessageCell;
  /** The ids of the offered actions, joined. The message changes with every word, this text seldom. */
  offered: string;
  /**
   * True if Tab stops here: at the newest message, and in the turn with the focus. A long session would otherwise have a thousand stops.
   */
  reachable: boolean;
  /** True once the pointer was on the message since its row was built. */
  isPointed: boolean;
}

/** Returns true for the last answer if it failed. It has its own button to try again, beside the reason. */
const isTriedAgainThere = ({ message }: CellValue, isLast: boolean) =>
  isLast && message.metadata.error !== undefined;

export const offeredActions = (cell: MessageCell, thread: Thread, isLast: boolean): string =>
  messageActions()
    .filter((action) => action.offered(cell.get(), thread))
    .filter(({ id }) => id !== "try-again" || !isTriedAgainThere(cell.get(), isLast))
    .map(({ id }) => id)
    .join(" ");

export const ActionRow = memo(function ActionRow({ cell, offered, reachable, isPointed }: ActionRowProps) {
  const shared = { tabIndex: reachable ? 0 : -1, hasIcon: reachable || isPointed || paintsAll.matches };
  const ids = offered.split(" ");
  return (
    <div className="message-actions">
      {messageActions()
        .filter(({ id, row }) => row && ids.includes(id))
        .map((action) => (
          <ActionButton key={action.id} action={action} cell={cell} {...shared} />
        ))}
      {offered === "" ? null : <MoreButton {...shared} />}
    </div>
  );
});
