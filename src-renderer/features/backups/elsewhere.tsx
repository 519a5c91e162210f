/** The second folder, to which each backup is copied: chosen by the system's dialog, calm where it is away or full. */
import type { Elsewhere as Standing } from "../../../src-preload/contract/domain/backups";
import { call } from "../../platform/bridge";
import { useTranslation } from "../../platform/language/use-translation";
import { ActionButton } from "../../ui/action-button";
import type { BackupsState } from "./use-backups";

interface ElsewhereProps {
  elsewhere: Standing | undefined;
  state: BackupsState;
}

export function Elsewhere({ elsewhere, state: { busy, act } }: ElsewhereProps) {
  const { t } = useTranslation("backups");
  const choose = () =>
    act(async () => {
      await call("backups.choose_folder", {});
      return "";
    });
  const stop = () =>
    act(async () => {
      await call("backups.stop_copying", {});
      return t("elsewhere.stopped");
    });
  return (
    <section>
      <h3>{t("elsewhere.title")}</h3>
      <p className="backups-hint">{t("elsewhere.hint")}</p>
      {elsewhere === undefined ? null : (
        <>
          <p className="backups-path">{t("elsewhere.to", { folder: elsewhere.folder })}</p>
          <p className="backups-hint" aria-live="polite">
            <State elsewhere={elsewhere} />
          </p>
        </>
      )}
      <div className="backups-actions">
        <ActionButton disabled={busy} onClick={choose}>
          {elsewhere === undefined ? t("elsewhere.choose") : t("elsewhere.change")}
        </ActionButton>
        {elsewhere === undefined ? null : (
          <ActionButton disabled={busy} onClick={stop}>
            {t("elsewhere.stop")}
          </ActionButton>
        )}
      </div>
    </section>
  );
}

function State({ elsewhere: { copying, problem, complete, copies } }: { elsewhere: Standing }) {
  const { t } = useTranslation("backups");
  if (copying) return t("elsewhere.copying");
  if (problem !== undefined) return t(`elsewhere.problem.${problem}`);
  if (!complete) return t("elsewhere.behind");
  return copies === 0 ? "" : t("elsewhere.complete", { count: copies });
}
