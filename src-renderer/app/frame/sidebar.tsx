/** The pane of the sessions: as wide as its user made it, hidden or shown, and over the conversation in a narrow window. */

import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import { useStore } from "zustand";
import { SIDEBAR_WIDTH } from "../../../src-preload/contract/window/layout";
import { useTranslation } from "../../platform/language/use-translation";
import {
  closeOverlay,
  isSidebarShown,
  layout,
  resizeSidebar,
  sidebarWithinLimits,
} from "../../platform/layout";
import { isFocusNowhere } from "../../ui/focus";
import { Resizer } from "../../ui/resizer";
import { focusRegion } from "./next-region";
import "./frame.css";

/** Moves the focus of a region that disappears to the composer, and into a region that appears as an overlay. */
function useFocusOfRegion(shown: boolean, overlay: boolean): void {
  const wasShown = useRef(shown);
  useEffect(() => {
    if (wasShown.current === shown) return;
    wasShown.current = shown;
    if (overlay) focusRegion("sidebar");
    else if (!shown && isFocusNowhere()) focusRegion("composer");
  }, [shown, overlay]);
}

/** A menu of the list stands elsewhere in the page, but belongs to the list. */
const isInMenu = (target: EventTarget) => target instanceof Element && target.closest("[role=menu]") !== null;

export function Sidebar({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const shown = useStore(layout, isSidebarShown);
  const overlay = useStore(layout, (state) => state.narrow && state.overlay);
  const width = useStore(layout, (state) => state.sidebar_width);
  const pane = useRef<HTMLElement>(null);
  useFocusOfRegion(shown, overlay);
  const leave = overlay
    ? {
        onKeyDown(event: KeyboardEvent) {
          if (event.key !== "Escape" || event.defaultPrevented || isInMenu(event.target)) return;
          event.preventDefault();
          closeOverlay();
        },
        onBlur({ currentTarget, relatedTarget }: FocusEvent) {
          if (relatedTarget === null || currentTarget.contains(relatedTarget) || isInMenu(relatedTarget))
            return;
          closeOverlay();
        },
      }
    : {};
  return (
    <>
      <nav
        ref={pane}
        id="sidebar"
        className="sidebar"
        aria-label={t("sessions")}
        data-region="sidebar"
        data-overlay={overlay || undefined}
        hidden={!shown}
        style={{ "--width": `${width}px` } as CSSProperties}
        {...leave}
      >
        {children}
        {overlay ? null : (
          <Resizer
            controls="sidebar"
            pane={() => pane.current}
            label={t("sidebar-width")}
            edge="end"
            width={width}
            limits={SIDEBAR_WIDTH}
            within={sidebarWithinLimits}
            onResize={resizeSidebar}
          />
        )}
      </nav>
      {overlay ? <div className="sidebar-veil" aria-hidden="true" onPointerDown={closeOverlay} /> : null}
    </>
  );
}
