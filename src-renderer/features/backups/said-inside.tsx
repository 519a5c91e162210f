/** Searches the messages of a backup, when its user asks for that: reads the whole file, so it takes a while, and can be cancelled. */
import { useEffect, useRef, useState } from "react";
import type { BackupSearch, BackupSession } from "../../../src-preload/contract/domain/backups";
import { call, toErrorInfo } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import type { Work } from "../../platform/use-work";
import { ActionButton } from "../../ui/action-button";
import { focusIfNowhere } from "../../ui/focus";
import { WorkProgress } from "../../ui/work-progress";
import { leaveAtEscape } from "./leave-at-escape";
import { SessionRow } from "./session-row";

/** A search and its words. Kept while a session is read, so that its reader comes back to the results. */
export interface SaidSearch {
  words: string;
  found: BackupSearch;
}

interface SaidInsideProps {
  work: Work;
  backup_id: string;
  words: string;
  /** The last search; its results are shown as long as it is of these words. */
  last: SaidSearch | undefined;
  onFound: (search: SaidSearch) => void;
  onRead: (session: BackupSession) => void;
}

export function SaidInside({ work, backup_id, words, last, onFound, onRead }: SaidInsideProps) {
  const { t } = useTranslation(["backups", "common"]);
  const button = useRef<HTMLButtonElement>(null);
  const [wasUnderWay, setWasUnderWay] = useState(false);
  if (work.underWay && !wasUnderWay) setWasUnderWay(true);
  // The button that cancelled, or that the end took away, had the focus.
  useEffect(() => {
    if (!work.underWay && wasUnderWay) focusIfNowhere(button.current);
  }, [work.underWay, wasUnderWay]);
  const search = () =>
    work.begin(async (work_id) => {
      const found = await call("backups.search", { id: backup_id, words, work_id });
      if (found !== null) onFound({ words, found });
    });
  const found = last?.words === words && !work.underWay ? last.found : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape on its button cancels.
    <section
      onKeyDown={(event) => {
        if (work.underWay) leaveAtEscape(work.cancel)(event);
      }}
    >
      {work.failure === undefined ? null : (
        <p className="backups-problem" role="alert">
          <FailureWords failure={toErrorInfo(work.failure)} />
        </p>
      )}
      <div className="backups-actions">
        {work.underWay ? (
          <WorkProgress
            name={t("inside.searching")}
            share={work.share}
            cancelLabel={t("common:cancel")}
            onCancel={work.cancel}
          />
        ) : (
          <ActionButton ref={button} onClick={search}>
            {t("inside.search")}
          </ActionButton>
        )}
      </div>
      <p className="backups-hint" aria-live="polite">
        {found === undefined
          ? null
          : found.sessions.length === 0
            ? t("inside.nothing-said")
            : t("inside.said", { count: found.sessions.length })}
      </p>
      {found === undefined || found.sessions.length === 0 ? null : (
        <ul className="backups-sessions" aria-label={t("inside.found")}>
          {found.sessions.map((one) => (
            <SessionRow key={one.session_id} session={one} snippet={one.snippet} onRead={onRead} />
          ))}
        </ul>
      )}
      {found?.more ? <p className="backups-hint">{t("inside.more-said")}</p> : null}
    </section>
  );
}
