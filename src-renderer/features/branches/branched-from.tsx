/**
 * The line under the session bar: of a branch it names the session and message it was branched from (BR-3), of a helper's session the one
 * that it works for (AG-2), and leads there.
 */

import { CornerLeftUp, GitBranch } from "lucide-react";
import { useStore } from "zustand";
import type { BranchLinks } from "../../../src-preload/contract/domain/branches";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { visible } from "../../platform/visible";
import { doing, showSession } from "../../thread/actions";
import { branchLinks } from "../../thread/branch-links";
import { ask } from "../../thread/requests";
import { mainThread } from "../../thread/thread";
import { NumberedTitle } from "../../ui/numbered-title";
import "./branches.css";

function Origin({ origin }: { origin: NonNullable<BranchLinks["origin"]> }) {
  const { t } = useTranslation("chat");
  const { session_id, message_id, title, trashed } = origin;
  const show = () => {
    if (message_id !== undefined) return doing(() => ask().showMessage(session_id, message_id));
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

/** Says of a helper's session whose it is (AG-2), and leads back to it. */
function PartOf({
  agent,
  part_of: { session_id, title },
}: Required<Pick<SessionSummary, "part_of">> & Pick<SessionSummary, "agent">) {
  const { t } = useTranslation("chat");
  const show = () => {
    showSession(session_id);
    mainThread.focusComposer();
  };
  return (
    <div className="branched-from" role="note" aria-label={t("branch.line")}>
      <CornerLeftUp aria-hidden="true" />
      <span className="branched-from-words">
        <span>
          {title === undefined ? t("branch.part-of-removed") : t("branch.part-of", { agent: visible(agent) })}
        </span>{" "}
        {title === undefined ? null : <NumberedTitle className="branched-from-title" title={title} />}
      </span>
      {title === undefined ? null : (
        <button
          type="button"
          className="button button-link"
          aria-label={t("branch.back-to", { title })}
          onClick={show}
        >
          {t("branch.back")}
        </button>
      )}
    </div>
  );
}

export function BranchedFrom() {
  const { t } = useTranslation("chat");
  const origin = useStore(branchLinks, (state) => state.origin);
  const session = useStore(mainThread.drawn, ({ view }) => view?.session);
  if (session?.part_of !== undefined) return <PartOf agent={session.agent} part_of={session.part_of} />;
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
