/**
 * Earlier messages. Their outlines are loaded when the reader nears the top, or by the button there. The text being read keeps its place.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { useThread, useThreadDrawn } from "../../thread/thread";
import { topArticle } from "./articles";

/** The distance to the top at which earlier messages are loaded. */
const NEAR = "2000px 0px 0px 0px";

const offsetOf = (article: Element, box: Element) =>
  article.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Keeps the text being read in its place when messages are put before it. At the very top the browser itself does not. */
function useKeepPlace(scroller: RefObject<HTMLElement | null>, first: string | undefined): void {
  const before = useRef(first);
  const held = useRef<{ article: HTMLElement; offset: number }>(undefined);
  const box = scroller.current;
  if (box !== null && before.current !== first) {
    const article = topArticle(box);
    held.current = article && { article, offset: offsetOf(article, box) };
  }
  useLayoutEffect(() => {
    const element = scroller.current;
    const { article, offset = 0 } = held.current ?? {};
    const isEarlier = before.current !== undefined && first !== undefined && first < before.current;
    if (element !== null && isEarlier && article?.isConnected)
      element.scrollTop += offsetOf(article, element) - offset;
    before.current = first;
    held.current = undefined;
  }, [scroller, first]);
}

export function Earlier({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("chat");
  const { shown } = useThread();
  const more = useThreadDrawn((state) => state.more);
  const loading = useThreadDrawn((state) => state.loadingEarlier);
  const first = useThreadDrawn((state) => state.cells[0]?.id);
  const button = useRef<HTMLButtonElement>(null);
  useKeepPlace(scroller, first);

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
