/**
 * A formula, made of the elements that the worker has drawn, never of HTML: the page's policy refuses markup made of strings. The policy
 * also refuses `style` attributes, so styles are set by script. A formula that could not be drawn is shown as it was written.
 */
import { memo, useLayoutEffect, useRef } from "react";
import type { FormulaElement, Space } from "./work/formula";
import "katex/dist/katex.min.css";

const SPACES: Record<Exclude<Space, "html">, string> = {
  math: "http://www.w3.org/1998/Math/MathML",
  svg: "http://www.w3.org/2000/svg",
};

function make({ space, tag, attributes, style, children }: FormulaElement): Element {
  const element =
    space === "html" ? document.createElement(tag) : document.createElementNS(SPACES[space], tag);
  const { style: written, ...others } = attributes;
  for (const [name, value] of Object.entries(others)) element.setAttribute(name, value);
  const { style: own } = element as HTMLElement;
  if (written !== undefined) own.cssText = written;
  Object.assign(own, style);
  element.append(...children.map((child) => (typeof child === "string" ? child : make(child))));
  return element;
}

interface FormulaProps {
  tex: string;
  display: boolean;
  formula: FormulaElement | undefined;
}

export const Formula = memo(
  function Formula({ tex, display, formula }: FormulaProps) {
    const place = useRef<HTMLSpanElement>(null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: of one formula there is one drawing; each answer of the worker brings a copy.
    useLayoutEffect(() => {
      if (formula === undefined) {
        const source = document.createElement("code");
        source.textContent = tex;
        place.current?.replaceChildren(source);
      } else place.current?.replaceChildren(make(formula));
    }, [tex, display, formula === undefined]);
    return <span ref={place} className={display ? "formula formula-display" : "formula"} dir="ltr" />;
  },
  (a, b) =>
    a.tex === b.tex && a.display === b.display && (a.formula === undefined) === (b.formula === undefined),
);
