/** The window: its panes, what lies over them, and the keys that work everywhere in it. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { lazy, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { Composer } from "../features/composer/composer";
import { SessionBar } from "../features/sessions/session-bar";
import { sidePanel } from "../features/side-panel/panel";
import { comparedIn } from "../features/side-panel/panel-state";
import { call } from "../platform/bridge";
import { afterFrame } from "../platform/first-frame";
import { SlotsContext } from "../thread/slots";
import { mainThread } from "../thread/thread";
import { onKey } from "./commands/keys";
import { Sidebar } from "./frame/sidebar";
import "./window.css";

/** Fetched while the first frame is drawn. */
const restOfWindow = import("./rest");
/** Has a composer as the main thread has, so it is no part of the rest, which composers know. */
const SidePanel = lazy(async () => ({
  default: (await import("../features/side-panel/side-panel")).SidePanel,
}));

/** Keys that come before the first frame are dropped by Chromium: main holds them until it is told. A window that could not ask has no use for keys of the past. */
const takeKeys = () => void call("app.listens", undefined).catch(() => undefined);

export function App() {
  // In the frame in which the composer takes the focus: no key comes between.
  useLayoutEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const isCompared = useStore(sidePanel, (panel) => comparedIn(panel) !== undefined);
  const [rest, setRest] = useState<Awaited<typeof restOfWindow>>();
  useEffect(
    () =>
      afterFrame(() => {
        takeKeys();
        void restOfWindow.then((loaded) => startTransition(() => setRest(loaded)));
      }),
    [],
  );
  return (
    // The policy of the page allows no style elements.
    <CSPProvider disableStyleElements>
      <SlotsContext value={rest?.slots}>
        <div className="app">
          <Sidebar>{rest && <rest.SessionPicker />}</Sidebar>
          <main
            ref={mainThread.frameRef}
            className="session"
            data-thread={mainThread.name}
            data-compared={isCompared || undefined}
          >
            <SessionBar />
            {rest && <rest.BranchedFrom />}
            {rest && <rest.RecoveryNotice />}
            {rest && <rest.Notices />}
            {rest && <rest.DoneNotice />}
            <div className="pane" data-pane="conversation">
              {rest ? <rest.Conversation /> : <div className="conversation" />}
            </div>
            <div className="pane" data-pane="composer">
              <Composer />
            </div>
          </main>
          <Suspense>{rest && <SidePanel />}</Suspense>
        </div>
        {rest && <rest.Dialogs />}
        {rest && <rest.TooltipLayer />}
      </SlotsContext>
    </CSPProvider>
  );
}
