/**
 * A formula, drawn by KaTeX from elements and never from HTML: the page's policy takes no markup made of strings. KaTeX is fetched with
 * the first formula of a window; what it cannot read is shown as it was written.
 */
import { memo, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { draw } from "./katex";

type Draw = typeof draw;

let loaded: Draw | undefined;
let asked = false;
const waiting = new Set<() => void>();

function ask(): void {
  if (asked) return;
  asked = true;
  void import("./katex").then(
    (module) => {
      loaded = module.draw;
      for (const tell of waiting) tell();
    },
    // Shown as it was written; the next formula asks again.
    () => {
      asked = false;
    },
  );
}

const subscribe = (tell: () => void): (() => void) => {
  waiting.add(tell);
  ask();
  return () => waiting.delete(tell);
};

/** Undefined until it is there. */
const useDraw = (): Draw | undefined => useSyncExternalStore(subscribe, () => loaded);

/** Characters; a longer formula is no formula, and would take seconds. */
const LONGEST = 4_000;

export const Formula = memo(function Formula({ tex, display }: { tex: string; display: boolean }) {
  const draw = useDraw();
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = place.current;
    if (box === null) return;
    const formula = tex.length <= LONGEST ? draw?.(tex, display) : undefined;
    const source = document.createElement("code");
    source.textContent = tex;
    box.replaceChildren(formula ?? source);
  }, [draw, tex, display]);
  return <span ref={place} className={display ? "formula formula-display" : "formula"} dir="ltr" />;
});
