/** One backup of the list, with its actions. A question stands in place of its row; the button that keeps everything has the focus. */
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { ActionButton } from "../../ui/action-button";
import { AskRestore } from "./ask-restore";
import { leaveAtEscape } from "./leave-at-escape";
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
  if (asking === "delete") return <AskDelete backup={backup} act={state.act} onKeep={onKeep} />;
  const { made_at, size, sessions, kept, name } = backup;
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

interface AskDeleteProps {
  backup: ListedBackup;
  act: BackupsState["act"];
  onKeep: () => void;
}

function AskDelete({ backup: { id, made_at }, act, onKeep }: AskDeleteProps) {
  const { t } = useTranslation("backups");
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  const remove = () =>
    act(async () => t("freed", { size: bytes((await call("backups.delete", { id })).freed) }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from any of its buttons.
    <div className="backups-question" onKeyDown={leaveAtEscape(onKeep)}>
      <p>{t("ask-delete", { date: day(made_at) })}</p>
      <div className="backups-actions">
        <ActionButton onClick={remove}>{t("yes-delete")}</ActionButton>
        <ActionButton ref={keep} onClick={onKeep}>
          {t("keep")}
        </ActionButton>
      </div>
    </div>
  );
}
