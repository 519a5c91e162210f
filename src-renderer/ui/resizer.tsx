/** The movable edge of a pane: dragged, or moved by arrow keys. A double click restores the usual width. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import "./resizer.css";

const STEP = 16;

interface ResizerProps {
  /** The id of the pane, in which the resizer stands. */
  controls: string;
  /** Returns the element of the pane. */
  pane: () => HTMLElement | null;
  label: string;
  /** The edge of the pane, in the direction of reading. */
  edge: "start" | "end";
  /** CSS pixels, as are all widths. */
  width: number;
  limits: { min: number; usual: number; max: number };
  /** Returns the nearest allowed width. */
  within: (width: number) => number;
  onResize: (width: number) => void;
}

/** 1 where the pane grows when its edge moves right, -1 where it shrinks. */
const growth = (edge: "start" | "end") =>
  (edge === "end" ? 1 : -1) * (document.documentElement.dir === "rtl" ? -1 : 1);

function widthByKey(key: string, { edge, width, limits }: ResizerProps): number | undefined {
  if (key === "ArrowRight") return width + STEP * growth(edge);
  if (key === "ArrowLeft") return width - STEP * growth(edge);
  if (key === "Home") return limits.min;
  return key === "End" ? limits.max : undefined;
}

/** The pane takes its width from the variable `--width`. */
export function Resizer(props: ResizerProps) {
  const { controls, pane, label, edge, width, limits, within, onResize } = props;
  const drag = useRef<{ x: number; from: number; width?: number }>(undefined);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: pane()?.offsetWidth ?? width };
  };
  // Dragging changes only the pane's style: no component renders.
  const onPointerMove = ({ clientX }: PointerEvent<HTMLElement>) => {
    if (drag.current === undefined) return;
    const { x, from } = drag.current;
    drag.current.width = within(from + (clientX - x) * growth(edge));
    pane()?.style.setProperty("--width", `${drag.current.width}px`);
  };
  // Keeps the visible width however the drag ends, by the user or by the system.
  const onLostPointerCapture = () => {
    const dragged = drag.current?.width;
    drag.current = undefined;
    if (dragged !== undefined) onResize(dragged);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = widthByKey(event.key, props);
    if (now === undefined) return;
    event.preventDefault();
    onResize(now);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is no hr.
    <div
      className="resizer"
      data-edge={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      onDoubleClick={() => onResize(limits.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
