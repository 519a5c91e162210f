/** The window: its panes, what lies over them, and the keys that work everywhere in it. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { useLayoutEffect } from "react";
import { onKey } from "./commands/keys";
import { Dialogs } from "./dialogs";
import { Conversation } from "./features/chat/conversation";
import { Composer } from "./features/composer/composer";
import { Notices } from "./features/notices/notices";
import { Sidebar } from "./features/panes/sidebar";
import { SessionBar } from "./features/sessions/session-bar";
import { RecoveryNotice } from "./features/storage/recovery-notice";
import { TooltipLayer } from "./ui/tooltip";
import "./app.css";

export function App() {
  // In the frame in which the composer takes the focus: no key comes between.
  useLayoutEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    // The policy of the page allows no style elements.
    <CSPProvider disableStyleElements>
      <div className="app">
        <Sidebar />
        <main className="session">
          <SessionBar />
          <RecoveryNotice />
          <Notices />
          <div className="pane" data-pane="conversation">
            <Conversation />
          </div>
          <div className="pane" data-pane="composer">
            <Composer />
          </div>
        </main>
      </div>
      <Dialogs />
      <TooltipLayer />
    </CSPProvider>
  );
}
