/** Tells main how the commands stand in this window, when that has changed: the application menu shows it. */
import { call } from "../bridge";
import { appView } from "../state/app";
import { beside } from "../state/beside";
import { besidePane, mainPane } from "../state/pane";
import { panels } from "../state/panels";
import { panes } from "../state/panes";
import { sessionList } from "../state/session-list";
import { commandStates } from "./commands";

/** While an answer is written, something changes in every frame; a menu has time. */
const PAUSE_MS = 150;

/** Once, when the window begins. */
export function reportCommands(): void {
  let told = "";
  let waiting = false;
  const tell = () => {
    waiting = false;
    const states = commandStates();
    const now = JSON.stringify(states);
    if (now === told) return;
    told = now;
    // A menu that is not quite true is nothing to trouble anybody with: a command decides anew when it is chosen.
    call("app.commands", { enabled: [...states.enabled], checked: [...states.checked] }).catch(() => {
      told = "";
    });
  };
  const changed = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(tell, PAUSE_MS);
  };
  for (const store of [appView, beside, panels, panes, sessionList, mainPane.view, besidePane.view])
    store.subscribe(changed);
  changed();
}
