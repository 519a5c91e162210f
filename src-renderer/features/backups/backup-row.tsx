/** One backup of the list, with its actions. A question stands in place of its row; the button that keeps everything has the focus. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { AskDelete } from "./ask-delete";
import { AskRestore } from "./ask-restore";
import type { BackupsState } from "./use-backups";
import { age, day } from "./words";

interface BackupRowProps {
  backup: ListedBackup;
  /** A file that the user has chosen, and no backup of the list. */
  isFile: boolean;
  takesFocus: boolean;
  state: BackupsState;
  onLook: (backup: ListedBackup) => void;
}

export function BackupRow({ backup, isFile, takesFocus, state, onLook }: BackupRowProps) {
  const { t } = useTranslation(["backups", "storage"]);
  const [asking, setAsking] = useState<"restore" | "delete">();
  const looker = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(takesFocus);
  const title = useId();
  useLayoutEffect(() => {
    if (wasAsking.current && asking === undefined) looker.current?.focus();
    wasAsking.current = asking !== undefined;
  }, [asking]);
  const onKeep = () => setAsking(undefined);
  if (asking === "restore") return <AskRestore backup={backup} isFile={isFile} onKeep={onKeep} />;
  const { id, made_at, size, sessions, kept, name } = backup;
  if (asking === "delete") {
    const question = t("ask-delete", { date: day(made_at) });
    const remove = () =>
      state.act(async () => t("freed", { size: bytes((await call("backups.delete", { id })).freed) }));
    return <AskDelete question={question} onDelete={remove} onKeep={onKeep} />;
  }
  const facts = [
    age(made_at, Date.now()),
    bytes(size),
    sessions === undefined ? t("unreadable") : t("storage:sessions", { count: sessions }),
  ];
  return (
    <>
      <div className="backups-words">
        <p id={title}>{day(made_at)}</p>
        {kept ? <p className="backups-mark">{t("kept")}</p> : null}
        {isFile ? <p className="backups-mark backups-path">{t("from-file", { name })}</p> : null}
        <p className="backups-hint">{facts.join(" · ")}</p>
      </div>
      <div className="backups-actions">
        {kept ? (
          <button
            type="button"
            className="button button-quiet"
            aria-describedby={title}
            onClick={() => setAsking("delete")}
          >
            {t("delete")}
          </button>
        ) : null}
        <button
          ref={looker}
          type="button"
          className="button button-quiet"
          aria-describedby={title}
          onClick={() => onLook(backup)}
        >
          {t("look")}
        </button>
        <button
          type="button"
          className="button"
          aria-describedby={title}
          onClick={() => setAsking("restore")}
        >
          {t("restore")}
        </button>
      </div>
    </>
  );
}
