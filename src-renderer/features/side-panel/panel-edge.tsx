/** The edge that resizes the side panel. A panel that lies over the main thread has none. */

import { useStore } from "zustand";
import { SIDE_PANEL_WIDTH } from "../../../src-preload/contract/window/layout";
import { useTranslation } from "../../platform/language/use-translation";
import {
  halfOfRoom,
  halfWithinLimits,
  layout,
  resizeHalf,
  resizeSidePanel,
  sidePanelWithinLimits,
} from "../../platform/layout";
import { sideThread } from "../../thread/thread";
import { Resizer } from "../../ui/resizer";
import { sidePanel } from "./panel";
import { shownIn } from "./panel-state";
import { isHalf } from "./visibility";

export function PanelEdge() {
  const { t } = useTranslation("side-panel");
  const half = isHalf(useStore(sidePanel, shownIn));
  const crowded = useStore(layout, (state) => (half ? state.tight : state.crowded));
  const width = useStore(layout, (state) =>
    half ? (state.half_width ?? halfOfRoom()) : state.side_panel_width,
  );
  if (crowded) return null;
  const sizing = half
    ? {
        limits: { ...SIDE_PANEL_WIDTH, max: 2 * halfOfRoom() - SIDE_PANEL_WIDTH.min, usual: halfOfRoom() },
        within: halfWithinLimits,
        onResize: resizeHalf,
      }
    : { limits: SIDE_PANEL_WIDTH, within: sidePanelWithinLimits, onResize: resizeSidePanel };
  return (
    <Resizer
      controls="side-panel"
      pane={() => sideThread.frame}
      label={t("width")}
      edge="start"
      width={width}
      {...sizing}
    />
  );
}
