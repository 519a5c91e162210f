/** Brings the session that is read in a backup into the library (SV-8), says how that went, and takes it back. */
import { useLayoutEffect, useRef, useState } from "react";
import type { BackupSession, BroughtBack } from "../../../src-preload/contract/domain/backups";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { call, toErrorInfo } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useWork, type Work } from "../../platform/use-work";
import { showSession } from "../../thread/actions";
import { ActionButton } from "../../ui/action-button";
import { WorkProgress } from "../../ui/work-progress";
import { leaveAtEscape } from "./leave-at-escape";

interface BringBackProps {
  backup_id: string;
  session: BackupSession;
}

/** `undone`: it was brought back, and lies in the trash now. */
type Came = BroughtBack | { is: "undone" };

function show(session_id: SessionId) {
  closeDialog();
  showSession(session_id);
}

export function BringBack({ backup_id, session: { session_id } }: BringBackProps) {
  const { t } = useTranslation(["backups", "common"]);
  const [came, setCame] = useState<Came>();
  const work = useWork();
  const bring = (again: boolean) =>
    work.begin(async (work_id) => {
      const done = await call("backups.bring_back", { id: backup_id, session_id, again, work_id });
      if (done !== null) setCame(done);
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on any of its buttons cancels.
    <section
      className="backups-bring"
      onKeyDown={(event) => {
        if (work.underWay) leaveAtEscape(work.cancel)(event);
      }}
    >
      <div aria-live="polite">
        <Said came={came} />
        {work.failure === undefined ? null : (
          <p className="backups-problem">
            <FailureWords failure={toErrorInfo(work.failure)} />
          </p>
        )}
      </div>
      <div className="backups-actions">
        <Actions came={came} work={work} onBring={bring} onCame={setCame} />
        {work.underWay ? (
          <WorkProgress
            name={t("bring.under-way")}
            share={work.share}
            cancelLabel={t("common:cancel")}
            onCancel={work.cancel}
          />
        ) : null}
      </div>
    </section>
  );
}

function Said({ came }: { came: Came | undefined }) {
  const { t } = useTranslation("backups");
  switch (came?.is) {
    case undefined:
      return <p className="backups-hint">{t("bring.hint")}</p>;
    case "undone":
      return <p>{t("bring.undone")}</p>;
    case "there":
      return <p>{t(came.trashed ? "bring.trashed" : "bring.there")}</p>;
    case "back":
      return (
        <>
          <p>{t("bring.back", { count: came.session_ids.length - 1 })}</p>
          {came.missing === 0 ? null : <p>{t("bring.missing", { count: came.missing })}</p>}
        </>
      );
  }
}

interface ActionsProps {
  came: Came | undefined;
  work: Work;
  onBring: (again: boolean) => void;
  onCame: (came: Came) => void;
}

function Actions({ came, work, onBring, onCame }: ActionsProps) {
  const { t } = useTranslation("backups");
  const first = useRef<HTMLButtonElement>(null);
  // The button that was pressed may be gone.
  useLayoutEffect(() => {
    if (came !== undefined) first.current?.focus();
  }, [came]);
  if (came === undefined || came.is === "undone")
    return (
      <ActionButton ref={first} disabled={work.underWay} onClick={() => onBring(false)}>
        {t("bring.do")}
      </ActionButton>
    );
  if (came.is === "there")
    return (
      <>
        <Open ref={first} came={came} work={work} />
        <ActionButton disabled={work.underWay} onClick={() => onBring(true)}>
          {t("bring.copy")}
        </ActionButton>
      </>
    );
  const [session_id] = came.session_ids;
  const { undo_id: id } = came;
  const undo = () =>
    work.begin(async () => {
      await call("undo.last", { id });
      onCame({ is: "undone" });
    });
  return (
    <>
      {session_id === undefined ? null : (
        <ActionButton ref={first} disabled={work.underWay} onClick={() => show(session_id)}>
          {t("bring.open")}
        </ActionButton>
      )}
      {id === undefined ? null : (
        <ActionButton disabled={work.underWay} onClick={undo}>
          {t("bring.undo")}
        </ActionButton>
      )}
    </>
  );
}

interface OpenProps extends Pick<ActionsProps, "work"> {
  came: BroughtBack & { is: "there" };
  ref: React.RefObject<HTMLButtonElement | null>;
}

/** Opens the session that is there, out of the trash if it has to be. */
function Open({ came: { session_id, trashed }, work, ref }: OpenProps) {
  const { t } = useTranslation("backups");
  const open = () =>
    work.begin(async () => {
      if (trashed) await call("trash.restore", { session_id });
      show(session_id);
    });
  return (
    <ActionButton ref={ref} disabled={work.underWay} onClick={open}>
      {t(trashed ? "bring.from-trash" : "bring.open")}
    </ActionButton>
  );
}
