/** Closes a private window, with an ordinary one in its place that shows the session (SE-10). */
import { BrowserWindow, type WebContents } from "electron";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Windows } from "./windows";

export function becomeOrdinary(windows: Windows, contents: WebContents, session_id: SessionId): void {
  const window = BrowserWindow.fromWebContents(contents);
  if (window === null) return;
  const layout = windows.stateOf(contents)?.layout;
  const place = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  windows.open({ ...place, session_id, ...(layout === undefined ? {} : { layout }) });
  // The last window that closes ends the app: the other one comes first.
  window.close();
}
