/** One session in the picker: its title, time and state. The title can be edited in place. */

import { ChevronRight, Ellipsis } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import type { SessionState, SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { fullTime, shortTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { showSession } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { setFolded, setRenaming } from "../../thread/session-list";
import { SessionMark } from "../../thread/session-mark";
import { NumberedTitle } from "../../ui/numbered-title";
import type { SessionRow } from "./session-rows";
import { TitleEditor } from "./title-editor";

interface SessionItemProps {
  row: SessionRow;
  /** The name of the group that begins with this row; empty within a group. */
  group: string;
  state: SessionState;
  /** Pixels from the top of the list. */
  start: number;
  height: number;
  now: number;
  isCurrent: boolean;
  isTabStop: boolean;
  isRenaming: boolean;
  onRenamed: (byKey: boolean) => void;
}

/**
 * Opens the menu of the list at this button, as if the right mouse button had been pressed. The button is for the mouse; the keyboard has
 * its own way to the menu.
 */
function openMenu(event: MouseEvent): void {
  event.stopPropagation();
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  const asked = { bubbles: true, cancelable: true, clientX: left, clientY: bottom, button: 2 };
  event.currentTarget.dispatchEvent(new window.MouseEvent("contextmenu", asked));
}

function Time({ session, state, now }: { session: SessionSummary; state: SessionState; now: number }) {
  const { t } = useTranslation("sessions");
  if (state === "retrying" || state === "waiting" || state === "error")
    return <span className="session-time">{t(`state.${state}`)}</span>;
  return (
    <time
      className="session-time"
      dateTime={new Date(session.updated_at).toISOString()}
      title={fullTime(session.updated_at)}
    >
      {shortTime(session.updated_at, now)}
    </time>
  );
}

/** The fold mark for the mouse; the keyboard has arrows. */
function Fold({ row: { session, open } }: { row: SessionRow }) {
  if (open === undefined) return null;
  const fold = (event: MouseEvent) => {
    event.stopPropagation();
    setFolded(session.id, open);
  };
  return (
    <button type="button" className="session-fold" tabIndex={-1} aria-hidden="true" onClick={fold}>
      <ChevronRight />
    </button>
  );
}

/** Returns the words read out after the title: the group that begins here, the state, and the marks. */
function useDescription({ unread, pinned_at }: SessionSummary, state: SessionState, group: string): string {
  const { t } = useTranslation("sessions");
  return [
    ...(group === "" ? [] : [group]),
    ...(state === "idle" ? [] : [t(`state.${state}`)]),
    ...(unread === true ? [t("unread")] : []),
    ...(pinned_at === undefined ? [] : [t("pinned")]),
  ].join(", ");
}

export const SessionItem = memo(function SessionItem(props: SessionItemProps) {
  const { row, group, state, start, height, now, isCurrent, isTabStop, isRenaming, onRenamed } = props;
  const { session, level, open } = row;
  const unread = session.unread === true;
  const description = useDescription(session, state, group);
  const place = { top: start, height, "--level": level - 1 } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens for the keys of all its items.
    <div
      className="session-item"
      role="treeitem"
      aria-label={session.title}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(open === undefined ? {} : { "aria-expanded": open })}
      aria-selected={isCurrent}
      {...(isCurrent ? { "aria-current": "page" as const } : {})}
      {...(description === "" ? {} : { "aria-description": description })}
      tabIndex={isTabStop ? 0 : -1}
      data-session-id={session.id}
      data-state={state}
      {...(unread ? { "data-unread": "" } : {})}
      style={place}
      onClick={(event) => {
        if (isRenaming) return;
        if (event.ctrlKey || event.metaKey) ask().openBeside(session.id);
        else showSession(session.id);
      }}
      onDoubleClick={() => setRenaming({ session_id: session.id, in: "list" })}
    >
      <SessionMark state={state} unread={unread} />
      {isRenaming ? (
        <TitleEditor session={session} onDone={onRenamed} />
      ) : (
        <>
          <NumberedTitle className="session-title" title={session.title} />
          <Fold row={row} />
          <Time session={session} state={state} now={now} />
          <button type="button" className="session-more" tabIndex={-1} aria-hidden="true" onClick={openMenu}>
            <Ellipsis />
          </button>
        </>
      )}
    </div>
  );
});
