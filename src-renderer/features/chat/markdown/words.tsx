/** Markdown as the worker draws it. Until the drawing is there, and if it would cost too much, the text stands in its place. */
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import { memo, useMemo, useState } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { heightOfLines } from "../guessed-height";
import { useOwnFrame } from "../own-frame";
import { pagePlaces, useDrawing } from "./drawn-blocks";
import { elements } from "./elements";
import { ShownAsText } from "./shown-as-text";
import type { DrawnBlock } from "./work/draw";
import { BUDGET_MS, markdownWorker } from "./work/workers";

/** The factor of the budget when a text is tried again. */
const MORE = 10;

const places = pagePlaces((ask) => markdownWorker.ask(ask), BUDGET_MS);

interface TextProps {
  text: string;
  /** True if the text stands within a table as rows. */
  rows: boolean;
}

/** Empty room for words that wait for a frame of their own. Laid out unseen, they would hold the page just as long. */
function Room({ text, rows }: TextProps) {
  const style = { blockSize: heightOfLines(text) };
  return rows ? (
    <tbody className="room">
      <tr>
        <td style={style} />
      </tr>
    </tbody>
  ) : (
    <p className="room" style={style} />
  );
}

/** Keeps the room of words unseen for a moment, so that no marks flash up. After that the text can be read as it came. */
function Waiting({ text, rows }: TextProps) {
  return rows ? (
    <tbody className="plain waiting">
      <tr>
        <td>{text.trim()}</td>
      </tr>
    </tbody>
  ) : (
    <p className="plain waiting" dir="auto">
      {text.trim()}
    </p>
  );
}

interface PlainProps extends TextProps {
  onDraw: (() => void) | undefined;
}

function Plain({ text, rows, onDraw }: PlainProps) {
  if (!useOwnFrame(text, false, true)) return <Room text={text} rows={rows} />;
  return rows ? (
    <tbody className="plain">
      <tr>
        <td colSpan={1_000}>
          {text.trim()}
          <ShownAsText onDraw={onDraw} />
        </td>
      </tr>
    </tbody>
  ) : (
    <>
      <p className="plain" dir="auto">
        {text.trim()}
      </p>
      <ShownAsText onDraw={onDraw} />
    </>
  );
}

function Tree({ drawn, components }: { drawn: DrawnBlock; components: Partial<Components> }) {
  return useMemo(
    () => toJsxRuntime(drawn.tree, { Fragment, jsx, jsxs, components, passNode: true }),
    [drawn, components],
  );
}

interface WordsProps {
  text: string;
  /** The definitions that the words refer to. */
  before: string;
  open?: boolean;
  components?: Partial<Components>;
  rows?: boolean;
}

export const Words = memo(function Words(props: WordsProps) {
  const { text, before, open = false, components = elements, rows = false } = props;
  const [scale, setScale] = useState(1);
  const [first] = useState(text);
  const drawing = useDrawing({ text, before, open, scale }, places);
  const shown = useOwnFrame(text, open, drawing !== "waiting");
  const onDraw = scale === 1 && !open ? () => setScale(MORE) : undefined;
  if (!shown) return <Room text={text} rows={rows} />;
  // Shows the first words until the drawing is there. Further words would appear and vanish in a moment.
  if (drawing === "waiting") return <Waiting text={text.startsWith(first) ? first : text} rows={rows} />;
  if (drawing === "over") return <Plain text={text} rows={rows} onDraw={onDraw} />;
  return (
    <>
      <Tree drawn={drawing} components={components} />
      {drawing.partial && !rows ? <ShownAsText onDraw={onDraw} /> : null}
    </>
  );
});

/** Words that were not tried, because they look too deep or too large. `alone`: nothing before them belongs to them. */
export function NotDrawn({ text, alone }: { text: string; alone: boolean }) {
  const [tried, setTried] = useState(false);
  const onDraw = alone ? () => setTried(true) : undefined;
  return tried ? <LargeWords text={text} /> : <Plain text={text} rows={false} onDraw={onDraw} />;
}

function LargeWords({ text }: { text: string }) {
  const drawing = useDrawing({ text, before: "", open: false, scale: MORE }, places);
  if (typeof drawing === "object") return <Tree drawn={drawing} components={elements} />;
  return <Plain text={text} rows={false} onDraw={undefined} />;
}
