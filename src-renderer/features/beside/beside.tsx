/** The column beside the main thread: as wide as its user made it, and over the main thread where there is no room for both. */
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { BESIDE_WIDTH } from "../../../src-preload/contract/panes";
import { useTranslation } from "../../language/use-translation";
import { type Beside, beside, followMain, leaveBeside } from "../../state/beside";
import { besidePane, mainPane, PaneContext } from "../../state/pane";
import { besideWithinLimits, panes, resizeBeside } from "../../state/panes";
import { Resizer } from "../panes/resizer";
import { Sidecar } from "../sidecar/sidecar";

/** One component a kind. Each names itself, says how it is closed, and has what is read and written in it. */
function Content({ shown }: { shown: Beside }) {
  if (shown.kind === "sidecar") return <Sidecar key={shown.session_id} />;
  return null;
}

/** The browser takes the focus from what is hidden only with the next frame. */
function hasLostFocus(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[hidden]") != null;
}

/** The focus goes where the eye goes: into the column when it is asked for, back to where one writes when it goes. */
function useFocusOfColumn(visible: boolean): void {
  const asked = useStore(beside, (state) => state.asked);
  const before = useRef({ asked, visible });
  useEffect(() => {
    const { current } = before;
    before.current = { asked, visible };
    if (visible && asked !== current.asked) besidePane.focusComposer();
    else if (!visible && current.visible && hasLostFocus()) mainPane.focusComposer();
  }, [asked, visible]);
}

export function BesideColumn() {
  const { t } = useTranslation("beside");
  const shown = useStore(beside, (state) => state.shown);
  const crowded = useStore(panes, (state) => state.crowded);
  const over = useStore(beside, (state) => state.over);
  const width = useStore(panes, (state) => state.beside_width);
  const visible = shown !== undefined && (!crowded || over);
  useFocusOfColumn(visible);
  useEffect(followMain, []);
  if (shown === undefined) return null;
  const leave = crowded
    ? {
        // What runs is stopped by Escape first: that key is the window's then.
        onKeyDown(event: KeyboardEvent) {
          const { state } = besidePane.view.getState().status;
          if (event.key !== "Escape" || event.defaultPrevented) return;
          if (state !== "idle" && state !== "error") return;
          event.preventDefault();
          leaveBeside();
        },
      }
    : {};
  return (
    <>
      <div
        id="beside"
        className="beside"
        data-thread={besidePane.name}
        data-kind={shown.kind}
        data-over={crowded || undefined}
        hidden={!visible}
        style={{ "--width": `${width}px` } as CSSProperties}
        {...leave}
      >
        {crowded ? null : (
          <Resizer
            controls="beside"
            label={t("width")}
            edge="start"
            width={width}
            limits={BESIDE_WIDTH}
            within={besideWithinLimits}
            onResize={resizeBeside}
          />
        )}
        <PaneContext value={besidePane}>
          <Content shown={shown} />
        </PaneContext>
      </div>
      {crowded && over ? (
        <div className="beside-veil" aria-hidden="true" onPointerDown={leaveBeside} />
      ) : null}
    </>
  );
}
