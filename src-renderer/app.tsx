/** The window: its panes, what lies over them, and the keys that work everywhere in it. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { useEffect, useLayoutEffect } from "react";
import { call } from "./bridge";
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

/** Keys that come before the first frame are dropped by Chromium: main holds them until it is told. */
function tellWhenPainted(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    // After the frame, not before it. A window that could not ask has no use for keys of the past.
    timer = setTimeout(() => void call("app.listens", undefined).catch(() => undefined));
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

export function App() {
  // In the frame in which the composer takes the focus: no key comes between.
  useLayoutEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  useEffect(tellWhenPainted, []);
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
