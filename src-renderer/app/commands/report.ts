/** Tells main which commands this window can do, each time that changes, for the application menu. */

import { sidePanel } from "../../features/side-panel/panel";
import { appInfo } from "../../platform/app-info";
import { call } from "../../platform/bridge";
import { commandStates, registered } from "../../platform/commands/registry";
import { dialogs } from "../../platform/dialogs";
import { layout } from "../../platform/layout";
import { notices } from "../../platform/notices";
import { sessionList } from "../../thread/session-list";
import { mainThread, sideThread } from "../../thread/thread";

/** Milliseconds between two reports: while an answer is written, something changes in every frame, and a menu has time. */
const PAUSE_MS = 150;

/** Called once, when the window begins. */
export function reportCommands(): void {
  let told = "";
  let waiting = false;
  const tell = () => {
    waiting = false;
    const states = commandStates();
    const now = JSON.stringify(states);
    if (now === told) return;
    told = now;
    // A failed report is not told: the menu may be wrong, but a command checks anew when it is chosen.
    call("app.commands", { enabled: [...states.enabled], checked: [...states.checked] }).catch(() => {
      told = "";
    });
  };
  const changed = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(tell, PAUSE_MS);
  };
  for (const store of [
    registered,
    notices,
    appInfo,
    sidePanel,
    dialogs,
    layout,
    sessionList,
    mainThread.view,
    sideThread.view,
  ])
    store.subscribe(changed);
  changed();
}
