/** The app and its windows. */
import type { AppInfo } from "../../../../src-preload/contract/window/calls";
import { type CallingWindow, done, type HandlersOf, type IpcContext } from "../context";

function appInfo({ shell, sessions }: IpcContext, window: CallingWindow): AppInfo {
  const info = shell.info();
  const { layout, session_id } = window;
  // The app may have ended after the session was removed, but before the window stored what it showed next.
  const isThere = session_id !== null && !sessions.isGone(session_id);
  return {
    ...info,
    // A reloaded page still has the boot argument of its window's opening; the window knows the present division.
    boot: layout === undefined ? info.boot : { ...info.boot, layout },
    ...(isThere ? { open_session: session_id } : {}),
    ...(window.not_opened === undefined ? {} : { not_opened: window.not_opened }),
    ...(window.side_panel === undefined ? {} : { side_panel: window.side_panel }),
    ...(window.workspace_root === undefined ? {} : { workspace_root: window.workspace_root }),
  };
}

export const appHandlers = (context: IpcContext): HandlersOf<"app"> => ({
  "app.info": (_, window) => appInfo(context, window),
  "app.show": (input, window) => done(window.show(input)),
  "app.show_side_panel": ({ side_panel }, window) => done(window.showSidePanel(side_panel)),
  "app.visibility": ({ session_ids }, window) => done(window.setVisible(session_ids)),
  "app.layout": (input, window) => done(window.divide(input)),
  "app.listens": (_, window) => done(window.listens()),
  "app.commands": (input, window) => done(window.report(input)),
  "app.menu": ({ command }, window) => done(window.chooseInMenu(command)),
  "app.new_window": ({ session_id = null }) => done(context.shell.openWindow(session_id)),
  "app.new_private_window": async () => done(await context.shell.openPrivateWindow()),
  "app.close": (_, window) => done(window.close()),
  "app.show_as_text": ({ session_id, as_text }) => done(context.shell.showAsText(session_id, as_text)),
  "app.copy": ({ text }) => done(context.shell.copy(text)),
});
