/** The trash (DB-10): deleted sessions, to be restored or deleted for good. */

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import type { TrashedSession } from "../../../src-preload/contract/domain/trash";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { useFontSize } from "../../platform/font-size";
import { FailureWords } from "../../platform/language/failure";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { once } from "../../platform/once";
import { ActionButton } from "../../ui/action-button";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import { focusIfNowhere } from "../../ui/focus";
import { LongList } from "../../ui/long-list";
import {
  attempt,
  dismissFailure,
  emptyTrash,
  followTrash,
  loadMore,
  remove,
  restore,
  trash,
} from "./trash-state";

interface RowProps {
  session: TrashedSession;
  tabIndex: 0 | -1;
}

function Row({ session, tabIndex }: RowProps) {
  const [asking, setAsking] = useState(false);
  const remover = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (wasAsking.current && !asking) remover.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  if (asking) return <AskForOne session={session} tabIndex={tabIndex} onKeep={() => setAsking(false)} />;
  return <Entry session={session} tabIndex={tabIndex} remover={remover} onRemove={() => setAsking(true)} />;
}

interface EntryProps extends RowProps {
  remover: RefObject<HTMLButtonElement | null>;
  onRemove: () => void;
}

function Entry({ session, tabIndex, remover, onRemove }: EntryProps) {
  const { t } = useTranslation("trash");
  const title = useId();
  const { deleted_at, sidecar_of } = session;
  const when = momentTime(deleted_at, Date.now());
  return (
    <>
      <div className="long-row-words">
        <p id={title} className="long-row-title" dir="auto" title={session.title}>
          {session.title}
        </p>
        <p className="long-row-meta" title={fullTime(deleted_at)}>
          {sidecar_of === undefined
            ? t("deleted", { when })
            : t("deleted-sidecar", { of: quoted(sidecar_of), when })}
        </p>
      </div>
      <button
        type="button"
        className="button"
        tabIndex={tabIndex}
        aria-describedby={title}
        onClick={() => attempt(() => once(`trash ${session.id}`, () => restore(session)))}
      >
        {t("restore")}
      </button>
      <button
        ref={remover}
        type="button"
        className="button button-quiet"
        tabIndex={tabIndex}
        aria-describedby={title}
        onClick={onRemove}
      >
        {t("remove")}
      </button>
    </>
  );
}

/** Leaves a question unanswered, and the dialog open. */
function onEscape(event: KeyboardEvent, leave: () => void): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  leave();
}

/** Asks in place of the row. *Keep* stands where the pressed button stood, so that a second click of two deletes nothing. */
function AskForOne({ session, tabIndex, onKeep }: RowProps & { onKeep: () => void }) {
  const { t } = useTranslation("trash");
  const question = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => onEscape(event, onKeep);
  return (
    <>
      <div className="long-row-words">
        <p id={question} className="long-row-title" title={session.title}>
          {t("ask-one", { title: quoted(session.title) })}
        </p>
      </div>
      <button
        type="button"
        className="button button-danger"
        tabIndex={tabIndex}
        aria-describedby={question}
        onKeyDown={onKeyDown}
        onClick={() => attempt(() => once(`trash ${session.id}`, () => remove(session)))}
      >
        {t("delete")}
      </button>
      <button
        ref={keep}
        type="button"
        className="button"
        tabIndex={tabIndex}
        aria-describedby={question}
        onKeyDown={onKeyDown}
        onClick={onKeep}
      >
        {t("keep")}
      </button>
    </>
  );
}

/** Asks in place of the button, because there is no way back. The focus is on the button that keeps everything. */
function Ask({ count, onAnswer }: { count: number; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation("trash");
  const question = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => onEscape(event, () => onAnswer(false));
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing is filled in here.
    <div className="list-head" role="group" aria-labelledby={question} onKeyDown={onKeyDown}>
      <p id={question}>{t("ask", { count })}</p>
      <button type="button" className="button button-danger" onClick={() => onAnswer(true)}>
        {t("delete")}
      </button>
      <button
        ref={keep}
        type="button"
        className="button"
        aria-describedby={question}
        onClick={() => onAnswer(false)}
      >
        {t("keep")}
      </button>
    </div>
  );
}

function Head() {
  const { t } = useTranslation("trash");
  const count = useStore(trash, (state) => state.count);
  const emptying = useStore(trash, (state) => state.emptying);
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const answered = useRef(false);
  useLayoutEffect(() => {
    if (!asking && answered.current) button.current?.focus();
    answered.current = asking;
  }, [asking]);
  if (asking && count > 0)
    return (
      <Ask
        count={count}
        onAnswer={(yes) => {
          setAsking(false);
          if (yes) attempt(emptyTrash);
        }}
      />
    );
  return (
    <div className="list-head">
      <p>{t(emptying ? "emptying" : "count", { count })}</p>
      <ActionButton ref={button} disabled={emptying} onClick={() => setAsking(true)}>
        {t("empty")}
      </ActionButton>
    </div>
  );
}

/** Takes the focus when the last row vanishes. */
function Nothing() {
  const { t } = useTranslation("trash");
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => focusIfNowhere(words.current), []);
  return (
    <p ref={words} className="list-nothing" tabIndex={-1}>
      {t("nothing")}
    </p>
  );
}

export default function TrashDialog() {
  const { t } = useTranslation(["trash", "common"]);
  const room = useRef<HTMLDivElement>(null);
  const loaded = useStore(trash, (state) => state.loaded);
  const sessions = useStore(trash, (state) => state.sessions);
  const count = useStore(trash, (state) => state.count);
  const failure = useStore(trash, (state) => state.failure);
  const reached = useStore(trash, (state) => state.reached);
  const wanted = useStore(dialogs, ({ dialog }) =>
    dialog?.name === "trash" ? dialog.session_id : undefined,
  );
  const size = useFontSize();
  useEffect(() => followTrash(wanted), [wanted]);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="list-dialog"
      initialFocus={room}
    >
      <div ref={room} className="list-room" tabIndex={-1} aria-busy={!reached}>
        {sessions.length === 0 ? null : <Head />}
        {failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={dismissFailure}>
            <FailureWords failure={failure} />
          </FailureBar>
        )}
        {loaded && sessions.length === 0 ? <Nothing /> : null}
        {sessions.length === 0 || !reached ? null : (
          <LongList
            label={t("title")}
            items={sessions}
            count={count}
            wanted={wanted}
            rowHeight={Math.round(size * 3.9)}
            onNearEnd={loadMore}
            focusFrom={room}
          >
            {(session, tabIndex) => <Row session={session} tabIndex={tabIndex} />}
          </LongList>
        )}
      </div>
    </Dialog>
  );
}
