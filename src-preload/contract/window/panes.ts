/** The division of a window: remembered for each window, known at the first paint. */

export interface Panes {
  sidebar_open: boolean;
  /** CSS pixels. */
  sidebar_width: number;
  /** The width of the column beside the main thread. */
  beside_width: number;
  /** The list of sessions is grouped by folder, not by day. */
  by_folder: boolean;
}

export const SIDEBAR_WIDTH = { min: 200, usual: 264, max: 480 } as const;
export const SIDE_PANEL_WIDTH = { min: 280, usual: 352, max: 960 } as const;
