/** One message. A settled message renders once; the live one renders its changed parts. */

import { memo, useMemo, useState, useSyncExternalStore } from "react";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { clockTime, fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { stateOf } from "../../thread/message-state";
import { useModelName } from "../../thread/model/model-name";
import { announcedOf, hasContent } from "../../thread/parts";
import { plainExcerpt } from "../../thread/plain-excerpt";
import { useSlots } from "../../thread/slots";
import { useThread, useThreadDrawn } from "../../thread/thread";
import type { CellValue, MessageCell } from "../../thread/view/message-cell";
import { useRewindOf } from "../../thread/writing/use-rewind";
import { Note } from "../../ui/note";
import { ActionRow, offeredActions } from "./action-row";
import { FirstWordWait } from "./first-word-wait";
import { MessageEnd } from "./message-end";
import { MessageParts } from "./message-parts";
import { isNamed } from "./model-changes";
import { CellContext, OpenedContext } from "./opened";
import { RetryCountdown } from "./retry-countdown";
import { useIsAtHand } from "./turn-at-hand";
import { useWords } from "./use-words";

function excerpt(message: StoredMessage): string {
  const text = announcedOf(message).find((words) => words.trim() !== "");
  return text === undefined ? "" : ` ${plainExcerpt(text, message.role === "assistant")}`;
}

/** Stands before the first word, in the place where the wait was counted down. */
function RetriedNote({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const { retried } = message.metadata;
  if (retried === undefined) return null;
  return <Note>{t("notes.retried", { count: retried.attempts, reason: inWords(retried.reason) })}</Note>;
}

/** CP-6: says that a summary was due and failed, and that the answer was written without it. */
function NotSummarisedNote({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("compaction");
  const inWords = useInWords();
  const { compaction_failed: failed } = message.metadata;
  if (failed === undefined) return null;
  return (
    <Note>
      {t("failed", { reason: inWords(failed.message) })} {inWords(failed.hint)}
    </Note>
  );
}

/** Where the model is that of the answer before, only screen readers are told its name. */
const Meta = memo(function Meta({
  message,
  modelBefore,
  isOrder,
}: Pick<MessageProps, "modelBefore"> & { message: StoredMessage; isOrder: boolean }) {
  const { t } = useTranslation("chat");
  const { model } = message.metadata;
  const slots = useSlots();
  const nameOf = useModelName();
  const ofModel = model === undefined ? t("message.assistant") : nameOf(model);
  const ofUser = isOrder ? t("message.order") : t("message.you");
  const who = message.role === "user" ? ofUser : ofModel;
  const thinks = message.role === "assistant" && model?.variant !== undefined;
  return (
    <div className="message-meta">
      <span className={message.role === "user" || isNamed(model, modelBefore) ? undefined : "unseen"}>
        <bdi>{who}</bdi>
        {" · "}
      </span>
      {thinks ? `${t("message.thinking-level", { level: model.variant })} · ` : null}
      <time dateTime={new Date(message.created_at).toISOString()} title={fullTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
      {slots && <slots.MessageLabels message={message} />}
    </div>
  );
});

interface MessageProps {
  cell: MessageCell;
  /**
   * The place among the loaded messages, counted from 1, and their number; -1 while earlier messages are not loaded. Not all of them are
   * built.
   */
  place: number;
  count: number;
  /** The CSS pixels of the row while its words are not loaded. */
  height: number;
  isLast: boolean;
  /** The next message goes on with this answer. */
  isResumed: boolean;
  /** The model of the answer before; undefined for the first. */
  modelBefore: ModelRef | undefined;
}

interface FootProps extends Pick<MessageProps, "cell" | "isLast" | "isResumed"> {
  value: CellValue;
  isEdited: boolean;
  isPointed: boolean;
}

/** The actions, and how the message ended. An error stands in the answer's place, above the actions. Another end closes the turn. */
function Foot({ cell, value: { message, live }, isEdited, isLast, isResumed, isPointed }: FootProps) {
  const isAtHand = useIsAtHand(cell.id);
  const thread = useThread();
  const slots = useSlots();
  const { choosing } = useRewindOf(cell.id);
  const hasFailed = message.metadata.error !== undefined;
  const end =
    live || message.away === true || isEdited ? null : (
      <MessageEnd message={message} isLast={isLast} isResumed={isResumed} />
    );
  return (
    <>
      {hasFailed ? end : null}
      {choosing === undefined ? (
        <ActionRow
          cell={cell}
          offered={isEdited ? "" : offeredActions(cell, thread, isLast)}
          reachable={isLast || isAtHand}
          isPointed={isPointed}
        />
      ) : (
        slots && <slots.RetryWith choosing={choosing} />
      )}
      {hasFailed ? null : end}
    </>
  );
}

export const Message = memo(function Message(props: MessageProps) {
  const { cell, place, count, height, isLast, isResumed, modelBefore } = props;
  const { t } = useTranslation("chat");
  const value = useSyncExternalStore(cell.subscribe, cell.get);
  const { message, live } = value;
  const [isPointed, setPointed] = useState(false);
  const isAway = message.away === true;
  useWords(cell, isAway);
  const { role } = message;
  // The name of a live message does not follow its words, because it would change with every frame.
  // The first message of a helper's session is the order that a model gave it (AG-2).
  const isOrder = useThreadDrawn(({ view }) => view?.session.part_of !== undefined) && place === 1;
  const ofUser = isOrder ? `${t("message.order")}:` : t("message.you-said");
  const said = role === "user" ? ofUser : t("message.assistant-said");
  const words = useMemo(() => (live ? "" : excerpt(message)), [live, message]);
  // Nothing is being written until the next try begins.
  const retrying = useThreadDrawn(({ status }) => live && status.state === "retrying");
  const waits = live && !retrying && !hasContent(message);
  const { editing, leaving } = useRewindOf(cell.id);
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
      <NotSummarisedNote message={message} />
      {retrying ? <RetryCountdown /> : <RetriedNote message={message} />}
      <div className="message-body" dir="auto" data-edited={editing === undefined ? undefined : ""}>
        <Meta message={message} modelBefore={modelBefore} isOrder={isOrder} />
        {editing === undefined ? (
          <CellContext value={cell}>
            <OpenedContext value={cell.opened}>
              <MessageParts message={message} live={live} />
            </OpenedContext>
          </CellContext>
        ) : (
          slots && <slots.RewindEditor editing={editing} />
        )}
        {message.unreadable ? (
          <p className="message-unreadable">{t("message.unreadable", { id: message.id })}</p>
        ) : null}
        {waits ? <FirstWordWait since={message.created_at} model={message.metadata.model} /> : null}
      </div>
      <Foot
        cell={cell}
        value={value}
        isEdited={editing !== undefined}
        isLast={isLast}
        isResumed={isResumed}
        isPointed={isPointed}
      />
    </article>
  );
});
