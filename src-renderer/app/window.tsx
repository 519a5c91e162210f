/** The window: its panes, the layers over them, and the keys that work everywhere in it. */
import { CSPProvider } from "@base-ui/react/csp-provider";
import { lazy, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { Composer } from "../features/composer/composer";
import { PickerRoom } from "../features/sessions/picker-room";
import { SessionBar } from "../features/sessions/session-bar";
import { sidePanel } from "../features/side-panel/panel";
import { comparedIn } from "../features/side-panel/panel-state";
import { call } from "../platform/bridge";
import { afterFrame } from "../platform/first-frame";
import { SlotsContext } from "../thread/slots";
import { mainThread } from "../thread/thread";
import { onKey } from "./commands/keys";
import { noteTyped } from "./commands/text-undo";
import { Sidebar } from "./frame/sidebar";
import "./window.css";

/** Loaded while the first frame is drawn. */
const restOfWindow = import("./rest");
/** The side panel has a composer, and composers know the rest: so the panel is no part of it. */
const SidePanel = lazy(async () => ({
  default: (await import("../features/side-panel/side-panel")).SidePanel,
}));

/**
 * Asks main for the keys that were pressed before the first frame: Chromium drops those, and main holds them. A failure is ignored, because
 * old keys are useless.
 */
const takeKeys = () => void call("app.listens", undefined).catch(() => undefined);

export function App() {
  // Runs in the frame in which the composer takes the focus: no key comes in between.
  useLayoutEffect(() => {
    window.addEventListener("keydown", onKey);
    window.addEventListener("input", noteTyped, true);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("input", noteTyped, true);
    };
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
    // The page's policy allows no style elements.
    <CSPProvider disableStyleElements>
      <SlotsContext value={rest?.slots}>
        <div className="app">
          <Sidebar>{rest ? <rest.SessionPicker /> : <PickerRoom />}</Sidebar>
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
            <div className="region" data-region="conversation">
              {rest ? <rest.Conversation /> : <div className="conversation-room" />}
            </div>
            {rest && <rest.DoneNotice />}
            <div className="region" data-region="composer">
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
