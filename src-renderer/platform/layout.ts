/** The layout of this window. Main remembers it. In a narrow window the sidebar lies over the conversation while it is used. */
import { createStore } from "zustand/vanilla";
import { type Layout, SIDE_PANEL_WIDTH, SIDEBAR_WIDTH } from "../../src-preload/contract/window/layout";
import { boot, call } from "./bridge";

interface LayoutState extends Layout {
  /** In a narrow window: true while the sidebar lies over the rest. Not remembered. */
  overlay: boolean;
  narrow: boolean;
  /** There is no room for the side panel beside the main thread, so the panel lies over it. */
  crowded: boolean;
  /** There is no room for two conversations beside each other, so one of them is shown at a time. */
  tight: boolean;
  /** The width that its user gave a conversation beside the main thread; undefined while both share the room. Not remembered. */
  half_width: number | undefined;
}

/** CSS pixels that the side panel leaves to the main thread. */
const LEAST_MAIN = 400;

const narrowWindow = window.matchMedia("(width < 760px)");

/** The width that the sidebar leaves to the rest, in CSS pixels. */
function roomBesideSidebar({ sidebar_open, sidebar_width }: Layout): number {
  return window.innerWidth - (sidebar_open ? Math.min(sidebar_width, window.innerWidth / 2) : 0);
}

const isCrowded = (division: Layout): boolean =>
  narrowWindow.matches || roomBesideSidebar(division) < LEAST_MAIN + SIDE_PANEL_WIDTH.min;

/** CSS pixels of a window that has room for two conversations. */
const LEAST_FOR_TWO = 900;

const isTight = (division: Layout): boolean =>
  window.innerWidth < LEAST_FOR_TWO || roomBesideSidebar(division) < 2 * SIDE_PANEL_WIDTH.min;

const remembered: Layout = {
  sidebar_open: true,
  sidebar_width: SIDEBAR_WIDTH.usual,
  side_panel_width: SIDE_PANEL_WIDTH.usual,
  by_folder: false,
  ...boot().layout,
};

export const layout = createStore<LayoutState>(() => ({
  ...remembered,
  overlay: false,
  narrow: narrowWindow.matches,
  crowded: isCrowded(remembered),
  tight: isTight(remembered),
  half_width: undefined,
}));

narrowWindow.addEventListener("change", ({ matches }) => {
  layout.setState({ narrow: matches, overlay: false });
  // The event of the new size may have come before this one.
  noteRoom();
});

/** Measures the room anew. Also called before the side panel opens: a page that began before its window had a size gets no event. */
export function noteRoom(): void {
  const before = layout.getState();
  const [crowded, tight] = [isCrowded(before), isTight(before)];
  if (crowded !== before.crowded || tight !== before.tight) layout.setState({ crowded, tight });
}

window.addEventListener("resize", noteRoom);

export const isSidebarShown = ({ narrow, overlay, sidebar_open }: LayoutState): boolean =>
  narrow ? overlay : sidebar_open;

let changed = false;

/** Takes the division that main remembers, unless the user has changed it since. */
export function takeLayout(remembered: Layout | undefined): void {
  if (changed || remembered === undefined) return;
  layout.setState(remembered);
  noteRoom();
}

/** Changes the division, and has main remember it. This window keeps the division even if main could not store it. */
function remember(division: Partial<Layout>): void {
  changed = true;
  layout.setState(division);
  noteRoom();
  const { sidebar_open, sidebar_width, side_panel_width, by_folder } = layout.getState();
  call("app.layout", { sidebar_open, sidebar_width, side_panel_width, by_folder }).catch(() => undefined);
}

export function toggleSidebar(): void {
  const { narrow, overlay, sidebar_open } = layout.getState();
  if (narrow) layout.setState({ overlay: !overlay });
  else remember({ sidebar_open: !sidebar_open });
}

/** Groups the list of sessions by folder, or by day again. */
export const toggleGrouping = (): void => remember({ by_folder: !layout.getState().by_folder });

/** Shows the list of sessions where the window has nothing else to show. Not remembered. */
export function showList(): void {
  const { narrow } = layout.getState();
  layout.setState(narrow ? { overlay: true } : { sidebar_open: true });
  noteRoom();
}

export function closeOverlay(): void {
  if (layout.getState().overlay) layout.setState({ overlay: false });
}

const between = (width: number, min: number, max: number): number =>
  Math.round(Math.max(Math.min(width, max), min));

export const sidebarWithinLimits = (width: number): number =>
  between(width, SIDEBAR_WIDTH.min, SIDEBAR_WIDTH.max);

/** Leaves the main thread its room. */
export const sidePanelWithinLimits = (width: number): number =>
  between(
    width,
    SIDE_PANEL_WIDTH.min,
    Math.min(SIDE_PANEL_WIDTH.max, roomBesideSidebar(layout.getState()) - LEAST_MAIN),
  );

export const resizeSidebar = (width: number): void => remember({ sidebar_width: sidebarWithinLimits(width) });
export const resizeSidePanel = (width: number): void =>
  remember({ side_panel_width: sidePanelWithinLimits(width) });

/** Half of the width that the sidebar leaves, in CSS pixels. */
export const halfOfRoom = (): number => Math.round(roomBesideSidebar(layout.getState()) / 2);

export const halfWithinLimits = (width: number): number =>
  between(width, SIDE_PANEL_WIDTH.min, 2 * halfOfRoom() - SIDE_PANEL_WIDTH.min);

export function resizeHalf(width: number): void {
  layout.setState({ half_width: width === halfOfRoom() ? undefined : halfWithinLimits(width) });
}
