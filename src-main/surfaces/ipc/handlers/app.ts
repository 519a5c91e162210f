/** The app and its windows. */
import type { AppInfo } from "../../../../src-preload/contract/calls";
import { type CallingWindow, type Door, done, type HandlersOf } from "../door";

function appInfo(door: Door, window: CallingWindow): AppInfo {
  return {
    ...door.info(),
    ...(window.session_id === null ? {} : { open_session: window.session_id }),
    ...(window.workspace_root === undefined ? {} : { workspace_root: window.workspace_root }),
  };
}

export const appHandlers = (door: Door): HandlersOf<"app"> => ({
  "app.info": (_, window) => appInfo(door, window),
  "app.show": (input, window) => done(window.show(input)),
  "app.new_window": ({ session_id = null }) => done(door.openWindow(session_id)),
  "app.copy": ({ text }) => done(door.copy(text)),
});
