/**
 * An answer's words as Markdown, while they are written and afterwards: settled blocks are parsed and drawn once, only the tail again.
 * Groups of settled blocks keep what a new one costs from growing with the answer.
 */
import { Component, memo, type ReactNode, useId, useMemo, useState } from "react";
import remarkMath from "remark-math";
import remend from "remend";
import { type Components, defaultRemarkPlugins, Block as Parsed } from "streamdown";
import { useTranslation } from "../../../language/use-translation";
import { type Block, MarkdownBlocks } from "./blocks";
import { CodeBlock } from "./code-block";
import { withMathDelimiters } from "./delimiters";
import { Diagram, isDiagram } from "./diagram";
import { elements, firstRows, moreRows, Open, Picture } from "./elements";
import { NoteBack, NoteScope, useNoteId } from "./footnotes";
import { usePace } from "./pace";
import { rehypeCaret, rehypeKeep, remarkBraid } from "./plugins";
import { type Footnote, type References, referencesOf, withReferences } from "./references";
import { TableFrame, TableSource, useTableParts } from "./table";
import "./markdown.css";

const remarkPlugins = [...Object.values(defaultRemarkPlugins).slice(0, 1), remarkMath, remarkBraid];
const settledPlugins = [rehypeKeep];
const openPlugins = [rehypeKeep, rehypeCaret];
const UNFINISHED = { linkMode: "text-only" } as const;

/** Words that could not be parsed, or would cost too much, are shown as they are. */
function Plain({ text }: { text: string }) {
  const { t } = useTranslation("chat");
  return (
    <>
      <p className="plain" dir="auto">
        {text}
      </p>
      <p className="plain-reason">{t("markdown.plain")}</p>
    </>
  );
}

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
    return failed === "" || failed === text ? <Plain text={text} /> : children;
  }
}

interface PiecesProps {
  text: string;
  open?: boolean;
  components?: Components;
}

/** Markdown that stands for itself, parsed. */
const Words = memo(function Words({ text, open = false, components = elements }: PiecesProps) {
  return (
    <Parsed
      content={text}
      components={components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={open ? openPlugins : settledPlugins}
      index={0}
      isIncomplete={false}
      shouldParseIncompleteMarkdown={false}
      shouldNormalizeHtmlIndentation={false}
    />
  );
});

/** What is still being written, with what it has begun and not ended put right. */
function finished(text: string): string {
  const formula = text.lastIndexOf("\\[");
  return remend(formula >= 0 && !text.includes("\\]", formula) ? `${text}\\]` : text, UNFINISHED);
}

function Table({ source, references, block }: { source: string; references: References; block: Block }) {
  const parts = useTableParts(source);
  return (
    <TableSource value={source}>
      <TableFrame>
        {parts.map((part, at) => (
          <Words
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only follow each other; the place of a part is what it is.
            key={at}
            text={withReferences(block, withMathDelimiters(part), references)}
            components={at === 0 ? firstRows : moreRows}
          />
        ))}
      </TableFrame>
    </TableSource>
  );
}

interface BlockProps {
  block: Block;
  references: References;
  open: boolean;
}

const BlockView = memo(function BlockView(props: BlockProps) {
  return (
    <OrPlain text={props.block.source}>
      <Drawn {...props} />
    </OrPlain>
  );
});

function Drawn({ block, references, open }: BlockProps) {
  switch (block.kind) {
    case "code": {
      const [info = ""] = block.info.split(/[\s{,:]/, 1);
      if (isDiagram(info) && !open && block.closed) return <Diagram source={block.code} />;
      return <CodeBlock code={block.code} info={info} open={open} />;
    }
    case "table":
      return <Table source={block.source} references={references} block={block} />;
    case "image":
      return block.address === "" ? null : <Picture src={block.address} alt={block.alt} />;
    case "footnote":
      return null;
    case "plain":
      return <Plain text={block.source.trim()} />;
    case "prose": {
      const text = withMathDelimiters(open ? finished(block.source) : block.source);
      const words = (
        <Open value={open}>
          <Words text={withReferences(block, text, references)} open={open} />
        </Open>
      );
      return block.continues ? <div className="continues">{words}</div> : words;
    }
  }
}

const GROUP = 32;

interface GroupProps {
  blocks: readonly Block[];
  references: References;
  /** The last one is still being written. */
  open: boolean;
}

const Group = memo(
  function Group({ blocks, references, open }: GroupProps) {
    return blocks.map((block, at) => (
      // The tail keeps its place when it settles, and with it what it is drawn with.
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks only follow each other; their place is what they are.
      <BlockView key={at} block={block} references={references} open={open && at === blocks.length - 1} />
    ));
  },
  (a, b) =>
    a.open === b.open &&
    a.references === b.references &&
    a.blocks.length === b.blocks.length &&
    a.blocks.every((block, at) => block === b.blocks[at]),
);

function Note({ note, references }: { note: Footnote; references: References }) {
  const id = useNoteId(note.number);
  const block = useMemo<Block>(
    () => ({ kind: "prose", source: note.text ?? "", continues: false }),
    [note.text],
  );
  return (
    <li id={id} tabIndex={-1} dir="auto" value={note.number}>
      <Words text={withReferences(block, withMathDelimiters(block.source), references)} />
      {/* It never stands on a line by itself. */}
      {"\u00a0"}
      <NoteBack number={note.number} />
    </li>
  );
}

function Notes({ references }: { references: References }) {
  const { t } = useTranslation("chat");
  const notes = [...references.notes.values()].filter(({ text }) => text !== undefined);
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

/** The references of the blocks, the same object as long as they say the same. */
function useReferences(blocks: readonly Block[], ended: boolean): References {
  const [kept] = useState<{ key: string; references: References | undefined }>(() => ({
    key: "",
    references: undefined,
  }));
  const references = referencesOf(blocks, ended);
  const key = JSON.stringify([[...references.links], [...references.notes]]);
  if (kept.references === undefined || kept.key !== key) {
    kept.key = key;
    kept.references = references;
  }
  return kept.references;
}

export const Markdown = memo(function Markdown(props: { text: string; streaming: boolean }) {
  const { text, streaming } = usePace(props.text, props.streaming);
  const [reader] = useState(() => new MarkdownBlocks());
  const scope = useId();
  const { settled, open } = reader.of(text, !streaming);
  const blocks = open === undefined ? settled : [...settled, open];
  const references = useReferences(blocks, !streaming);
  const groups: ReactNode[] = [];
  for (let at = 0; at < blocks.length; at += GROUP) {
    const isLast = at + GROUP >= blocks.length;
    groups.push(
      <Group
        key={at}
        blocks={blocks.slice(at, at + GROUP)}
        references={references}
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
