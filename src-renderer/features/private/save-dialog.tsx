/** Asks once what saving a private session means, and saves it (SE-10). This window then makes room for an ordinary one. */
import { useRef, useState } from "react";
import { useStore } from "zustand";
import type { WhatIsSaved } from "../../../src-preload/contract/domain/private";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { NotRead, useReading } from "../../thread/not-read";
import { type SessionListState, sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import { ActionButton } from "../../ui/action-button";
import { Dialog } from "../../ui/dialog";
import { FailureBar } from "../../ui/failure-bar";
import "./save-dialog.css";

/** The list of a private window has private sessions alone. */
const isAnswering = ({ states }: SessionListState): boolean =>
  [...states.values()].some((state) => state === "busy" || state === "retrying");

export default function SaveDialog() {
  const { t } = useTranslation(["private", "common"]);
  const [session_id] = useState(() => mainThread.view.getState().session_id);
  const [what, setWhat] = useState<WhatIsSaved>();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const answering = useStore(sessionList, isAnswering);
  const keep = useRef<HTMLButtonElement>(null);
  const plan = useReading(
    session_id,
    async () => (session_id ? await call("private.plan", { session_id }) : undefined),
    setWhat,
  );
  const save = async () => {
    if (!session_id) return;
    setSaving(true);
    setFailure(undefined);
    // The words in its composer are saved with it.
    mainThread.flush();
    try {
      await call("private.save", { session_id });
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="save-private-dialog"
      initialFocus={keep}
    >
      <div className="save-private">
        {failure === undefined ? null : (
          <FailureBar dismiss={t("common:dismiss")} onDismiss={() => setFailure(undefined)}>
            <FailureWords failure={toErrorInfo(failure)} />
          </FailureBar>
        )}
        <p>{t("intro")}</p>
        <p>{[...alongWith(what), t("afterwards")].join(" ")}</p>
        {plan.failed ? <NotRead onAgain={plan.again} /> : null}
        <p role="status" className="save-private-reason">
          {answering ? t("answering") : ""}
        </p>
        <div className="save-private-actions">
          <ActionButton ref={keep} onClick={closeDialog}>
            {t("keep")}
          </ActionButton>
          <ActionButton disabled={answering || saving || what === undefined} onClick={() => void save()}>
            {t("save")}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );

  function alongWith(plan: WhatIsSaved | undefined): string[] {
    if (plan === undefined) return [];
    const { sidecars, branches } = plan;
    return [
      ...(sidecars > 0 ? [t("sidecars", { count: sidecars })] : []),
      ...(branches > 0 ? [t("branches", { count: branches })] : []),
    ];
  }
}
