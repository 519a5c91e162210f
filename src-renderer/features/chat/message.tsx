/** One message. A settled one renders once; the live one renders the parts that have changed. */

import { memo, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { clockTime, fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { doing } from "../../thread/actions";
import { stateOf } from "../../thread/message-state";
import { useModelName } from "../../thread/model/model-name";
import { announcedOf, hasContent } from "../../thread/parts";
import { plainExcerpt } from "../../thread/plain-excerpt";
import { useSlots } from "../../thread/slots";
import { useThread, useThreadDrawn } from "../../thread/thread";
import type { MessageCell } from "../../thread/view/message-cell";
import { useRewindOf } from "../../thread/writing/use-rewind";
import { Note } from "../../ui/note";
import { ActionRow, offeredActions } from "./action-row";
import { MessageEnd } from "./message-end";
import { MessageParts } from "./message-parts";
import { OpenedContext } from "./opened";
import { useIsAtHand } from "./turn-at-hand";

function excerpt(message: StoredMessage): string {
  const text = announcedOf(message).find((words) => words.trim() !== "");
  return text === undefined ? "" : ` ${plainExcerpt(text, message.role === "assistant")}`;
}

/** Stands before the first word: it is known by then, so nothing moves for it. */
function RetriedNote({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const { retried } = message.metadata;
  if (retried === undefined) return null;
  return <Note>{t("notes.retried", { count: retried.attempts, reason: inWords(retried.reason) })}</Note>;
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
  const { shown } = useThread();
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
  const { role } = message;
  // The name of a live message does not follow its words: it would change with every frame.
  const said = role === "user" ? t("message.you-said") : t("message.assistant-said");
  const words = useMemo(() => (live ? "" : excerpt(message)), [live, message]);
  // Until it is tried again nothing is being written.
  const retrying = useThreadDrawn(({ status }) => live && status.state === "retrying");
  const waits = live && !retrying && !hasContent(message);
  const { editing, choosing, leaving } = useRewindOf(cell.id);
  const slots = useSlots();
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
            <MessageParts message={message} live={live} />
          </OpenedContext>
        ) : (
          slots && <slots.RewindEditor editing={editing} />
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
        slots && <slots.RetryWith choosing={choosing} />
      )}
      {live || isAway || editing !== undefined ? null : <MessageEnd message={message} isLast={isLast} />}
    </article>
  );
});
