/**
 * The note that stands for summarised turns (CP-7), or for turns that were left (RW-8): one quiet line, with the ways to read, change and take back the summary. Where turns
 * are only read, it can be opened.
 */

import { useSyncExternalStore } from "react";
import { useStore } from "zustand";
import {
  type Compaction,
  compactionOf,
  tailWarningOf,
} from "../../../src-preload/contract/domain/compaction";
import { leftSummaryOf } from "../../../src-preload/contract/domain/left-summary";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { short } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { ask } from "../../thread/requests";
import { type SummaryNoteProps, useSlots } from "../../thread/slots";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { useOpenNote } from "../../thread/view/open-notes";
import { isFree } from "../../thread/view/session-view";
import { askAgain, editSummary, summaryForms } from "../../thread/writing/summary-editor";
import { Note } from "../../ui/note";
import { AgainForm } from "./again-form";
import { undoSummary } from "./compaction";
import { LeftNote } from "./left-note";
import { Press } from "./press";
import { SummaryEditor } from "./summary-editor";
import "./compaction.css";

/** The actions that change the summary. */
function Changes({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("compaction");
  const { t: rewind } = useTranslation("rewind");
  const thread = useThread();
  const free = useThreadDrawn(isFree);
  const refusal = free ? undefined : rewind("when-free");
  return (
    <>
      <Press refusal={refusal} onPress={() => editSummary(thread, message)}>
        {t("edit")}
      </Press>
      <Press refusal={refusal} onPress={() => askAgain(thread, message)}>
        {t("again")}
      </Press>
      <Press refusal={refusal} onPress={() => undoSummary(thread, message.session_id, message.id)}>
        {t("undo")}
      </Press>
    </>
  );
}

function Saved({ tokens_before, tokens_after }: Compaction) {
  const { t } = useTranslation("compaction");
  const saved = tokens_before - tokens_after;
  return saved > 0 ? <span className="summary-saved"> {t("saved", { tokens: short(saved) })}</span> : null;
}

export function SummaryNote({ cell }: SummaryNoteProps) {
  const { message } = useSyncExternalStore(cell.subscribe, cell.get);
  const data = compactionOf(message);
  const left = leftSummaryOf(message);
  if (data !== undefined) return <CompactedNote message={message} data={data} />;
  return left && <LeftNote message={message} data={left} />;
}

function CompactedNote({ message, data }: { message: StoredMessage; data: Compaction }) {
  const { t } = useTranslation("compaction");
  const slots = useSlots();
  const thread = useThread();
  const isRead = useThreadDrawn(({ timeline }) => timeline !== undefined);
  const editing = useStore(summaryForms(thread), (forms) => forms.editing);
  const again = useStore(summaryForms(thread), (forms) => forms.again);
  // Where the panel is taken, as beside a sidecar, the summary opens in its place.
  const [isOpen, setOpen] = useOpenNote(message.id);
  const words = t("summarised", { count: data.turns });
  const warning = tailWarningOf(data);
  const open = () => {
    if (isOpen || !ask().openSummary(thread, message)) setOpen(!isOpen);
  };
  const isOf = (form: { message_id: string } | undefined) => form?.message_id === message.id;
  return (
    <div className="summary-note" data-message-id={message.id} tabIndex={-1}>
      <Note
        label={words}
        actions={
          <span className="summary-actions">
            <Press {...(isOpen ? { expanded: true } : {})} onPress={open}>
              {t("open")}
            </Press>
            {isRead ? null : <Changes message={message} />}
          </span>
        }
      >
        {words}
        <Saved {...data} />
      </Note>
      {warning === undefined ? null : <p className="summary-tail">{t(`tail.${warning}`)}</p>}
      {isOpen && slots ? (
        <div className="summary-inline">
          <slots.AnswerText text={data.summary} streaming={false} />
        </div>
      ) : null}
      {!isRead && editing !== undefined && isOf(editing.of) ? <SummaryEditor editing={editing} /> : null}
      {!isRead && again !== undefined && isOf(again) ? <AgainForm again={again} /> : null}
    </div>
  );
}
