/**
 * A Mermaid diagram: drawn in a frame of its own that can reach nothing, once it has been near the view; its source is a click away, and
 * stands there while it is drawn and where it cannot be.
 */
import { Code, Workflow } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import type { DiagramColours, DiagramNews, DrawDiagram } from "../../../diagram/messages";
import { useTranslation } from "../../../language/use-translation";
import { IconButton } from "../../../ui/icon-button";
import { CodeBlock, CopyButton } from "./code-block";
import { useSeen } from "./seen";

export const isDiagram = (info: string): boolean => info.toLowerCase() === "mermaid";

/** Milliseconds from the frame's making, and from each time it is asked to draw; and CSS pixels between which its height stays, whatever it says. */
const LIMIT_MS = 15_000;
const LOWEST = 24;
const HIGHEST = 640;
/** Characters; a longer one is shown as its source. */
const LONGEST = 20_000;

const PALETTE = ["--accent", "--code-function", "--code-constant", "--code-keyword", "--code-parameter"];

const DARK = "(prefers-color-scheme: dark)";

/** The window's colours as they are now: the frame has none of its tokens. */
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

type Drawing = { state: "drawing" } | { state: "drawn"; height: number } | { state: "failed" };

const isNews = (data: unknown): data is DiagramNews =>
  typeof data === "object" && data !== null && typeof (data as DiagramNews).type === "string";

/** Talks to the frame: sends the source when it is ready and when the theme changes, and takes the height it answers with. */
function useDrawing(frame: RefObject<HTMLIFrameElement | null>, source: string): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({ state: "drawing" });
  useEffect(() => {
    const inside = frame.current?.contentWindow;
    if (inside === null || inside === undefined) return;
    let turn = 0;
    let limit: number | undefined;
    const wait = () => {
      window.clearTimeout(limit);
      limit = window.setTimeout(() => setDrawing({ state: "failed" }), LIMIT_MS);
    };
    wait();
    const ask = () => {
      turn += 1;
      wait();
      const message: DrawDiagram = { type: "draw", turn, source, colours: colours() };
      // An opaque origin has no name; what is sent is what the reader sees anyway.
      inside.postMessage(message, "*");
    };
    const take = ({ source: sender, data }: MessageEvent<unknown>) => {
      if (sender !== inside || !isNews(data)) return;
      if (data.type === "ready") return ask();
      if (data.turn !== turn) return;
      window.clearTimeout(limit);
      if (data.type === "failed") return setDrawing({ state: "failed" });
      const height = Number.isFinite(data.height) ? data.height : LOWEST;
      setDrawing({ state: "drawn", height: Math.min(Math.max(height, LOWEST), HIGHEST) });
    };
    const theme = matchMedia(DARK);
    window.addEventListener("message", take);
    theme.addEventListener("change", ask);
    return () => {
      window.clearTimeout(limit);
      window.removeEventListener("message", take);
      theme.removeEventListener("change", ask);
    };
  }, [frame, source]);
  return drawing;
}

function Frame({ source, onFail }: { source: string; onFail: () => void }) {
  const { t } = useTranslation("chat");
  const frame = useRef<HTMLIFrameElement>(null);
  const drawing = useDrawing(frame, source);
  useEffect(() => {
    if (drawing.state === "failed") onFail();
  }, [drawing.state, onFail]);
  const height = drawing.state === "drawn" ? drawing.height : 0;
  return (
    <>
      {drawing.state === "drawing" ? <p className="diagram-note">{t("markdown.diagram-drawing")}</p> : null}
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

export const Diagram = memo(function Diagram({ source }: { source: string }) {
  const { t } = useTranslation("chat");
  const place = useRef<HTMLElement>(null);
  const seen = useSeen(place);
  const [asSource, setAsSource] = useState(false);
  const [failed, setFailed] = useState(source.length > LONGEST);
  if (asSource || failed)
    return (
      <>
        <CodeBlock code={source} info="mermaid" open={false}>
          {failed ? null : (
            <IconButton label={t("markdown.show-diagram")} onClick={() => setAsSource(false)}>
              <Workflow className="lucide" />
            </IconButton>
          )}
        </CodeBlock>
        {failed ? <p className="plain-reason">{t("markdown.diagram-failed")}</p> : null}
      </>
    );
  return (
    <figure ref={place} className="code diagram" aria-label={t("markdown.diagram")}>
      <figcaption className="code-bar">
        <span className="code-name">{t("markdown.diagram")}</span>
        <IconButton label={t("markdown.show-source")} onClick={() => setAsSource(true)}>
          <Code className="lucide" />
        </IconButton>
        <CopyButton label={t("markdown.copy-source")} text={() => source} />
      </figcaption>
      {seen ? <Frame source={source} onFail={() => setFailed(true)} /> : <p className="diagram-note" />}
    </figure>
  );
});
