/**
 * Shows the name and the key of a control that is pointed at or focused by key. One layer serves the whole window: a control only carries
 * the attributes of `tip(…)`, so that a thousand of them cost nothing.
 */
import { Tooltip } from "@base-ui/react/tooltip";
import { useEffect, useState } from "react";
import "./tooltip.css";

/** Attributes for a control. Screen readers ignore the tooltip, which repeats the control's name. */
export const tip = (label: string, hotkey?: string) => ({
  "data-tip": label,
  ...(hotkey === undefined ? {} : { "data-tip-key": hotkey }),
});

/** Attributes for a control that keeps its place but does nothing now, with the reason. */
export const refusing = (reason: string | undefined) =>
  reason === undefined ? {} : { "aria-disabled": true, "aria-description": reason, ...tip(reason) };

const REST_MS = 500;

/** A name that stands in the control needs no tooltip beside it. Where there is no room for it, it has no width. */
const showsName = (control: HTMLElement) =>
  (control.querySelector<HTMLElement>("[data-tip-word]")?.offsetWidth ?? 0) > 0;

function tipped(target: EventTarget | null): HTMLElement | undefined {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  return control === null || showsName(control) ? undefined : control;
}

/** A press on a control that does nothing now asks why: returns that control. */
const asksWhy = (event: Event): HTMLElement | undefined => {
  if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return undefined;
  const control = tipped(event.target);
  return control?.ariaDisabled === "true" ? control : undefined;
};

/** Tells which control to name now; undefined for none. */
function watch(onShow: (control: HTMLElement | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLElement | undefined;
  let shown: HTMLElement | undefined;
  const show = (control: HTMLElement | undefined) => {
    shown = control;
    onShow(control);
  };
  const hide = () => {
    clearTimeout(timer);
    show(undefined);
  };
  const point = (event: PointerEvent) => {
    const control = tipped(event.target);
    if (control === over || event.pointerType === "touch") return;
    over = control;
    hide();
    if (control !== undefined) timer = setTimeout(() => control.isConnected && show(control), REST_MS);
  };
  const focus = (event: FocusEvent) => {
    const control = tipped(event.target);
    if (control?.matches(":focus-visible")) show(control);
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("pointerover", point, { signal });
  document.documentElement.addEventListener(
    "pointerleave",
    () => {
      over = undefined;
      hide();
    },
    { signal },
  );
  const press = (event: Event) => {
    clearTimeout(timer);
    show(asksWhy(event));
  };
  document.addEventListener("pointerdown", press, { signal, capture: true });
  document.addEventListener("focusin", focus, { signal });
  // Focus changes of other controls do not concern the one that is pointed at.
  document.addEventListener(
    "focusout",
    ({ target }) => target instanceof Node && shown?.contains(target) && hide(),
    { signal },
  );
  document.addEventListener("keydown", press, { signal, capture: true });
  // Hides a shown tooltip only. The conversation may scroll by itself while an answer comes, and must not keep a tooltip from appearing.
  document.addEventListener("scroll", () => shown !== undefined && hide(), { signal, capture: true });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

/** Rendered once in the window. */
export function TooltipLayer() {
  const [control, setControl] = useState<HTMLElement>();
  useEffect(() => watch(setControl), []);
  if (control === undefined) return null;
  const { tip: label, tipKey } = control.dataset;
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner className="tooltip-place" anchor={control} side="bottom" sideOffset={6}>
          <Tooltip.Popup className="tooltip" aria-hidden="true">
            {label}
            {tipKey === undefined ? null : <span className="key">{tipKey}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
