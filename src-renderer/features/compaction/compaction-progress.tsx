/**
 * Turns are being summarised: one line with a button that stops it. It stands at the end of the thread (CP-7), or in the editor that leaves
 * them (RW-8).
 */

import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import type { CompactionProgressProps } from "../../thread/slots";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { rewindState } from "../../thread/writing/rewind-state";
import { cancelCompaction } from "./compaction";
import "./compaction.css";

export function CompactionProgress({ inEditor = false }: CompactionProgressProps) {
  const { t } = useTranslation("compaction");
  const thread = useThread();
  const doing = useThreadDrawn(({ status }) => status.doing);
  const isLeaving = useStore(rewindState(thread), ({ leaving }) => leaving);
  if (doing === undefined || isLeaving !== inEditor) return null;
  const { part, of } = doing;
  const counts = part !== undefined && of !== undefined && of > 1;
  const value = counts
    ? {
        "aria-valuemin": 0,
        "aria-valuemax": of,
        "aria-valuenow": part,
        "aria-valuetext": t("part", { part, of }),
      }
    : {};
  return (
    <div className="compaction-progress">
      <div className="compaction-words">
        <span>
          {t(inEditor ? "working-left" : "working")}
          {counts ? <span className="summary-saved"> {t("part", { part, of })}</span> : null}
        </span>
        <button
          type="button"
          className="button button-link"
          data-once=""
          onClick={() => cancelCompaction(thread, inEditor)}
        >
          {t("cancel")}
        </button>
      </div>
      <div className="compaction-bar" role="progressbar" aria-label={t("progress")} {...value}>
        <span
          className="compaction-bar-done"
          data-unknown={counts ? undefined : ""}
          style={counts ? { inlineSize: `${(100 * (part - 1)) / of}%` } : undefined}
        />
      </div>
    </div>
  );
}
