/** The edge between two panes: dragged, or moved by arrow keys; a double click brings back the usual width. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SIDEBAR_WIDTH } from "../../../src-preload/contract/panes";
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
  const begun = useRef<{ x: number; width: number }>(undefined);
  const widthAt = ({ clientX }: PointerEvent) =>
    begun.current && withinLimits(begun.current.width + (clientX - begun.current.x) * towardsEnd());

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    begun.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width };
  };
  // While it is dragged, the pane alone is told: no component renders.
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = widthAt(event);
    if (now !== undefined)
      event.currentTarget.parentElement?.style.setProperty("--sidebar-width", `${now}px`);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const now = widthAt(event);
    begun.current = undefined;
    if (now !== undefined) resizeSidebar(now);
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
      onPointerUp={onPointerUp}
      onLostPointerCapture={() => {
        begun.current = undefined;
      }}
      onDoubleClick={() => resizeSidebar(SIDEBAR_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
