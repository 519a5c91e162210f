/** The column beside the main thread, as wide as its user made it. Where there is no room for both, it lies over the main thread. */

import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useTranslation } from "../../platform/language/use-translation";
import { isSidebarShown, layout, noteRoom } from "../../platform/layout";
import { useSlots } from "../../thread/slots";
import { mainThread, sideThread, ThreadContext, useThreadView } from "../../thread/thread";
import { isFocusNowhere } from "../../ui/focus";
import { keepRead } from "./compare/compare";
import { ComparedSession } from "./compare/compared-session";
import { ComparedSwitch, ComparedTurns, closesCompared } from "./compare/compared-turns";
import { HiddenTimeline } from "./compare/hidden-timeline";
import { SideSwitch } from "./compare/side-switch";
import { UnmarkedTurns } from "./compare/unmarked-turns";
import { followPanel } from "./follow-panel";
import { closeRead, leavePanel, sidePanel } from "./panel";
import { type Item, type Read, type SidecarItem, shownIn, sidecarIn } from "./panel-state";
import { Sidecar as SidecarContent } from "./sidecar/sidecar";
import { SummaryView } from "./summary/summary-view";
import { isHalf } from "./visibility";
import "./side-panel.css";

/**
 * One component for each kind, which stays from one session to the next. Each has its own name, its own way to close, and its own content.
 */
function Content({ shown }: { shown: Read | SidecarItem }) {
  if (shown.kind === "sidecar") return <SidecarContent />;
  if (shown.kind === "session") return <ComparedSession />;
  if (shown.kind === "summary") return <SummaryView key={`summary ${shown.session_id}`} />;
  if (shown.kind === "unmarked") return <UnmarkedTurns key={shown.op_id} of={shown.of} />;
  return <HiddenTimeline key={shown.op_id} session_id={shown.session_id} op_id={shown.op_id} />;
}

/** Uncovers the main thread when the focus enters it. */
function useMainUncovered(covered: boolean): void {
  useEffect(() => {
    if (!covered) return;
    const main = mainThread.frame;
    main?.addEventListener("focusin", leavePanel);
    return () => main?.removeEventListener("focusin", leavePanel);
  }, [covered]);
}

/** When the focused element vanishes with an item, the main composer gets the focus. */
function useFocusOfPanel(shown: Item | undefined, visible: boolean): void {
  const before = useRef({ visible, shown });
  useEffect(() => {
    const { current } = before;
    before.current = { visible, shown };
    const isAnother = !visible || shown !== current.shown;
    if (current.visible && isAnother && isFocusNowhere()) mainThread.focusComposer();
  }, [visible, shown]);
}

/**
 * Escape closes what is read in the panel, and leaves a sidecar that lies over the main thread. While an answer runs, the key stops the
 * answer instead.
 */
function leaveByKey(event: KeyboardEvent, isRead: boolean, crowded: boolean): void {
  // An input method takes back its own composition.
  if (event.nativeEvent.isComposing) return;
  if (closesCompared(event) || !(isRead || crowded)) return;
  const { state } = sideThread.view.getState().status;
  if (event.key !== "Escape" || event.defaultPrevented) return;
  if (state !== "idle" && state !== "error") return;
  event.preventDefault();
  if (isRead) closeRead();
  else leavePanel();
}

/** Announces answers in the panel by the name of the item that stands there. */
function SideAnnouncer() {
  const { t } = useTranslation("side-panel");
  const slots = useSlots();
  const isSidecar = useStore(sidePanel, (panel) => sidecarIn(panel) !== undefined);
  const title = useThreadView(({ view }) => view?.session.title);
  return slots && <slots.AnswerAnnouncer where={isSidecar ? t("sidecar") : (title ?? "")} />;
}

export function SidePanel() {
  const shown = useStore(sidePanel, shownIn);
  const half = isHalf(shown);
  const crowded = useStore(layout, (state) => (half ? state.tight : state.crowded));
  const over = useStore(sidePanel, ({ front }) => front);
  const width = useStore(layout, (state) => (half ? state.half_width : state.side_panel_width));
  // A panel that covers the main thread leaves the sidebar free.
  const start = useStore(layout, (state) =>
    isSidebarShown(state) && !state.narrow ? `${state.sidebar_width}px` : undefined,
  );
  const visible = shown !== undefined && (!crowded || over);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is shown there.
  useLayoutEffect(noteRoom, [shown]);
  useFocusOfPanel(shown, visible);
  useMainUncovered(half && crowded && over);
  useEffect(followPanel, []);
  useEffect(keepRead, []);
  if (shown === undefined) return null;
  const keys = { onKeyDown: (event: KeyboardEvent) => leaveByKey(event, shown.kind !== "sidecar", crowded) };
  const main = half && crowded ? mainThread.frame : null;
  const style = { ...(width && { "--width": `${width}px` }), ...(start && { "--start": start }) };
  return (
    <>
      <div
        ref={sideThread.frameRef}
        id="side-panel"
        className="side-panel"
        data-thread={sideThread.name}
        data-kind={shown.kind}
        data-half={half ? (width === undefined ? "even" : "sized") : undefined}
        data-over={crowded || undefined}
        hidden={!visible}
        style={style as CSSProperties}
        {...keys}
      >
        <ThreadContext value={sideThread}>
          <Content shown={shown} />
        </ThreadContext>
        {main && <SideSwitch />}
        {crowded && <ComparedSwitch />}
      </div>
      <ComparedTurns crowded={crowded} />
      <ThreadContext value={sideThread}>
        <SideAnnouncer />
      </ThreadContext>
      {/* One at a time: two landmarks of one name could not be told apart. */}
      {main && !over && createPortal(<SideSwitch />, main)}
      {crowded && over && !half ? (
        <div className="side-panel-veil" aria-hidden="true" onPointerDown={leavePanel} />
      ) : null}
    </>
  );
}
