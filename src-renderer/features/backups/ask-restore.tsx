/** Asks before everything is replaced by a backup: says what comes, what stays, and which answers are stopped. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call, toErrorInfo } from "../../platform/bridge";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { reportError } from "../../platform/notices";
import { useWork } from "../../platform/use-work";
import { ActionButton } from "../../ui/action-button";
import { WorkProgress } from "../../ui/work-progress";
import { leaveAtEscape } from "./leave-at-escape";
import { day } from "./words";

interface AskRestoreProps {
  backup: ListedBackup;
  isFile: boolean;
  onKeep: () => void;
}

export function AskRestore({ backup: { id, made_at, name }, isFile, onKeep }: AskRestoreProps) {
  const { t } = useTranslation(["backups", "common"]);
  const [restarting, setRestarting] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const work = useWork("backups.cancel");
  useLayoutEffect(() => keep.current?.focus(), []);
  const restore = () =>
    work.begin(async (work_id) => {
      setRestarting((await call("backups.restore", { id, work_id })).restarts);
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from any of its buttons.
    <div
      className="backups-question"
      onKeyDown={leaveAtEscape(() => {
        if (work.underWay) work.cancel();
        else if (!restarting) onKeep();
      })}
    >
      <p className="backups-asked">
        {isFile ? t("ask.title-file", { name }) : t("ask.title", { date: day(made_at) })}
      </p>
      <p>{t("ask.brings")}</p>
      <p>{t("ask.keeps")}</p>
      <Running />
      <p>{t("ask.restarts")}</p>
      <div aria-live="polite">
        {work.failure === undefined ? null : (
          <p className="backups-problem">
            <FailureWords failure={toErrorInfo(work.failure)} />
          </p>
        )}
        {restarting ? <p>{t("ask.restarting")}</p> : null}
      </div>
      {work.underWay ? (
        <div className="backups-actions">
          <WorkProgress
            name={t("ask.under-way")}
            share={work.share}
            cancelLabel={t("common:cancel")}
            onCancel={work.cancel}
          />
        </div>
      ) : (
        <div className="backups-actions">
          <button
            type="button"
            className="button button-danger"
            aria-disabled={restarting}
            onClick={() => restarting || restore()}
          >
            {t("ask.yes")}
          </button>
          <ActionButton ref={keep} disabled={restarting} onClick={onKeep}>
            {t("ask.no")}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

/** Names the answers that a restore stops. */
function Running() {
  const { t } = useTranslation("backups");
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    call("backups.running", {}).then((found) => setTitles(found.titles), reportError);
  }, []);
  if (titles.length === 0) return null;
  return (
    <div>
      <p>{t("ask.running", { count: titles.length })}</p>
      <ul className="backups-running">
        {titles.map((title, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes.
          <li key={at} dir="auto">
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
}
