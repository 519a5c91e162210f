/** The row of actions beneath a message: always there for those who listen, painted when pointed at or reached by key. */
import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { type MouseEvent, memo, useEffect, useState } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import type { MessageAction } from "../../thread/message-action";
import { useThread } from "../../thread/thread";

import type { CellValue, MessageCell } from "../../thread/view/message-cell";
import { tip } from "../../ui/tooltip";
import { messageActions } from "./message-actions";
import "./action-row.css";

const DONE_MS = 1500;

/** True for a moment after `finish` was called. */
function useMoment(): [boolean, () => void] {
  const [is, set] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => set(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [is]);
  return [is, () => set(true)];
}

/** Where every row is painted all the time, none is without its icons. */
const paintsAll = matchMedia("(forced-colors: active)");

interface ButtonProps {
  tabIndex: number;
  hasIcon: boolean;
}

/** The place of an icon, which is there before the icon is: a row that nobody has looked at costs half without its drawings. */
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
  return (
    <button
      type="button"
      className="message-action"
      data-once=""
      data-action={action.id}
      tabIndex={tabIndex}
      {...(action.whenFree === true ? { "data-when-free": "" } : {})}
      {...(action.popup === undefined ? {} : { "aria-haspopup": action.popup })}
      onClick={(event) => void run(event)}
    >
      <IconPlace icon={done ? Check : action.icon} hasIcon={hasIcon} />
      {t(`message.actions.${action.id}`)}
    </button>
  );
}

/** The menu that the right button opens, for those who look for a button. */
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
  /** The ids of the actions it has now, joined: what they depend on changes with every word, they seldom do. */
  offered: string;
  /** Tab stops here: at the newest message, and in the turn that has the focus, so that a long session is not a thousand stops. */
  reachable: boolean;
  /** The pointer was on the message since its row was built. */
  isPointed: boolean;
}

/** The last answer, if it failed, has its own way to try again, beside the reason. */
const isTriedAgainThere = ({ message }: CellValue, isLast: boolean) =>
  isLast && message.metadata.error !== undefined;

export const offeredActions = (cell: MessageCell, isLast: boolean): string =>
  messageActions()
    .filter((action) => action.offered(cell.get()))
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
