/** Where there is no room for two conversations beside each other: which of them is seen. It stands at the foot of both. */
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { beside, enterBeside, leaveBeside } from "../../state/beside";
import { besidePane, mainPane, type Pane } from "../../state/pane";
import { useSessionHead } from "../../state/session-head";
import { NumberedTitle } from "../../ui/numbered-title";

function useTitle(pane: Pane): string {
  const { t } = useTranslation("compare");
  const isTimeline = useStore(pane.drawn, ({ timeline }) => timeline !== undefined);
  const title = useSessionHead(pane)?.title ?? "";
  const compares = useStore(beside, ({ shown }) => shown?.kind === "timeline");
  const turns = useStore(mainPane.drawn, ({ hidden }) =>
    compares ? hidden.find(({ op_id }) => op_id === timelineOf()) : undefined,
  );
  if (isTimeline) return t("hidden", { count: turns?.turns ?? 0 });
  return compares ? t("shown-turns") : title;
}

const timelineOf = () => besidePane.drawn.getState().timeline?.op_id;

export function SideSwitch() {
  const { t } = useTranslation("compare");
  const over = useStore(beside, (state) => state.over);
  const main = useTitle(mainPane);
  const other = useTitle(besidePane);
  const leave = () => {
    leaveBeside();
    mainPane.focusComposer();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is here.
    <div className="side-switch" role="group" aria-label={t("switch")}>
      <button type="button" aria-pressed={!over} onClick={leave}>
        <NumberedTitle className="side-title" title={main} />
      </button>
      <button type="button" aria-pressed={over} onClick={enterBeside}>
        <NumberedTitle className="side-title" title={other} />
      </button>
    </div>
  );
}
