/** The note that stands for a summary which was taken along (RW-8): one line that opens in its place, and the way to take it out. */

import { useId } from "react";
import type { LeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { useTranslation } from "../../platform/language/use-translation";
import { useSlots } from "../../thread/slots";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { useOpenNote } from "../../thread/view/open-notes";
import { isFree } from "../../thread/view/session-view";
import { Note } from "../../ui/note";
import { takeOut } from "./compaction";
import { Press } from "./press";

export function LeftNote({ message, data }: { message: StoredMessage; data: LeftSummary }) {
  const { t } = useTranslation("compaction");
  const { t: rewind } = useTranslation("rewind");
  const slots = useSlots();
  const thread = useThread();
  const isRead = useThreadDrawn(({ timeline }) => timeline !== undefined);
  const free = useThreadDrawn(isFree);
  const [isOpen, setOpen] = useOpenNote(message.id);
  const words = t("left", { count: data.turns });
  const inside = useId();
  return (
    <div className="left-note" data-message-id={message.id} tabIndex={-1}>
      <Note
        label={words}
        actions={
          <>
            <Press expanded={isOpen} controls={inside} onPress={() => setOpen(!isOpen)}>
              {t("open")}
            </Press>
            {isRead ? null : (
              <Press
                refusal={free ? undefined : rewind("when-free")}
                onPress={() => takeOut(thread, message.session_id, message.id)}
              >
                {t("take-out")}
              </Press>
            )}
          </>
        }
      >
        {words}
      </Note>
      {isOpen && slots ? (
        <div className="summary-inline" id={inside}>
          <slots.AnswerText text={data.summary} streaming={false} />
        </div>
      ) : null}
    </div>
  );
}
