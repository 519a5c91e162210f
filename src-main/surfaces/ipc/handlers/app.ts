/** The app and its windows. */
import type { AppInfo } from "../../../../src-preload/contract/calls";
import { type CallingWindow, type Door, done, type HandlersOf, type ShellDoor } from "../door";

function appInfo({ info: known }: ShellDoor, window: CallingWindow): AppInfo {
  const info = known();
  const { panes } = window;
  return {
    ...info,
    // A page that was loaded anew was given what held when its window opened.
    boot: panes === undefined ? info.boot : { ...info.boot, panes },
    ...(window.session_id === null ? {} : { open_session: window.session_id }),
    ...(window.beside === undefined ? {} : { beside: window.beside }),
    ...(window.workspace_root === undefined ? {} : { workspace_root: window.workspace_root }),
  };
}

export const appHandlers = ({ shell }: Door): HandlersOf<"app"> => ({
  "app.info": (_, window) => appInfo(shell, window),
  "app.show": (input, window) => done(window.show(input)),
  "app.show_beside": ({ beside }, window) => done(window.showBeside(beside)),
  "app.sees": ({ session_ids }, window) => done(window.see(session_ids)),
  "app.panes": (input, window) => done(window.divide(input)),
  "app.listens": (_, window) => done(window.listens()),
  "app.commands": (input, window) => done(window.report(input)),
  "app.new_window": ({ session_id = null }) => done(shell.openWindow(session_id)),
  "app.copy": ({ text }) => done(shell.copy(text)),
});
