/**
 * A Mermaid diagram, drawn in a frame of its own once it has been near the view. A click shows its source. The source also stands there if
 * the diagram cannot be drawn, or would cost too much.
 */
import { Code, Workflow } from "lucide-react";
import { memo, useCallback, useRef } from "react";
import { useTranslation } from "../../../platform/language/use-translation";
import { IconButton } from "../../../ui/icon-button";
import { CodeBlock, CopyButton } from "./code-block";
import { DiagramFrame, type Undrawn } from "./diagram-frame";
import { BUDGET, type DiagramBudget, LARGEST } from "./diagram-page/budget";
import { type DiagramState, useDiagramState } from "./diagram-state";
import { useSeen } from "./seen";
import { ShownAsText } from "./shown-as-text";

export const isDiagram = (info: string): boolean => info.toLowerCase() === "mermaid";

interface DrawnProps {
  source: string;
  budget: DiagramBudget;
  onSource: () => void;
  onNotDrawn: (why: Undrawn) => void;
}

function DrawnDiagram({ source, budget, onSource, onNotDrawn }: DrawnProps) {
  const { t } = useTranslation("chat");
  const place = useRef<HTMLElement>(null);
  const seen = useSeen(place);
  return (
    <figure ref={place} className="code diagram" aria-label={t("markdown.diagram")}>
      <figcaption className="code-bar">
        <span className="code-name one-line">{t("markdown.diagram")}</span>
        <IconButton label={t("markdown.show-source")} onClick={onSource}>
          <Code className="lucide" />
        </IconButton>
        <CopyButton label={t("markdown.copy-source")} text={() => source} />
      </figcaption>
      {seen ? (
        <DiagramFrame source={source} budget={budget} onNotDrawn={onNotDrawn} />
      ) : (
        <p className="diagram-note" />
      )}
    </figure>
  );
}

interface SourceProps {
  source: string;
  shown: Exclude<DiagramState["shown"], "drawing">;
  larger: boolean;
  /** `larger`: with the largest budget. */
  onDraw: (larger: boolean) => void;
}

function DiagramSource({ source, shown, larger, onDraw }: SourceProps) {
  const { t } = useTranslation("chat");
  const drawLarger = () => onDraw(true);
  const notes = {
    source: undefined,
    over: <ShownAsText onDraw={larger ? undefined : drawLarger} />,
    late: <ShownAsText onDraw={drawLarger} />,
    failed: (
      <p className="plain-reason" data-no-copy="">
        {t("markdown.diagram-failed")}
      </p>
    ),
  };
  return (
    <CodeBlock code={source} info="mermaid" open={false} note={notes[shown]}>
      {shown === "source" ? (
        <IconButton label={t("markdown.show-diagram")} onClick={() => onDraw(larger)}>
          <Workflow className="lucide" />
        </IconButton>
      ) : null}
    </CodeBlock>
  );
}

export const Diagram = memo(function Diagram({ source }: { source: string }) {
  const [state, change] = useDiagramState(source);
  const { shown, larger } = state;
  const onNotDrawn = useCallback((why: Undrawn) => change({ shown: why, larger }), [change, larger]);
  return shown === "drawing" ? (
    <DrawnDiagram
      source={source}
      budget={larger ? LARGEST : BUDGET}
      onSource={() => change({ shown: "source", larger })}
      onNotDrawn={onNotDrawn}
    />
  ) : (
    <DiagramSource
      source={source}
      shown={shown}
      larger={larger}
      onDraw={(asked) => change({ shown: "drawing", larger: asked })}
    />
  );
});
