/**
 * The words of an answer as Markdown, while they are written and afterwards. Settled blocks are drawn once, only the tail again. The window
 * cuts the text into blocks, and the worker does the costly rest. A long answer is built only near the view.
 */
import { Component, memo, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../../platform/language/use-translation";
import { heightOfFlow } from "../guessed-height";
import { hasLongWord } from "../letters";
import { type KindOfPiece, Pieces } from "../pieces";
import { type Block, MarkdownBlocks } from "./blocks";
import { CodeBlock } from "./code-block";
import { Diagram, isDiagram } from "./diagram";
import { directionOf } from "./direction";
import { firstRows, moreRows, Open, Picture } from "./elements";
import { NoteBack, NoteScope, useNoteId } from "./footnotes";
import { type Footnote, ReferenceReader, type References } from "./references";
import { TableFrame, TableSource, useTableParts } from "./table";
import { usePortion } from "./time-slice";
import { NotDrawn, Words } from "./words";
// The italic letters are loaded with this file, because only Markdown has italics.
import "@fontsource-variable/inter/wght-italic.css";
import "./markdown.css";

class OrPlain extends Component<{ text: string; children: ReactNode }, { failed: string | undefined }> {
  override state: { failed: string | undefined } = { failed: undefined };

  override componentDidCatch(): void {
    this.setState({ failed: this.props.text });
  }

  static getDerivedStateFromError(): { failed: string } {
    return { failed: "" };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    const { text, children } = this.props;
    return failed === "" || failed === text ? <NotDrawn text={text} alone={false} /> : children;
  }
}

function Table({ source, before }: { source: string; before: string }) {
  const parts = useTableParts(source);
  return (
    <TableSource value={source}>
      <TableFrame direction={directionOf({ value: source })}>
        {parts.map((part, at) => (
          <Words
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only follow each other; the place of a part is what it is.
            key={at}
            text={part}
            before={before}
            components={at === 0 ? firstRows : moreRows}
            rows
          />
        ))}
      </TableFrame>
    </TableSource>
  );
}

interface BlockProps {
  block: Block;
  /** The definitions that the block refers to; undefined for a footnote that stands at the end of the message. */
  before: string | undefined;
  open: boolean;
}

const BlockView = memo(function BlockView(props: BlockProps) {
  return (
    <OrPlain text={props.block.source}>
      <Drawn {...props} />
    </OrPlain>
  );
});

function Drawn({ block, before, open }: BlockProps) {
  switch (block.kind) {
    case "code": {
      const [info = ""] = block.info.split(/[\s{,:]/, 1);
      if (isDiagram(info) && !open && block.closed) return <Diagram source={block.code} />;
      return <CodeBlock code={block.code} info={info} open={open} />;
    }
    case "table":
      return <Table source={block.source} before={before ?? ""} />;
    case "image":
      return block.address === "" ? null : <Picture src={block.address} alt={block.alt} />;
    case "footnote":
      return before === undefined || open ? null : <NotDrawn text={block.source} alone={false} />;
    case "plain":
      return <NotDrawn text={block.source} alone={!open && !block.continues} />;
    case "prose": {
      const words = (
        <Open value={open}>
          <Words text={block.source} before={before ?? ""} open={open} />
        </Open>
      );
      return block.continues ? <div className="continues">{words}</div> : words;
    }
  }
}

/** The estimated CSS pixels of the margins of a block. */
const MARGIN = 14;

const pieces: KindOfPiece<BlockProps, undefined> = {
  // The tail keeps its key when it settles, and so it keeps its drawing.
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks only follow each other; their place is what they are.
  render: (items) => items.map((item, at) => <BlockView key={at} {...item} />),
  heightOf: ({ block }) => heightOfFlow(block.source) + MARGIN,
  textsOf: (items) => [{ text: items.map(({ block }) => block.source).join("\n") }],
  hasLongWord: ({ block }) => block.kind !== "code" && block.kind !== "image" && hasLongWord(block.source),
};

function Note({ note, references }: { note: Footnote; references: References }) {
  const id = useNoteId(note.number);
  const block = useMemo<Block>(
    () => ({ kind: "prose", source: note.text ?? "", continues: false }),
    [note.text],
  );
  return (
    <li id={id} tabIndex={-1} dir="auto" value={note.number}>
      <Words text={block.source} before={references.before(block)} />
      {/* A space that does not break keeps the link back on the last line. */}
      {"\u00a0"}
      <NoteBack number={note.number} />
    </li>
  );
}

function Notes({ references }: { references: References }) {
  const { t } = useTranslation("chat");
  const { notes } = references;
  if (notes.length === 0) return null;
  return (
    <section className="notes" role="doc-endnotes" aria-label={t("markdown.footnotes")}>
      <ol>
        {notes.map((note) => (
          <Note key={note.number} note={note} references={references} />
        ))}
      </ol>
    </section>
  );
}

/** Returns the blocks as they are drawn. Unchanged ones are the same objects as in the last rendering. */
function useItems(
  blocks: readonly Block[],
  references: References,
  streaming: boolean,
): readonly BlockProps[] {
  const before = useRef<readonly BlockProps[]>([]);
  before.current = blocks.map((block, at) => {
    const known = before.current[at];
    const definitions = references.isNote(block) ? undefined : references.before(block);
    const open = streaming && at === blocks.length - 1;
    const isKnown = known?.block === block && known.before === definitions && known.open === open;
    return isKnown ? known : { block, before: definitions, open };
  });
  return before.current;
}

export const Markdown = memo(function Markdown(props: { text: string; streaming: boolean }) {
  const { text, streaming } = usePortion(props.text, props.streaming);
  const [reader] = useState(() => new MarkdownBlocks());
  const [referenceReader] = useState(() => new ReferenceReader());
  const scope = useId();
  const { settled, open } = reader.of(text, !streaming);
  const blocks = open === undefined ? settled : [...settled, open];
  const references = referenceReader.of(settled, open, !streaming);
  const items = useItems(blocks, references, streaming);
  return (
    <NoteScope value={scope}>
      <div className="text markdown" data-streaming={streaming || undefined}>
        <Pieces kind={pieces} items={items} context={undefined} />
        <Notes references={references} />
      </div>
    </NoteScope>
  );
});
