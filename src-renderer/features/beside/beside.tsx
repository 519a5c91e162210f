/** The column beside the main thread: as wide as its user made it, and over the main thread where there is no room for both. */
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { BESIDE_WIDTH } from "../../../src-preload/contract/panes";
import { useTranslation } from "../../language/use-translation";
import { followAsides } from "../../state/asides";
import { type Beside, beside, followMain, leaveBeside } from "../../state/beside";
import { isHalf } from "../../state/cover";
import { besidePane, elementOfPane, mainPane, PaneContext } from "../../state/pane";
import {
  besideWithinLimits,
  halfOfRoom,
  halfWithinLimits,
  isSidebarShown,
  noteRoom,
  panes,
  resizeBeside,
  resizeHalf,
} from "../../state/panes";
import { AnswerAnnouncer } from "../chat/announcer";
import { BesideSession } from "../compare/beside-session";
import { ComparedSwitch, ComparedTurns, closesCompared } from "../compare/compared-turns";
import { HiddenTimeline } from "../compare/hidden-timeline";
import { keepBeside } from "../compare/side-by-side";
import { SideSwitch } from "../compare/side-switch";
import { Resizer } from "../panes/resizer";
import { Sidecar } from "../sidecar/sidecar";

/** One component a kind, which stays from one session to the next. Each names itself, says how it is closed, and has what is read and written in it. */
function Content({ shown }: { shown: Beside }) {
  if (shown.kind === "sidecar") return <Sidecar />;
  if (shown.kind === "session") return <BesideSession />;
  return <HiddenTimeline key={shown.op_id} session_id={shown.session_id} op_id={shown.op_id} />;
}

/** The edge that it is made wider by. */
function Edge({ half }: { half: boolean }) {
  const { t } = useTranslation("beside");
  const width = useStore(panes, (state) => (half ? (state.half_width ?? halfOfRoom()) : state.beside_width));
  const sizing = half
    ? {
        limits: { ...BESIDE_WIDTH, max: 2 * halfOfRoom() - BESIDE_WIDTH.min, usual: halfOfRoom() },
        within: halfWithinLimits,
        onResize: resizeHalf,
      }
    : { limits: BESIDE_WIDTH, within: besideWithinLimits, onResize: resizeBeside };
  return <Resizer controls="beside" label={t("width")} edge="start" width={width} {...sizing} />;
}

/** Whoever is in the main thread sees it. */
function useMainUncovered(covered: boolean): void {
  useEffect(() => {
    if (!covered) return;
    const main = elementOfPane(mainPane);
    main?.addEventListener("focusin", leaveBeside);
    return () => main?.removeEventListener("focusin", leaveBeside);
  }, [covered]);
}

/** The browser takes the focus from what is hidden only with the next frame. */
function hasLostFocus(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[hidden]") != null;
}

/** The focus goes where the eye goes: into the column when it is asked for, back to where one writes when it goes. */
function useFocusOfColumn(shown: Beside | undefined, visible: boolean): void {
  const asked = useStore(beside, (state) => state.asked);
  const before = useRef({ asked, visible, shown });
  useEffect(() => {
    const { current } = before;
    before.current = { asked, visible, shown };
    const isAnother = !visible || shown !== current.shown;
    if (visible && asked !== current.asked) besidePane.focusComposer();
    else if (current.visible && isAnother && hasLostFocus()) mainPane.focusComposer();
  }, [asked, visible, shown]);
}

/** What runs is stopped by Escape first: that key is the window's then. */
function leaveByKey(event: KeyboardEvent, crowded: boolean): void {
  if (closesCompared(event) || !crowded) return;
  const { state } = besidePane.view.getState().status;
  if (event.key !== "Escape" || event.defaultPrevented) return;
  if (state !== "idle" && state !== "error") return;
  event.preventDefault();
  leaveBeside();
}

export function BesideColumn() {
  const shown = useStore(beside, (state) => state.shown);
  const half = isHalf(shown);
  const crowded = useStore(panes, (state) => (half ? state.tight : state.crowded));
  const over = useStore(beside, (state) => state.over);
  const width = useStore(panes, (state) => (half ? state.half_width : state.beside_width));
  // What takes the place of the main thread leaves the sidebar where it is.
  const start = useStore(panes, (state) =>
    isSidebarShown(state) && !state.narrow ? `${state.sidebar_width}px` : undefined,
  );
  const visible = shown !== undefined && (!crowded || over);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something else is shown there.
  useLayoutEffect(noteRoom, [shown]);
  useFocusOfColumn(shown, visible);
  useMainUncovered(half && crowded && over);
  useEffect(followMain, []);
  useEffect(keepBeside, []);
  useEffect(followAsides, []);
  if (shown === undefined) return null;
  const keys = { onKeyDown: (event: KeyboardEvent) => leaveByKey(event, crowded) };
  const main = half && crowded ? elementOfPane(mainPane) : null;
  const style = { ...(width && { "--width": `${width}px` }), ...(start && { "--start": start }) };
  return (
    <>
      <div
        id="beside"
        className="beside"
        data-thread={besidePane.name}
        data-kind={shown.kind}
        data-half={half ? (width === undefined ? "even" : "sized") : undefined}
        data-over={crowded || undefined}
        hidden={!visible}
        style={style as CSSProperties}
        {...keys}
      >
        {crowded ? null : <Edge half={half} />}
        <PaneContext value={besidePane}>
          <Content shown={shown} />
        </PaneContext>
        {main && <SideSwitch />}
        {crowded && <ComparedSwitch />}
      </div>
      <ComparedTurns crowded={crowded} />
      <PaneContext value={besidePane}>
        <AnswerAnnouncer />
      </PaneContext>
      {main && createPortal(<SideSwitch />, main)}
      {crowded && over && !half ? (
        <div className="beside-veil" aria-hidden="true" onPointerDown={leaveBeside} />
      ) : null}
    </>
  );
}
