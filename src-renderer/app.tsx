/** The window: the picker beside the session, and the keys that work everywhere in it. */
import { useEffect } from "react";
import { call } from "./bridge";
import { Conversation } from "./features/chat/conversation";
import { Composer } from "./features/composer/composer";
import { Notices } from "./features/notices/notices";
import { SessionBar } from "./features/sessions/session-bar";
import { SessionPicker } from "./features/sessions/session-picker";
import { doing, startNewSession, stop } from "./state/actions";
import { sessionView } from "./state/session-view";
import "./app.css";

function isBusy(): boolean {
  const { state } = sessionView.getState().status;
  return state === "busy" || state === "retrying" || state === "waiting";
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape" && isBusy()) {
    event.preventDefault();
    doing(stop);
    return;
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "n") return;
  // Taken here, the menu's own key of the same name does not fire as well.
  event.preventDefault();
  if (event.shiftKey) doing(() => call("app.new_window", undefined));
  else startNewSession();
}

export function App() {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="app">
      <SessionPicker />
      <main className="session">
        <SessionBar />
        <Notices />
        <Conversation />
        <Composer />
      </main>
    </div>
  );
}
