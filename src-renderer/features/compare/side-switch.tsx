/** Where there is no room for two conversations beside each other: which of them is seen. It stands at the foot of both. */
import { useStore } from "zustand";
import { useTranslation } from "../../language/use-translation";
import { beside, enterBeside, leaveBeside } from "../../state/beside";
import { besidePane, mainPane, type Pane } from "../../state/pane";

function useTitle({ view }: Pane): string {
  const { t } = useTranslation("compare");
  const isTimeline = useStore(view, ({ timeline }) => timeline !== undefined);
  const title = useStore(view, (state) => state.view?.session.title ?? "");
  const compares = useStore(beside, ({ shown }) => shown?.kind === "timeline");
  const turns = useStore(mainPane.view, ({ hidden }) =>
    compares ? hidden.find(({ op_id }) => op_id === timelineOf()) : undefined,
  );
  if (isTimeline) return t("hidden", { count: turns?.turns ?? 0 });
  return compares ? t("shown-turns") : title;
}

const timelineOf = () => besidePane.view.getState().timeline?.op_id;

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
        <bdi>{main}</bdi>
      </button>
      <button type="button" aria-pressed={over} onClick={enterBeside}>
        <bdi>{other}</bdi>
      </button>
    </div>
  );
}
