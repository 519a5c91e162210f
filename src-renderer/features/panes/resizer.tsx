/** The edge between two panes: dragged, or moved by arrow keys; a double click brings back the usual width. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { SIDEBAR_WIDTH } from "../../../src-preload/contract/panes";
import { useTranslation } from "../../language/use-translation";
import { resizeSidebar, withinLimits } from "../../state/panes";

const STEP = 16;

/** In the direction of reading, what is to the right of the edge grows to the left of it. */
const towardsEnd = () => (document.documentElement.dir === "rtl" ? -1 : 1);

function widthByKey(key: string, width: number): number | undefined {
  if (key === "ArrowRight") return width + STEP * towardsEnd();
  if (key === "ArrowLeft") return width - STEP * towardsEnd();
  if (key === "Home") return SIDEBAR_WIDTH.min;
  return key === "End" ? SIDEBAR_WIDTH.max : undefined;
}

export function Resizer({ controls, width }: { controls: string; width: number }) {
  const { t } = useTranslation();
  const drag = useRef<{ x: number; from: number; width?: number }>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: event.currentTarget.parentElement?.offsetWidth ?? width };
  };
  // While it is dragged, the pane alone is told: no component renders.
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (drag.current === undefined) return;
    const { x, from } = drag.current;
    drag.current.width = withinLimits(from + (clientX - x) * towardsEnd());
    currentTarget.parentElement?.style.setProperty("--sidebar-width", `${drag.current.width}px`);
  };
  // However it ends, let go or taken away by the system: what is seen is kept.
  const onLostPointerCapture = () => {
    const dragged = drag.current?.width;
    drag.current = undefined;
    if (dragged !== undefined) resizeSidebar(dragged);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = widthByKey(event.key, width);
    if (now === undefined) return;
    event.preventDefault();
    resizeSidebar(now);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no hr.
    <div
      className="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("sidebar-width")}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={SIDEBAR_WIDTH.min}
      aria-valuemax={SIDEBAR_WIDTH.max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      onDoubleClick={() => resizeSidebar(SIDEBAR_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
