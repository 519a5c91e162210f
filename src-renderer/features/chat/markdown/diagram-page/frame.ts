/**
 * The page in which a diagram is drawn: an opaque origin without bridge, network or inline code. It takes the source of a diagram from the
 * window that holds it. It answers with the height of the drawing, or the reason why there is none.
 */
import type { Mermaid } from "mermaid";
import { unchanged } from "../../../../platform/latest";
import { type DiagramBounds, LARGEST } from "./budget";
import type { DiagramColours, DiagramNews, DrawDiagram } from "./messages";
import { clearStyles, setMarkup, setStylesByScript } from "./styles-by-script";

declare const mermaid: Mermaid;

setStylesByScript();

const place = document.getElementById("place");

// An opaque origin has no name to send to. The message holds no more than a number.
const tell = (news: DiagramNews): void => window.parent.postMessage(news, "*");

/** Returns the colours of parts that differ by colour: slices, branches, sections. */
function series(palette: readonly string[], onPalette: string): Record<string, string> {
  const variables: Record<string, string> = { pieSectionTextColor: onPalette, scaleLabelColor: onPalette };
  for (let at = 0; at < 12; at++) {
    const colour = palette[at % palette.length] ?? onPalette;
    variables[`pie${at + 1}`] = colour;
    variables[`cScale${at}`] = colour;
    variables[`cScaleLabel${at}`] = onPalette;
    if (at < 8) {
      variables[`git${at}`] = colour;
      variables[`gitBranchLabel${at}`] = onPalette;
    }
  }
  return variables;
}

function configure(colours: DiagramColours, size: number, { characters, edges }: DiagramBounds): void {
  const { dark, ground, raised, text, second, line, palette, onPalette } = colours;
  const [accent = text] = palette;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "maxEdges",
      "theme",
      "themeVariables",
      "themeCSS",
      "fontFamily",
      "htmlLabels",
      "suppressErrorRendering",
      "dompurifyConfig",
    ],
    suppressErrorRendering: true,
    maxTextSize: characters,
    maxEdges: edges,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: "system-ui, sans-serif",
    theme: "base",
    themeVariables: {
      darkMode: dark,
      background: ground,
      mainBkg: raised,
      primaryColor: raised,
      primaryTextColor: text,
      primaryBorderColor: second,
      secondaryColor: ground,
      tertiaryColor: ground,
      lineColor: second,
      textColor: text,
      titleColor: text,
      noteBkgColor: ground,
      noteTextColor: text,
      noteBorderColor: line,
      clusterBkg: ground,
      clusterBorder: line,
      edgeLabelBackground: ground,
      actorBkg: raised,
      actorBorder: second,
      activationBorderColor: accent,
      fontSize: `${size}px`,
      pieOpacity: "1",
      pieStrokeColor: ground,
      pieOuterStrokeColor: line,
      ...series(palette, onPalette),
    },
  });
}

const within = ({ characters, edges }: DiagramBounds): DiagramBounds => ({
  characters: Math.min(characters, LARGEST.characters),
  edges: Math.min(edges, LARGEST.edges),
});

/**
 * Returns true if Mermaid failed for want of budget: too many edges, or a stack filled by deep nesting. Its errors differ only in their
 * words.
 */
const isOver = (error: unknown): boolean =>
  error instanceof Error && /^(?:Edge limit exceeded|Maximum call stack size exceeded)/.test(error.message);

let drawing = 0;
let drawn: ResizeObserver | undefined;

async function draw({ turn, source, colours, size, bounds }: DrawDiagram): Promise<void> {
  if (place === null) return;
  drawing += 1;
  const now = drawing;
  const isNewest = unchanged(() => drawing);
  drawn?.disconnect();
  place.replaceChildren();
  clearStyles();
  const most = within(bounds);
  // Mermaid itself would draw a box with an error, as if that were the diagram.
  if (source.length > most.characters) return tell({ type: "over", turn });
  try {
    configure(colours, size, most);
    const { svg } = await mermaid.render(`diagram-${now}`, source);
    if (!isNewest()) return;
    setMarkup(place, svg);
    const tellDrawn = () => tell({ type: "drawn", turn, height: Math.ceil(place.scrollHeight) });
    // The observer hears with the frame's next picture, and a frame out of sight may have none for long. It corrects what a frame told that
    // did not yet know its width.
    tellDrawn();
    drawn = new ResizeObserver(tellDrawn);
    drawn.observe(place);
  } catch (error) {
    if (isNewest()) tell({ type: isOver(error) ? "over" : "failed", turn });
  }
}

const isDraw = (data: unknown): data is DrawDiagram =>
  typeof data === "object" && data !== null && (data as DrawDiagram).type === "draw";

// No click leaves this page: a link would replace the drawing by an error page.
for (const press of ["click", "auxclick"] as const)
  window.addEventListener(press, (event) => event.preventDefault(), { capture: true });

window.addEventListener("message", ({ source, data }) => {
  if (source === window.parent && isDraw(data)) void draw(data);
});
