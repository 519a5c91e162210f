/** One message. A settled one renders once; the live one renders the parts that have changed. */
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { StoredMessage } from "../../../src-preload/contract/types";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import type { MessageCell } from "../../state/message-cell";
import { usePane, usePaneDrawn } from "../../state/pane";
import { clockTime, fullTime } from "../../ui/time";
import { useModelName } from "../models/model-name";
import { RetryWith } from "../rewind/retry-with";
import { RewindEditor } from "../rewind/rewind-editor";
import { useRewindOf } from "../rewind/use-rewinding";
import { ActionRow, offeredActions } from "./action-row";
import { MessageEnd } from "./message-end";
import { stateOf } from "./message-state";
import { Note } from "./note";
import { OpenedContext } from "./opened";
import { Parts } from "./parts";
import { plainExcerpt } from "./plain-excerpt";
import { useIsAtHand } from "./turn-at-hand";

function excerpt(message: StoredMessage): string {
  const text = message.parts.find((part) => part.type === "text" && part.text.trim() !== "");
  return text?.type === "text" ? ` ${plainExcerpt(text.text, message.role === "assistant")}` : "";
}

/** Stands before the first word: it is known by then, so nothing moves for it. */
function RetriedNote({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const { retried } = message.metadata;
  if (retried === undefined) return null;
  return <Note>{t("notes.retried", { count: retried.attempts, reason: retried.reason })}</Note>;
}

const Meta = memo(function Meta({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const { model } = message.metadata;
  const nameOf = useModelName();
  const ofModel = model === undefined ? t("message.assistant") : nameOf(model);
  const who = message.role === "user" ? t("message.you") : ofModel;
  const thinks = message.role === "assistant" && model?.variant !== undefined;
  return (
    <header className="message-meta">
      <bdi>{who}</bdi>
      {thinks ? ` · ${t("message.thinking-level", { level: model.variant })}` : null} ·{" "}
      <time dateTime={new Date(message.created_at).toISOString()} title={fullTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
    </header>
  );
});

/** Fetches the words of a message of which only the outline is here, as soon as its row is built. */
function useWords(cell: MessageCell, isAway: boolean): void {
  const { shown } = usePane();
  useEffect(() => {
    if (isAway) doing(() => shown.fetch([cell]));
  }, [shown, cell, isAway]);
}

interface MessageProps {
  cell: MessageCell;
  /** From 1, among the messages that are here, and how many those are; -1 where earlier ones exist. Not all of them are built. */
  place: number;
  count: number;
  /** CSS pixels that it takes while its words are away. */
  height: number;
  isLast: boolean;
}

export const Message = memo(function Message({ cell, place, count, height, isLast }: MessageProps) {
  const { t } = useTranslation("chat");
  const { message, live } = useSyncExternalStore(cell.subscribe, cell.get);
  const isAtHand = useIsAtHand(cell.id);
  const [isPointed, setPointed] = useState(false);
  const isAway = message.away === true;
  useWords(cell, isAway);
  const { role, parts } = message;
  // The name of a live message does not follow its words: it would change with every frame.
  const said = role === "user" ? t("message.you-said") : t("message.assistant-said");
  const words = useMemo(() => (live ? "" : excerpt(message)), [live, message]);
  // Until it is tried again nothing is being written.
  const retrying = usePaneDrawn(({ status }) => live && status.state === "retrying");
  const waits = live && !retrying && !parts.some((part) => part.type !== "step-start");
  const { editing, choosing, leaving } = useRewindOf(cell.id);
  const leavingWords = useTranslation("rewind").t("leaving");
  return (
    <article
      className="message"
      aria-label={`${said}${words}`}
      data-message-id={message.id}
      data-role={role}
      data-state={stateOf(message, live)}
      tabIndex={-1}
      aria-posinset={place}
      aria-setsize={count}
      aria-busy={isAway || undefined}
      onPointerEnter={() => setPointed(true)}
      style={isAway ? { minBlockSize: height } : undefined}
      {...(leaving ? { "data-leaving": "", "aria-description": leavingWords } : {})}
    >
      <RetriedNote message={message} />
      <div className="message-body" dir="auto" data-edited={editing === undefined ? undefined : ""}>
        <Meta message={message} />
        {editing === undefined ? (
          <OpenedContext value={cell.opened}>
            <Parts message={message} live={live} />
          </OpenedContext>
        ) : (
          <RewindEditor editing={editing} />
        )}
        {message.unreadable ? (
          <p className="message-unreadable">{t("message.unreadable", { id: message.id })}</p>
        ) : null}
        {waits ? <div className="text" data-streaming="true" aria-hidden="true" /> : null}
      </div>
      {choosing === undefined ? (
        <ActionRow
          cell={cell}
          offered={editing ? "" : offeredActions(cell, isLast)}
          reachable={isLast || isAtHand}
          isPointed={isPointed}
        />
      ) : (
        <RetryWith choosing={choosing} />
      )}
      {live || isAway || editing !== undefined ? null : <MessageEnd message={message} isLast={isLast} />}
    </article>
  );
});
