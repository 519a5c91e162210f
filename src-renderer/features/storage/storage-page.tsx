/** The space that the data folder takes, by its parts, and ways to free some (SV-10). */

import { useState } from "react";
import type { FoundSession } from "../../../src-preload/contract/domain/search";
import type { StorageReport } from "../../../src-preload/contract/domain/storage";
import { call } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { bytes } from "../../platform/language/bytes";
import { useTranslation } from "../../platform/language/use-translation";
import { useActing } from "../../platform/use-acting";
import { doing } from "../../thread/actions";
import { useListMarks } from "../../thread/list-marks";
import { ActionButton } from "../../ui/action-button";
import { Total } from "./total";
import "./storage-page.css";

/** Bytes of the page that an empty table has. */
const EMPTY = 1024;

const totalOf = ({ space }: StorageReport): number => space.reduce((sum, { size }) => sum + size, 0);

/** Returns the last report, and the functions that measure again. */
function useReport() {
  const [report, setReport] = useState<StorageReport>();
  const acting = useActing(async () => setReport(await call("storage.report", {})));
  return { report, ...acting };
}

interface StoragePageProps {
  /** Opens a session where it is read now. */
  open: (session: FoundSession) => void;
}

export function StoragePage({ open }: StoragePageProps) {
  const { t } = useTranslation("storage");
  const { report, said, busy, act, again } = useReport();
  const freed = (size: number) => (size === 0 ? t("freed-none") : t("freed", { size: bytes(size) }));
  return (
    <div className="storage" aria-busy={busy}>
      <div className="storage-head">
        <Total size={report && totalOf(report)} busy={busy} onAgain={again} />
        <ActionButton onClick={() => doing(() => call("storage.open_folder", {}))}>
          {t("folder")}
        </ActionButton>
      </div>
      <p className="storage-said" aria-live="polite">
        {said}
      </p>
      {report === undefined ? null : (
        <>
          <Space report={report} />
          <div className="storage-actions">
            <ActionButton
              disabled={busy}
              onClick={() => act(async () => freed((await call("storage.free", {})).freed))}
            >
              {t("free")}
            </ActionButton>
            <ActionButton
              disabled={busy}
              onClick={() => act(async () => freed((await call("storage.clear_logs", {})).freed))}
            >
              {t("clear-logs")}
            </ActionButton>
            {report.space.some(({ kind, size }) => kind === "events" && size > EMPTY) ? (
              <ActionButton
                disabled={busy}
                onClick={() =>
                  act(async () => {
                    await call("storage.delete_event_log", {});
                    return t("events-deleted");
                  })
                }
              >
                {t("delete-events")}
              </ActionButton>
            ) : null}
          </div>
          <Biggest report={report} open={open} />
        </>
      )}
      <h3>{t("help")}</h3>
      <p className="storage-hint">{t("help-hint")}</p>
      <div className="storage-actions">
        <ActionButton
          disabled={busy}
          onClick={() =>
            act(async () => ((await call("storage.export_diagnostics", {})).saved ? t("exported") : ""))
          }
        >
          {t("diagnostics")}
        </ActionButton>
      </div>
    </div>
  );
}

function Space({ report }: { report: StorageReport }) {
  const { t } = useTranslation("storage");
  const total = totalOf(report);
  const shown = report.space.filter(({ size }) => size > 0).sort((one, other) => other.size - one.size);
  return (
    <section>
      <h3>{t("space")}</h3>
      <p className="storage-hint">
        {t("count", {
          messages: t("messages", { count: report.messages }),
          sessions: t("sessions", { count: report.sessions }),
        })}
      </p>
      <table className="storage-table">
        <tbody>
          {shown.map(({ kind, size }) => (
            <tr key={kind}>
              <th scope="row">{t(`kind.${kind}`)}</th>
              <td className="storage-share" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * size) / Math.max(1, total)}%` }} />
              </td>
              <td className="storage-size">{bytes(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Biggest({ report, open }: { report: StorageReport } & StoragePageProps) {
  const { t } = useTranslation("storage");
  const marksOf = useListMarks();
  return (
    <section>
      <h3>{t("biggest")}</h3>
      {report.biggest.length === 0 ? <p className="storage-hint">{t("nothing")}</p> : null}
      <ul className="storage-list">
        {report.biggest.map(({ session, size }) => (
          <li key={session.id}>
            <button
              type="button"
              className="storage-session"
              dir="auto"
              aria-label={t("open-session", { title: session.title })}
              onClick={() => {
                closeDialog();
                open(session);
              }}
            >
              {session.title}
            </button>
            <span className="storage-mark">{marksOf(session).join(", ")}</span>
            <span className="storage-size">{bytes(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
