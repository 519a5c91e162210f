/** How this window is divided. Main remembers it; in a narrow window the sidebar lies over the conversation for as long as it is used. */
import { createStore } from "zustand/vanilla";
import { type Panes, SIDEBAR_WIDTH } from "../../src-preload/contract/panes";
import { boot, call } from "../bridge";

interface PanesState extends Panes {
  /** In a narrow window: whether the sidebar lies over the rest. Not remembered. */
  overlay: boolean;
  narrow: boolean;
}

const narrowWindow = window.matchMedia("(width < 760px)");

export const panes = createStore<PanesState>(() => ({
  sidebar_open: true,
  sidebar_width: SIDEBAR_WIDTH.usual,
  ...boot().panes,

  overlay: false,
  narrow: narrowWindow.matches,
}));

narrowWindow.addEventListener("change", ({ matches }) => panes.setState({ narrow: matches, overlay: false }));

export const isSidebarShown = ({ narrow, overlay, sidebar_open }: PanesState): boolean =>
  narrow ? overlay : sidebar_open;

let changed = false;

/** As main remembers it; what its user has done since is newer. */
export function takePanes(remembered: Panes | undefined): void {
  if (!changed && remembered !== undefined) panes.setState(remembered);
}

/** What is not remembered costs nothing: the window is as its user left it, now. */
function remember(division: Partial<Panes>): void {
  changed = true;
  panes.setState(division);
  const { sidebar_open, sidebar_width } = panes.getState();
  call("app.panes", { sidebar_open, sidebar_width }).catch(() => undefined);
}

export function toggleSidebar(): void {
  const { narrow, overlay, sidebar_open } = panes.getState();
  if (narrow) panes.setState({ overlay: !overlay });
  else remember({ sidebar_open: !sidebar_open });
}

export function closeOverlay(): void {
  if (panes.getState().overlay) panes.setState({ overlay: false });
}

export const withinLimits = (width: number): number =>
  Math.round(Math.min(Math.max(width, SIDEBAR_WIDTH.min), SIDEBAR_WIDTH.max));

export const resizeSidebar = (width: number): void => remember({ sidebar_width: withinLimits(width) });
