/** The layout of a window: remembered for each window, known at the first paint. */

export interface Layout {
  sidebar_open: boolean;
  /** CSS pixels. */
  sidebar_width: number;
  /** The width of the side panel, in CSS pixels. */
  side_panel_width: number;
  /** The list of sessions is grouped by folder, not by day. */
  by_folder: boolean;
}

export const SIDEBAR_WIDTH = { min: 200, usual: 264, max: 480 } as const;
export const SIDE_PANEL_WIDTH = { min: 280, usual: 352, max: 960 } as const;
