/**
 * An answer's words as Markdown, while they are written and afterwards: settled blocks are drawn once, only the tail again. Cutting into
 * blocks is done here; what costs more is the worker's. Groups of settled blocks keep what a new one costs from growing with the answer.
 */
import { Component, memo, type ReactNode, useId, useMemo, useState } from "react";
import { useTranslation } from "../../../language/use-translation";
import { type Block, MarkdownBlocks } from "./blocks";
import { CodeBlock } from "./code-block";
import { Diagram, isDiagram } from "./diagram";
import { firstRows, moreRows, Open, Picture } from "./elements";
import { NoteBack, NoteScope, useNoteId } from "./footnotes";
import { usePace } from "./pace";
import { type Footnote, ReferenceReader, type References } from "./references";
import { TableFrame, TableSource, useTableParts } from "./table";
import { NotDrawn, Words } from "./words";
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
      <TableFrame>
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
  /** Definitions that it refers to; undefined for a footnote that stands at the end of the message. */
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

const GROUP = 32;

interface GroupProps {
  blocks: readonly Block[];
  befores: readonly (string | undefined)[];
  /** The last one is still being written. */
  open: boolean;
}

const isSame = <T,>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at]);

const Group = memo(
  function Group({ blocks, befores, open }: GroupProps) {
    return blocks.map((block, at) => (
      // The tail keeps its place when it settles, and with it what it is drawn with.
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks only follow each other; their place is what they are.
      <BlockView key={at} block={block} before={befores[at]} open={open && at === blocks.length - 1} />
    ));
  },
  (a, b) => a.open === b.open && isSame(a.blocks, b.blocks) && isSame(a.befores, b.befores),
);

function Note({ note, references }: { note: Footnote; references: References }) {
  const id = useNoteId(note.number);
  const block = useMemo<Block>(
    () => ({ kind: "prose", source: note.text ?? "", continues: false }),
    [note.text],
  );
  return (
    <li id={id} tabIndex={-1} dir="auto" value={note.number}>
      <Words text={block.source} before={references.before(block)} />
      {/* It never stands on a line by itself. */}
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

/** What goes in front of each block. */
function useBefores(blocks: readonly Block[], references: References): readonly (string | undefined)[] {
  return useMemo(
    () => blocks.map((block) => (references.isNote(block) ? undefined : references.before(block))),
    [blocks, references],
  );
}

export const Markdown = memo(function Markdown(props: { text: string; streaming: boolean }) {
  const { text, streaming } = usePace(props.text, props.streaming);
  const [reader] = useState(() => new MarkdownBlocks());
  const [referenceReader] = useState(() => new ReferenceReader());
  const scope = useId();
  const { settled, open } = reader.of(text, !streaming);
  const blocks = open === undefined ? settled : [...settled, open];
  const references = referenceReader.of(settled, open, !streaming);
  const befores = useBefores(blocks, references);
  const groups: ReactNode[] = [];
  for (let at = 0; at < blocks.length; at += GROUP) {
    const isLast = at + GROUP >= blocks.length;
    groups.push(
      <Group
        key={at}
        blocks={blocks.slice(at, at + GROUP)}
        befores={befores.slice(at, at + GROUP)}
        open={isLast && streaming}
      />,
    );
  }
  return (
    <NoteScope value={scope}>
      <div className="text markdown" data-streaming={streaming || undefined}>
        {groups}
        <Notes references={references} />
      </div>
    </NoteScope>
  );
});
