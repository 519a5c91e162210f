/** How this window is divided. Main remembers it; in a narrow window the sidebar lies over the conversation for as long as it is used. */
import { createStore } from "zustand/vanilla";
import { type Panes, SIDE_PANEL_WIDTH, SIDEBAR_WIDTH } from "../../src-preload/contract/window/panes";
import { boot, call } from "./bridge";

interface LayoutState extends Panes {
  /** In a narrow window: whether the sidebar lies over the rest. Not remembered. */
  overlay: boolean;
  narrow: boolean;
  /** There is no room for a column beside the main thread: it lies over it. */
  crowded: boolean;
  /** There is no room for two conversations beside each other: one of them is seen at a time. */
  tight: boolean;
  /** The width of a conversation that is read beside the main thread, as its user made it; undefined: they share the room. Not remembered. */
  half_width: number | undefined;
}

/** CSS pixels that the main thread keeps beside a column. */
const LEAST_MAIN = 400;

const narrowWindow = window.matchMedia("(width < 760px)");

/** The width that the sidebar leaves to the rest, in CSS pixels. */
function roomBesideSidebar({ sidebar_open, sidebar_width }: Panes): number {
  return window.innerWidth - (sidebar_open ? Math.min(sidebar_width, window.innerWidth / 2) : 0);
}

const isCrowded = (division: Panes): boolean =>
  narrowWindow.matches || roomBesideSidebar(division) < LEAST_MAIN + SIDE_PANEL_WIDTH.min;

/** CSS pixels of a window in which two conversations have room. */
const LEAST_FOR_TWO = 900;

const isTight = (division: Panes): boolean =>
  window.innerWidth < LEAST_FOR_TWO || roomBesideSidebar(division) < 2 * SIDE_PANEL_WIDTH.min;

const remembered: Panes = {
  sidebar_open: true,
  sidebar_width: SIDEBAR_WIDTH.usual,
  beside_width: SIDE_PANEL_WIDTH.usual,
  ...boot().panes,
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

/** Also for what is about to be put there: a page that began before its window had a size is told of none. */
export function noteRoom(): void {
  const before = layout.getState();
  const [crowded, tight] = [isCrowded(before), isTight(before)];
  if (crowded !== before.crowded || tight !== before.tight) layout.setState({ crowded, tight });
}

window.addEventListener("resize", noteRoom);

export const isSidebarShown = ({ narrow, overlay, sidebar_open }: LayoutState): boolean =>
  narrow ? overlay : sidebar_open;

let changed = false;

/** As main remembers it; what its user has done since is newer. */
export function takeLayout(remembered: Panes | undefined): void {
  if (changed || remembered === undefined) return;
  layout.setState(remembered);
  noteRoom();
}

/** Changes the layout, and has main remember it. A layout that main could not store is still that of this window. */
function remember(division: Partial<Panes>): void {
  changed = true;
  layout.setState(division);
  noteRoom();
  const { sidebar_open, sidebar_width, beside_width } = layout.getState();
  call("app.panes", { sidebar_open, sidebar_width, beside_width }).catch(() => undefined);
}

export function toggleSidebar(): void {
  const { narrow, overlay, sidebar_open } = layout.getState();
  if (narrow) layout.setState({ overlay: !overlay });
  else remember({ sidebar_open: !sidebar_open });
}

/** Where nothing is shown that one could begin with: not remembered. */
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

/** The main thread keeps its room. */
export const sidePanelWithinLimits = (width: number): number =>
  between(
    width,
    SIDE_PANEL_WIDTH.min,
    Math.min(SIDE_PANEL_WIDTH.max, roomBesideSidebar(layout.getState()) - LEAST_MAIN),
  );

export const resizeSidebar = (width: number): void => remember({ sidebar_width: sidebarWithinLimits(width) });
export const resizeSidePanel = (width: number): void =>
  remember({ beside_width: sidePanelWithinLimits(width) });

/** Half of the width that the sidebar leaves, in CSS pixels. */
export const halfOfRoom = (): number => Math.round(roomBesideSidebar(layout.getState()) / 2);

export const halfWithinLimits = (width: number): number =>
  between(width, SIDE_PANEL_WIDTH.min, 2 * halfOfRoom() - SIDE_PANEL_WIDTH.min);

export function resizeHalf(width: number): void {
  layout.setState({ half_width: width === halfOfRoom() ? undefined : halfWithinLimits(width) });
}
