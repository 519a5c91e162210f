/** The window: the picker beside the session, and the keys that work everywhere in it. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { useEffect } from "react";
import { onKey } from "./commands/keys";
import { Dialogs } from "./dialogs";
import { Conversation } from "./features/chat/conversation";
import { Composer } from "./features/composer/composer";
import { Notices } from "./features/notices/notices";
import { SessionBar } from "./features/sessions/session-bar";
import { SessionPicker } from "./features/sessions/session-picker";
import { TooltipLayer } from "./ui/tooltip";
import "./app.css";

export function App() {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    // The policy of the page allows no style elements.
    <CSPProvider disableStyleElements>
      <div className="app">
        <SessionPicker />
        <main className="session">
          <SessionBar />
          <Notices />
          <Conversation />
          <Composer />
        </main>
      </div>
      <Dialogs />
      <TooltipLayer />
    </CSPProvider>
  );
}
