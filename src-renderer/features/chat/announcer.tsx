/**
 * Announces to screen readers that an answer has ended and how it begins, and other events that have no words of their own. The
 * conversation itself stays silent while it grows.
 */

import { useStore } from "zustand";
import { endsWithoutAnswer } from "../../../src-preload/contract/domain/empty-end";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import { announcement } from "../../platform/announce";
import { useTranslation } from "../../platform/language/use-translation";
import { stateOf } from "../../thread/message-state";
import { announcedOf } from "../../thread/parts";
import { useThreadView } from "../../thread/thread";

const SAID = 300;

function Answered({ message, where }: { message: StoredMessage; where: string }) {
  const { t } = useTranslation("chat");
  const state = stateOf(message, false);
  // An error is an alert of its own.
  if (state === "error" || state === "streaming") return null;
  const text = announcedOf(message).join(" ");
  const end = endsWithoutAnswer(message) ? t("notes.ended.without-answer") : t(`announced.${state}`);
  return `${where === "" ? "" : `${where}: `}${end} ${text.slice(0, SAID)}`;
}

/**
 * Announces the answers of its thread, even of a covered one, so it stands outside the hidden part. `where`: the name of the thread; the
 * main thread needs none.
 */
export function AnswerAnnouncer({ where = "" }: { where?: string }) {
  const answered = useThreadView((state) => state.answered);
  return (
    <div className="unseen" aria-live="polite" aria-atomic="true">
      {answered === undefined ? null : <Answered message={answered} where={where} />}
    </div>
  );
}

/** Reads out the window's announcements. Each window has one. */
export function Announcer() {
  const { words, turn } = useStore(announcement);
  return (
    <div className="unseen" aria-live="polite" aria-atomic="true">
      <span key={turn}>{words}</span>
    </div>
  );
}
