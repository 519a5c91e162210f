/** The line under the session bar of a branch: names the session and message it was branched from, and leads there (BR-3). */

import { GitBranch } from "lucide-react";
import { useStore } from "zustand";
import type { BranchLinks } from "../../../src-preload/contract/domain/branches";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { doing, showSession } from "../../thread/actions";
import { branchLinks } from "../../thread/branch-links";
import { mainThread } from "../../thread/thread";
import { NumberedTitle } from "../../ui/numbered-title";
import { showMessage } from "./show-message";
import "./branches.css";

function Origin({ origin }: { origin: NonNullable<BranchLinks["origin"]> }) {
  const { t } = useTranslation("chat");
  const { session_id, message_id, title, trashed } = origin;
  const show = () => {
    if (message_id !== undefined) return doing(() => showMessage(session_id, message_id));
    showSession(session_id);
    mainThread.focusComposer();
  };
  if (title === undefined)
    return (
      <span className="branched-from-words">
        <span className="one-line">{t("branch.from-removed")}</span>
      </span>
    );
  return (
    <>
      <span className="branched-from-words">
        <span>{t("branch.from")}</span> <NumberedTitle className="branched-from-title" title={title} />
      </span>
      {trashed ? (
        <span>{t("branch.in-trash")}</span>
      ) : (
        <button type="button" className="button button-link" onClick={show}>
          {t("branch.show")}
        </button>
      )}
    </>
  );
}

export function BranchedFrom() {
  const { t } = useTranslation("chat");
  const origin = useStore(branchLinks, (state) => state.origin);
  if (origin === undefined) return null;
  return (
    <div className="branched-from" role="note" aria-label={t("branch.line")}>
      <GitBranch aria-hidden="true" />
      <Origin origin={origin} />
      <span className="branched-from-room" />
      <button type="button" className="button button-link" onClick={() => runCommand("show-family")}>
        {t("branch.family")}
      </button>
    </div>
  );
}
