/** One session in the picker: its title, time and state. The title can be edited in place. */

import { ChevronRight, Ellipsis } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import type { SessionState, SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { fullTime, shortTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { showSession } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { useSessionFacts } from "../../thread/session-facts";
import { setFolded, setRenaming } from "../../thread/session-list";
import { DraftMark, SessionMark } from "../../thread/session-mark";
import { NumberedTitle } from "../../ui/numbered-title";
import { isBranch, type SessionRow } from "./session-rows";
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

/** A state that its user should know of stands in a word. It takes the place of the time. */
const inAWord = (state: SessionState) =>
  state === "retrying" || state === "waiting" || state === "error" ? state : undefined;

interface WordsProps extends Pick<SessionItemProps, "row" | "state" | "now"> {
  facts: readonly string[];
}

/** The title, and the time or the word where there is room for both; under the title of a branch the facts that tell it from others. */
function Words({ row, state, now, facts }: WordsProps) {
  const { t } = useTranslation("sessions");
  const { title, updated_at, draft } = row.session;
  const word = inAWord(state);
  const fully = fullTime(updated_at);
  const time =
    word === undefined ? (
      <time className="session-time" dateTime={new Date(updated_at).toISOString()} title={fully}>
        {shortTime(updated_at, now)}
      </time>
    ) : (
      <span className="session-time">{t(`state.${word}`)}</span>
    );
  return (
    <>
      <span className="session-words">
        <span className="session-line">
          <span className="session-name">
            <NumberedTitle className="session-title" title={title} hint={fully} />
            <Fold row={row} />
          </span>
          {isBranch(row) ? null : time}
        </span>
        {isBranch(row) ? (
          <span className="session-line session-facts">
            <span className="one-line">{facts.join(" · ")}</span>
            {time}
          </span>
        ) : null}
      </span>
      {draft ? <DraftMark name={t("draft")} /> : null}
    </>
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

/** Returns the words read out after the title: the group that begins here, the state, the marks, and the facts of a branch. */
function useDescription(
  { unread, pinned_at, draft }: SessionSummary,
  state: SessionState,
  group: string,
  facts: readonly string[],
): string {
  const { t } = useTranslation("sessions");
  return [
    ...(group === "" ? [] : [group]),
    ...(state === "idle" ? [] : [t(`state.${state}`)]),
    ...(unread === true ? [t("unread")] : []),
    ...(pinned_at === undefined ? [] : [t("pinned")]),
    ...(draft === true ? [t("draft")] : []),
    ...facts,
  ].join(", ");
}

export const SessionItem = memo(function SessionItem(props: SessionItemProps) {
  const { row, group, state, start, height, now, isCurrent, isTabStop, isRenaming, onRenamed } = props;
  const { session, level, open } = row;
  const unread = session.unread === true;
  const factsOf = useSessionFacts();
  const facts = isBranch(row) ? factsOf(session) : [];
  const description = useDescription(session, state, group, facts);
  const place = { translate: `0 ${start}px`, height, "--level": level - 1 } as CSSProperties;
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
          <Words row={row} state={state} now={now} facts={facts} />
          <button type="button" className="session-more" tabIndex={-1} aria-hidden="true" onClick={openMenu}>
            <Ellipsis />
          </button>
        </>
      )}
    </div>
  );
});
