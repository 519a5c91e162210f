/** One more backup now, with its progress, and the way to delete the old ones, which asks first. */
import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { BackupsView } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { useArrival } from "../../platform/settings/arrival";
import { useLongWork } from "../../platform/use-work";
import { ActionButton } from "../../ui/action-button";
import { focusInto } from "../../ui/focus";
import { WorkProgress } from "../../ui/work-progress";
import { AskDelete } from "./ask-delete";
import { makeBackup, making } from "./making";
import type { BackupsState } from "./use-backups";

interface MakingProps {
  view: BackupsView;
  state: BackupsState;
}

export function Making({ view, state: { busy, act } }: MakingProps) {
  const { t } = useTranslation(["backups", "common"]);
  const arrival = useArrival<HTMLDivElement>("backups", focusInto);
  const work = useLongWork(making);
  const [asking, setAsking] = useState(false);
  const [maker, asker] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const cancel = () => {
    work.cancel();
    maker.current?.focus();
  };
  const leave = (to: RefObject<HTMLButtonElement | null>) => {
    flushSync(() => setAsking(false));
    to.current?.focus();
  };
  const deleteOld = () => {
    // The button that has asked goes with the old backups.
    leave(maker);
    act(async () => {
      const { freed } = await call("backups.delete_old", {});
      return freed === 0 ? t("freed-none") : t("freed", { size: bytes(freed) });
    });
  };
  const old = view.backups.filter(({ kept }) => !kept).length - 1;
  return (
    <>
      <Problem view={view} />
      {asking ? (
        <AskDelete
          question={t("ask-delete-old", { count: old })}
          onDelete={deleteOld}
          onKeep={() => leave(asker)}
        />
      ) : (
        <div ref={arrival} className="backups-actions">
          <ActionButton ref={maker} disabled={busy} onClick={() => act(makeBackup)}>
            {t("make")}
          </ActionButton>
          {old > 0 ? (
            <ActionButton ref={asker} disabled={busy} onClick={() => setAsking(true)}>
              {t("delete-old")}
            </ActionButton>
          ) : null}
          {work.underWay ? (
            <WorkProgress
              name={t("making")}
              share={work.share}
              cancelLabel={t("common:cancel")}
              onCancel={cancel}
            />
          ) : null}
        </div>
      )}
    </>
  );
}

function Problem({ view: { problem } }: Pick<MakingProps, "view">) {
  const { t } = useTranslation("backups");
  const inWords = useInWords();
  if (problem === undefined) return null;
  return <p className="backups-problem">{t("problem", { problem: inWords(problem) })}</p>;
}
