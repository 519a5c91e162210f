/** Tells main which sessions' ends are before their reader's eyes: messages there are read, all others are news (SE-1). */
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { sidePanel } from "../features/side-panel/panel";
import { visibleThreads } from "../features/side-panel/visibility";
import { call } from "../platform/bridge";
import { dialogs } from "../platform/dialogs";
import { layout } from "../platform/layout";
import { mainThread, sideThread, type Thread } from "../thread/thread";
import { endOf } from "../thread/visibility";

function sessionIn(thread: Thread): SessionId[] {
  const { session_id } = endOf(thread).getState();
  return session_id !== undefined && thread.view.getState().session_id === session_id ? [session_id] : [];
}

/** Called once, when the window begins. Returns the function that ends it. */
export function followReading(): () => void {
  let told = "";
  const look = () => {
    const seen = visibleThreads();
    const session_ids = [
      ...(seen.main ? sessionIn(mainThread) : []),
      ...(seen.side ? sessionIn(sideThread) : []),
    ];
    const now = session_ids.join(" ");
    if (now === told) return;
    told = now;
    // A failure is harmless: the session stays unread.
    call("app.visibility", { session_ids }).catch(() => undefined);
  };
  const leave = [mainThread, sideThread].flatMap((thread) => [
    endOf(thread).subscribe(look),
    thread.view.subscribe(({ session_id }, before) => session_id !== before.session_id && look()),
  ]);
  for (const { subscribe } of [sidePanel, dialogs, layout]) leave.push(subscribe(look));
  look();
  return () => {
    for (const end of leave) end();
  };
}
