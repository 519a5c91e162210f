/**
 * Says once, to those who listen, that an answer has ended and how it begins, and what else has happened without a word of its own.
 * The conversation itself stays silent while it grows.
 */

import { useStore } from "zustand";
import type { StoredMessage } from "../../../src-preload/contract/types";
import { useTranslation } from "../../language/use-translation";
import { announcement } from "../../state/announce";
import { beside } from "../../state/beside";
import { mainPane, usePane, usePaneView } from "../../state/pane";
import { stateOf } from "./message-state";

const SAID = 300;

/** What stands beside the main thread is called by its name. */
function useWhere(): string {
  const { t } = useTranslation("beside");
  const isMain = usePane() === mainPane;
  const isAside = useStore(beside, ({ shown }) => shown?.kind === "sidecar");
  const title = usePaneView(({ view }) => view?.session.title);
  if (isMain) return "";
  return `${isAside ? t("sidecar") : (title ?? "")}: `;
}

function Answered({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const where = useWhere();
  const state = stateOf(message, false);
  // An error is an alert of its own.
  if (state === "error" || state === "streaming") return null;
  const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
  return `${where}${t(`announced.${state}`)} ${text.slice(0, SAID)}`;
}

/** Of the answers of its pane, also where that is covered: so it stands outside of what is hidden then. */
export function AnswerAnnouncer() {
  const answered = usePaneView((state) => state.answered);
  return (
    <div className="unseen" aria-live="polite" aria-atomic="true">
      {answered === undefined ? null : <Answered message={answered} />}
    </div>
  );
}

/** Of the window: there is one. */
export function Announcer() {
  const { words, turn } = useStore(announcement);
  return (
    <div className="unseen" aria-live="polite" aria-atomic="true">
      <span key={turn}>{words}</span>
    </div>
  );
}
