/** Summarises earlier turns (CP-2), where their reader sees how full the window is. A button that has to wait says why. */
import { useId } from "react";
import { useStore } from "zustand";
import { say } from "../../platform/announce";
import { runCommand } from "../../platform/commands/registry";
import { useTranslation } from "../../platform/language/use-translation";
import { mainThread } from "../../thread/thread";
import { refusalToCompact } from "../../thread/view/can-compact";
import { refusing } from "../../ui/tooltip";
import { closeUsage } from "./usage-state";

export function CompactButton() {
  const { t } = useTranslation("compaction");
  const refused = useStore(mainThread.view, refusalToCompact);
  const refusal = refused && t(`not-now.${refused}`);
  const hint = useId();
  const compact = () => {
    if (refusal !== undefined) return say(refusal);
    closeUsage();
    mainThread.focusComposer();
    runCommand("compact");
  };
  return (
    <div className="usage-compact">
      <p className="facts-hint" id={hint}>
        {t("compact-tip")}
      </p>
      <button
        type="button"
        className="button"
        data-once=""
        aria-describedby={hint}
        {...refusing(refusal)}
        onClick={compact}
      >
        {t("compact")}
      </button>
    </div>
  );
}
