/**
 * The frame in which a diagram is drawn, as the window sees it. The frame can reach nothing. If it has drawn nothing in time, the window
 * removes it.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import { fontSize, onFontSize } from "../../../platform/font-size";
import { useTranslation } from "../../../platform/language/use-translation";
import type { DiagramBudget } from "./diagram-page/budget";
import type { DiagramColours, DiagramNews, DrawDiagram } from "./diagram-page/messages";

/** The least and the greatest height of the frame in CSS pixels, whatever it asks for. */
const LOWEST = 24;
const HIGHEST = 640;

const PALETTE = ["--accent", "--code-function", "--code-constant", "--code-keyword", "--code-parameter"];

const DARK = "(prefers-color-scheme: dark)";

/** The letters of a diagram as a part of those of a text. */
const SMALLER = 0.96;

/** Returns the window's current colours, because the frame has none of its tokens. */
function colours(): DiagramColours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    dark: matchMedia(DARK).matches,
    ground: read("--ground-side"),
    raised: read("--ground-raised"),
    text: read("--text"),
    second: read("--text-second"),
    line: read("--line-strong"),
    palette: PALETTE.map(read),
    onPalette: read("--on-accent"),
  };
  probe.remove();
  return found;
}

/**
 * The reason for a missing drawing: `over` its bounds, `late` because it was not there in time, or `failed` because the source is wrong.
 * Only a late one may be there in time when the same budget is tried again: the machine may have been busy.
 */
export type Undrawn = "over" | "late" | "failed";

type Drawing = { state: "drawing" } | { state: "drawn"; height: number } | { state: Undrawn };

const isNews = (data: unknown): data is DiagramNews =>
  typeof data === "object" && data !== null && typeof (data as DiagramNews).type === "string";

function drawingAfter(news: DiagramNews): Drawing {
  if (news.type !== "drawn") return { state: news.type === "over" ? "over" : "failed" };
  const height = Number.isFinite(news.height) ? news.height : LOWEST;
  return { state: "drawn", height: Math.min(Math.max(height, LOWEST), HIGHEST) };
}

/**
 * Talks to the frame. Sends the source now, when the frame has loaded its page, and when the theme or the font size changes, and takes the
 * answers.
 */
function useDrawing(
  frame: RefObject<HTMLIFrameElement | null>,
  source: string,
  { characters, edges, ms }: DiagramBudget,
): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({ state: "drawing" });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let turn = 0;
    let limit: number | undefined;
    const wait = () => {
      window.clearTimeout(limit);
      limit = window.setTimeout(() => setDrawing({ state: "late" }), ms);
    };
    const ask = () => {
      turn += 1;
      wait();
      const message: DrawDiagram = {
        type: "draw",
        turn,
        source,
        colours: colours(),
        size: Math.round(fontSize() * SMALLER),
        bounds: { characters, edges },
      };
      // An opaque origin has no name, so the message goes to any. It holds only text that the reader sees anyway.
      element.contentWindow?.postMessage(message, "*");
    };
    const take = ({ source: sender, data }: MessageEvent<unknown>) => {
      if (sender === null || sender !== element.contentWindow || !isNews(data) || data.turn !== turn) return;
      window.clearTimeout(limit);
      setDrawing(drawingAfter(data));
    };
    const theme = matchMedia(DARK);
    window.addEventListener("message", take);
    theme.addEventListener("change", ask);
    // A page that is not yet loaded hears nothing, and is asked once it is. Chromium tells so of any page that the frame loads: a word of
    // the page's own would be said once, and could be lost. A page that was loaded before is asked now.
    element.addEventListener("load", ask);
    ask();
    const leave = onFontSize(ask);
    return () => {
      leave();
      window.clearTimeout(limit);
      window.removeEventListener("message", take);
      theme.removeEventListener("change", ask);
      element.removeEventListener("load", ask);
    };
  }, [frame, source, characters, edges, ms]);
  return drawing;
}

interface DiagramFrameProps {
  source: string;
  budget: DiagramBudget;
  onNotDrawn: (why: Undrawn) => void;
}

export function DiagramFrame({ source, budget, onNotDrawn }: DiagramFrameProps) {
  const { t } = useTranslation("chat");
  const frame = useRef<HTMLIFrameElement>(null);
  const drawing = useDrawing(frame, source, budget);
  const { state } = drawing;
  useEffect(() => {
    if (state !== "drawing" && state !== "drawn") onNotDrawn(state);
  }, [state, onNotDrawn]);
  // Chromium gives another origin's frame no pictures while it is out of sight, unless it has no area.
  const height = drawing.state === "drawn" ? drawing.height : 0;
  return (
    <>
      {state === "drawing" ? <p className="diagram-note">{t("markdown.diagram-drawing")}</p> : null}
      <iframe
        ref={frame}
        className="diagram-frame"
        title={t("markdown.diagram")}
        src="diagram.html"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height }}
      />
    </>
  );
}
