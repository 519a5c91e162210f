/**
 * Earlier messages: some when nothing else is to be done, more as the reader nears the top, or by the button there. What is being read
 * stays where it is.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "../../language/use-translation";
import { doing } from "../../state/actions";
import { usePane, usePaneDrawn } from "../../state/pane";

/** How near the top is near. */
const NEAR = "600px 0px 0px 0px";

/** A session is shown with a view of messages; so many are there, a few at a time, before anybody scrolls up to them. */
const AT_HAND = 50;
const A_FEW = 12;
/** Milliseconds: who walks through the list of sessions stays shorter than that with each. */
const STAYED_MS = 150;

/** `first`: after each few it is looked at again whether there are enough. */
function useSomeAtHand(first: string | undefined, more: boolean): void {
  const { shown, view } = usePane();
  useEffect(() => {
    if (first === undefined || !more || view.getState().cells.length >= AT_HAND) return;
    let idle = 0;
    const timer = setTimeout(() => {
      idle = requestIdleCallback(() => doing(() => shown.loadEarlier(A_FEW)));
    }, STAYED_MS);
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
    };
  }, [shown, view, first, more]);
}

/** Keeps the distance to the end when something is put in front: at the very top the browser itself does not. */
function useKeepPlace(scroller: RefObject<HTMLElement | null>, first: string | undefined): void {
  const before = useRef({ first, fromEnd: 0 });
  const box = scroller.current;
  if (box !== null && before.current.first !== first)
    before.current.fromEnd = box.scrollHeight - box.scrollTop;
  useLayoutEffect(() => {
    const element = scroller.current;
    const changed =
      before.current.first !== first && before.current.first !== undefined && first !== undefined;
    if (element !== null && changed && first < (before.current.first ?? "")) {
      element.scrollTop = element.scrollHeight - before.current.fromEnd;
    }
    before.current.first = first;
  }, [scroller, first]);
}

export function Earlier({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("chat");
  const { shown } = usePane();
  const more = usePaneDrawn((state) => state.more);
  const loading = usePaneDrawn((state) => state.loadingEarlier);
  const first = usePaneDrawn((state) => state.cells[0]?.id);
  const button = useRef<HTMLButtonElement>(null);
  useKeepPlace(scroller, first);
  useSomeAtHand(first, more);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the top is looked at again, it may still be near.
  useEffect(() => {
    const target = button.current;
    if (target === null || !more) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) doing(() => shown.loadEarlier());
      },
      { root: scroller.current, rootMargin: NEAR },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [shown, scroller, more, first]);

  if (!more) return null;
  return (
    <button
      ref={button}
      type="button"
      className="button button-quiet earlier"
      disabled={loading}
      onClick={() => doing(() => shown.loadEarlier())}
    >
      {t("load-earlier")}
    </button>
  );
}
