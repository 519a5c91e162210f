/** Main is told whose end is before its reader's eyes: what comes there is read, all else is news (SE-1). */
import type { SessionId } from "../../src-preload/contract/ids";
import { call } from "../bridge";
import { beside } from "./beside";
import { compared } from "./compared";
import { seenPanes } from "./cover";
import { besidePane, mainPane, type Pane } from "./pane";
import { panels } from "./panels";
import { panes } from "./panes";
import { perPane } from "./per-pane";

/** Whose end is in view in a pane, covered or not. */
export const endOf = perPane<{ session_id: SessionId | undefined }>(() => ({ session_id: undefined }));

function sessionIn(pane: Pane): SessionId[] {
  const { session_id } = endOf(pane).getState();
  return session_id !== undefined && pane.view.getState().session_id === session_id ? [session_id] : [];
}

/** Once, when the window begins. Returns the function that ends it. */
export function followSight(): () => void {
  let told = "";
  const look = () => {
    const seen = seenPanes();
    const session_ids = [
      ...(seen.main ? sessionIn(mainPane) : []),
      ...(seen.beside ? sessionIn(besidePane) : []),
    ];
    const now = session_ids.join(" ");
    if (now === told) return;
    told = now;
    // What main has not heard is unread: nothing is lost by that.
    call("app.sees", { session_ids }).catch(() => undefined);
  };
  const leave = [mainPane, besidePane].flatMap((pane) => [
    endOf(pane).subscribe(look),
    pane.view.subscribe(({ session_id }, before) => session_id !== before.session_id && look()),
  ]);
  for (const { subscribe } of [beside, compared, panels, panes]) leave.push(subscribe(look));
  look();
  return () => {
    for (const end of leave) end();
  };
}
