/** One session in the picker: its title, its time, how it stands; its title can be edited in place. */
import { type KeyboardEvent, memo, useRef } from "react";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { SessionState, SessionSummary } from "../../../src-preload/contract/types";
import { doing, rename, showSession } from "../../state/actions";
import { fullTime, shortTime } from "../../ui/time";

interface SessionItemProps {
  session: SessionSummary;
  state: SessionState;
  isCurrent: boolean;
  isTabStop: boolean;
  isRenaming: boolean;
  /** Called with nothing when the editing of the title is over. */
  onRenamed: (session_id?: SessionId) => void;
}

function TitleEditor({ session, onDone }: { session: SessionSummary; onDone: () => void }) {
  const cancelled = useRef(false);
  const commit = (input: HTMLInputElement) => {
    const title = input.value.trim();
    if (!cancelled.current && title !== "" && title !== session.title) doing(() => rename(session.id, title));
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    cancelled.current = event.key === "Escape";
    const item = event.currentTarget.closest<HTMLElement>("[role=treeitem]");
    event.currentTarget.blur();
    item?.focus();
  };
  return (
    <input
      className="session-title-editor"
      aria-label="Session title"
      defaultValue={session.title}
      maxLength={500}
      // biome-ignore lint/a11y/noAutofocus: it appears because its user asked to write in it.
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={onKeyDown}
    />
  );
}

export const SessionItem = memo(function SessionItem(props: SessionItemProps) {
  const { session, state, isCurrent, isTabStop, isRenaming, onRenamed } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens for the keys of all its items.
    <div
      className="session-item"
      role="treeitem"
      aria-label={session.title}
      aria-level={1}
      aria-selected={isCurrent}
      {...(isCurrent ? { "aria-current": "page" as const } : {})}
      {...(state === "idle" ? {} : { "aria-description": state })}
      tabIndex={isTabStop ? 0 : -1}
      data-session-id={session.id}
      data-state={state}
      onClick={() => isRenaming || showSession(session.id)}
    >
      <span className="session-mark" data-state={state} />
      {isRenaming ? (
        <TitleEditor session={session} onDone={() => onRenamed()} />
      ) : (
        <>
          <span className="session-title" title={session.title}>
            {session.title}
          </span>
          <time
            className="session-time"
            dateTime={new Date(session.updated_at).toISOString()}
            title={fullTime(session.updated_at)}
          >
            {shortTime(session.updated_at, Date.now())}
          </time>
        </>
      )}
    </div>
  );
});
