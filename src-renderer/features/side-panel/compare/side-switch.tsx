/** Chooses between two conversations where there is room for only one. Stands at the foot of both. */
import { useStore } from "zustand";
import type { OpId } from "../../../../src-preload/contract/domain/ids";
import { useTranslation } from "../../../platform/language/use-translation";
import { useSessionHead } from "../../../thread/session-head";
import { mainThread, sideThread, type Thread } from "../../../thread/thread";
import { NumberedTitle } from "../../../ui/numbered-title";
import { enterPanel, leavePanel, sidePanel } from "../panel";
import { readIn } from "../panel-state";
import "./compare.css";

function useTitle(thread: Thread): string {
  const { t } = useTranslation("compare");
  const isTimeline = useStore(thread.drawn, ({ timeline }) => timeline !== undefined);
  const isSummary = useStore(
    thread.drawn,
    ({ timeline }) => timeline !== undefined && !("op_id" in timeline),
  );
  const title = useSessionHead(thread)?.title ?? "";
  const compares = useStore(sidePanel, (panel) => readIn(panel)?.kind === "timeline");
  const turns = useStore(mainThread.drawn, ({ hidden }) =>
    compares ? hidden.find(({ op_id }) => op_id === timelineOf()) : undefined,
  );
  const summary = useTranslation("compaction").t("summary");
  if (isSummary) return summary;
  if (isTimeline) return t("hidden", { count: turns?.turns ?? 0 });
  return compares ? t("shown-turns") : title;
}

function timelineOf(): OpId | undefined {
  const { timeline } = sideThread.drawn.getState();
  return timeline !== undefined && "op_id" in timeline ? timeline.op_id : undefined;
}

export function SideSwitch() {
  const { t } = useTranslation("compare");
  const over = useStore(sidePanel, ({ front }) => front);
  const main = useTitle(mainThread);
  const other = useTitle(sideThread);
  const leave = () => {
    leavePanel();
    mainThread.focusComposer();
  };
  return (
    <nav className="side-switch" aria-label={t("switch")}>
      <button type="button" aria-pressed={!over} onClick={leave}>
        <NumberedTitle className="side-title" title={main} />
      </button>
      <button type="button" aria-pressed={over} onClick={enterPanel}>
        <NumberedTitle className="side-title" title={other} />
      </button>
    </nav>
  );
}
