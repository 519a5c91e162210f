/** The backups (SV-8): which there are, one more now, a look into one, the way back to one, copies elsewhere, and the move to another computer. */
import { useState } from "react";
import type { BackupsView, ListedBackup } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { openDialog } from "../../platform/dialogs";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { NotRead } from "../../thread/not-read";
import { ActionButton } from "../../ui/action-button";
import { BackupRow } from "./backup-row";
import { Elsewhere } from "./elsewhere";
import { Inside } from "./inside";
import { Making } from "./making-view";
import { type BackupsState, useBackups } from "./use-backups";
import "./backups.css";

export function BackupsPage() {
  const { t } = useTranslation("backups");
  const state = useBackups();
  const [inside, setInside] = useState<ListedBackup>();
  const [left, setLeft] = useState<string>();
  if (inside !== undefined)
    return (
      <Inside
        backup={inside}
        onBack={() => {
          setInside(undefined);
          setLeft(inside.id);
        }}
      />
    );
  const { view, said, busy, again } = state;
  return (
    <div className="backups" aria-busy={busy}>
      <p>{t("intro")}</p>
      {view === undefined ? (
        <>
          <p className="backups-hint">{busy ? t("loading") : said}</p>
          {busy ? null : <NotRead onAgain={again} />}
        </>
      ) : (
        <>
          <Making view={view} state={state} />
          <p className="backups-said" aria-live="polite">
            {said}
          </p>
          <List view={view} state={state} left={left} onLook={setInside} />
          <Elsewhere elsewhere={view.elsewhere} state={state} />
        </>
      )}
      <h3>{t("move.title")}</h3>
      <p className="backups-hint">{t("move.hint")}</p>
      <p className="backups-hint">{t("move.steps")}</p>
      <div className="backups-actions">
        <ActionButton onClick={() => openDialog({ name: "export" })}>{t("move.export")}</ActionButton>
        <ActionButton onClick={() => openDialog({ name: "import" })}>{t("move.import")}</ActionButton>
      </div>
    </div>
  );
}

interface ListProps {
  view: BackupsView;
  state: BackupsState;
  /** The backup into which the user has looked last. */
  left: string | undefined;
  onLook: (backup: ListedBackup) => void;
}

function List({ view, state, left, onLook }: ListProps) {
  const { t } = useTranslation("backups");
  const { chosen, setChosen, act, busy } = state;
  const all = [...(chosen === undefined ? [] : [chosen]), ...view.backups];
  const choose = () =>
    act(async () => {
      const found = await call("backups.choose", {});
      if (found !== null) setChosen(found);
      return "";
    });
  return (
    <section>
      {view.backups.length === 0 ? <p className="backups-hint">{t("none")}</p> : null}
      {all.length === 0 ? null : (
        <ul className="backups-list" aria-label={t("list")}>
          {all.map((backup) => (
            <li key={backup.id}>
              <BackupRow
                backup={backup}
                isFile={backup === chosen}
                takesFocus={backup.id === left}
                state={state}
                onLook={onLook}
              />
            </li>
          ))}
        </ul>
      )}
      {view.backups.length === 0 ? null : (
        <p className="backups-hint backups-path">{t("place", { folder: view.folder })}</p>
      )}
      <div className="backups-actions">
        <ActionButton onClick={() => doing(() => call("backups.open_folder", {}))}>
          {t("open-folder")}
        </ActionButton>
        <ActionButton disabled={busy} onClick={choose}>
          {t("choose")}
        </ActionButton>
      </div>
      <p className="backups-hint">{t("choose-hint")}</p>
    </section>
  );
}
