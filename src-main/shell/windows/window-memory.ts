/** Remembers the open windows (SE-9). Written at each change, not at exit, so that a crash finds it as well. */
import type { Rectangle } from "electron";
import * as z from "zod/mini";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { SidePanelContent } from "../../../src-preload/contract/window/calls/app";
import { type Layout, SIDE_PANEL_WIDTH } from "../../../src-preload/contract/window/layout";

/** One window, as the next launch would open it. */
export interface WindowState {
  /** Null while it shows a session that does not exist yet. */
  session_id: SessionId | null;
  workspace_root?: string;
  /** The session or the hidden turns in the side panel. */
  side_panel?: SidePanelContent;
  /** Names the window among all there ever were: its drafts are kept under this name (QU-2). */
  slot?: string;
  bounds?: Rectangle;
  maximized?: boolean;
  layout?: Layout;
  /** A quick window. Forgotten at the end of the app: the next launch opens it as any other. */
  quick?: true;
  /** The window's sessions are kept in memory alone (SE-10). Never remembered. */
  private?: true;
}

/** The store of small facts of the app. */
export interface AppState {
  appState(key: string): unknown;
  setAppState(key: string, value: unknown): void;
}

const KEY = "windows";
const sessionId = z.pipe(
  z.string(),
  z.transform((id) => id as SessionId),
);
const opId = z.pipe(
  z.string(),
  z.transform((id) => id as OpId),
);
/** `beside`, `panes` and `beside_width` keep their first names, by which earlier versions have stored them. */
const remembered = z.array(
  z.object({
    session_id: z.nullable(sessionId),
    beside: z.catch(
      z.optional(
        z.object({
          session_id: sessionId,
          op_id: z.exactOptional(opId),
          covered: z.exactOptional(z.literal(true)),
        }),
      ),
      undefined,
    ),
    workspace_root: z.optional(z.string()),
    slot: z.optional(z.string().check(z.minLength(1))),
    bounds: z.optional(z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })),
    maximized: z.optional(z.boolean()),
    panes: z.catch(
      z.optional(
        z.object({
          sidebar_open: z.boolean(),
          sidebar_width: z.int(),
          beside_width: z._default(z.int(), SIDE_PANEL_WIDTH.usual),
          by_folder: z._default(z.boolean(), false),
        }),
      ),
      undefined,
    ),
  }),
);

type StoredLayout = Omit<Layout, "side_panel_width"> & { beside_width: number };

/** No windows where an earlier version or a hand has written something else. */
export function readWindows(state: AppState): WindowState[] {
  const result = remembered.safeParse(state.appState(KEY));
  if (!result.success) return [];
  return result.data.map(({ session_id, beside, workspace_root, slot, bounds, maximized, panes }) => ({
    session_id,
    ...(beside === undefined ? {} : { side_panel: beside }),
    ...(workspace_root === undefined ? {} : { workspace_root }),
    ...(slot === undefined ? {} : { slot }),
    ...(bounds === undefined ? {} : { bounds }),
    ...(maximized === undefined ? {} : { maximized }),
    ...(panes === undefined ? {} : { layout: layoutOf(panes) }),
  }));
}

const layoutOf = ({ beside_width, ...rest }: StoredLayout): Layout => ({
  ...rest,
  side_panel_width: beside_width,
});

const storedLayout = ({ side_panel_width, ...rest }: Layout): StoredLayout => ({
  ...rest,
  beside_width: side_panel_width,
});

const stored = ({ side_panel, layout, ...rest }: WindowState) => ({
  ...rest,
  ...(side_panel === undefined ? {} : { beside: side_panel }),
  ...(layout === undefined ? {} : { panes: storedLayout(layout) }),
});

/** Remembers the windows that a launch opens again. Where there is none, those of before stay: the last one that closed comes back. */
export function writeWindows(state: AppState, windows: readonly WindowState[]): void {
  const lasting = windows.filter(opensAgain);
  if (lasting.length > 0) state.setAppState(KEY, lasting.map(stored));
}

/** Not a private window (SE-10), nor a quick one in which nothing was asked: its draft goes to the next new session (QU-2). */
const opensAgain = (window: WindowState): boolean =>
  !window.private && (!window.quick || window.session_id !== null);

/**
 * Returns true where at least a corner of the window's bar is on a screen. Its screen may be gone, and nobody could reach the window there.
 */
export function reachable(bounds: Rectangle, screens: Rectangle[]): boolean {
  return screens.some(
    (screen) =>
      bounds.x + bounds.width > screen.x + 80 &&
      bounds.x < screen.x + screen.width - 80 &&
      bounds.y >= screen.y - 8 &&
      bounds.y < screen.y + screen.height - 40,
  );
}
