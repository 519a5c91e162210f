/**
 * The component for each element of an answer. Only elements named here reach the page, whatever the words were parsed into. No class, id,
 * style or name comes from the words. Each block finds its own direction.
 */

import type { Components } from "hast-util-to-jsx-runtime";
import { ImageOff } from "lucide-react";
import { type ComponentProps, createContext, type JSX, type ReactNode, useContext, useMemo } from "react";
import { handbookPlace } from "../../../../src-preload/contract/domain/handbook";
import { openDialog } from "../../../platform/dialogs";
import { useTranslation } from "../../../platform/language/use-translation";
import { linkAddress, pictureAddress } from "./addresses";
import { CodeBlock } from "./code-block";
import { Diagram, isDiagram } from "./diagram";
import { directionOf } from "./direction";
import { NoteMark } from "./footnotes";
import { Formula } from "./math";
import { mayBeDecoded } from "./picture-size";
import { TableFrame } from "./table";
import type { FormulaData } from "./work/draw";

/** True within the tail of an answer that is being written. */
export const Open = createContext(false);

type Attributes = Record<string, unknown>;
type Props<Tag extends keyof JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

/** Returns the words of an element. */
function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(textOf).join("");
  return "";
}

function Link({ href, children }: Props<"a">) {
  const address = linkAddress(href);
  const place = handbookPlace(href);
  if (place !== undefined)
    return (
      <button type="button" className="button-link" onClick={() => openDialog({ name: "handbook", place })}>
        {children}
      </button>
    );
  if (address === undefined) return children;
  return (
    <a
      href={address}
      title={address}
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
      onDragStart={(event) => event.preventDefault()}
    >
      {children}
    </a>
  );
}

export function Picture({ src, alt = "" }: { src?: unknown; alt?: string | undefined }) {
  const { t } = useTranslation("chat");
  const picture = pictureAddress(src);
  const fits = useMemo(() => picture !== undefined && mayBeDecoded(picture), [picture]);
  if (fits) return <img className="picture" src={picture} alt={alt} draggable={false} />;
  const address = linkAddress(src);
  return (
    <span className="picture-missing">
      <ImageOff className="lucide" aria-hidden="true" />
      <span>{t(picture === undefined ? "markdown.image-not-loaded" : "markdown.image-too-large")}</span>
      {alt === "" ? null : <span dir="auto">{alt}</span>}
      {address === undefined ? null : <Link href={address}>{address}</Link>}
    </span>
  );
}

/** A block of code that the parser found within a list or a quote. The inner element has its text and language. */
function Fenced({ children }: Props<"pre">) {
  const open = useContext(Open);
  const inner = (children as { props?: Attributes } | undefined)?.props ?? {};
  const code = textOf(inner.children as ReactNode).replace(/\n$/, "");
  const info = String(inner["data-info"] ?? "");
  return isDiagram(info) && !open ? (
    <Diagram source={code} />
  ) : (
    <CodeBlock code={code} info={info} open={open} />
  );
}

function Mark({ children, node, ...props }: Props<"span">) {
  const { "data-math": math } = props as Attributes;
  if (math === undefined) return <span className="caret" />;
  const { data } = node as { data?: FormulaData };
  return <Formula tex={textOf(children)} display={math === "display"} formula={data?.formula} />;
}

const Note = ({ children }: Props<"sup">) => <NoteMark number={textOf(children)} />;

function TaskBox({ checked }: Props<"input">) {
  const { t } = useTranslation("chat");
  const isDone = checked === true;
  const name = t(isDone ? "markdown.task-done" : "markdown.task-open");
  return <input type="checkbox" className="task" aria-label={name} checked={isDone} disabled readOnly />;
}

interface Item {
  tagName?: string;
  children?: Item[];
}

/** Returns true for a list item that is a task. Its checkbox stands in the item, or in its first paragraph. */
function isTask(node: unknown): boolean {
  const inside = (node as Item | undefined)?.children?.find(({ tagName }) => tagName !== undefined);
  return inside?.tagName === "input" || (inside?.tagName === "p" && isTask(inside));
}

function Paragraph({ children, ...props }: Props<"p">) {
  const raw = (props as Attributes)["data-raw"] !== undefined;
  return (
    <p dir="auto" className={raw ? "raw" : undefined}>
      {children}
    </p>
  );
}

const SIDES: readonly unknown[] = ["left", "right", "center"];

const cell = (Tag: "td" | "th") =>
  function Cell({ children, ...props }: Props<"td">) {
    const { "data-align": side } = props as Attributes;
    return (
      <Tag dir="auto" data-align={SIDES.includes(side) ? side : undefined}>
        {children}
      </Tag>
    );
  };

type Directed = { children?: ReactNode; node?: unknown };

const heading = (Tag: "h2" | "h3" | "h4" | "h5" | "h6") =>
  function Heading({ children }: Directed) {
    return <Tag dir="auto">{children}</Tag>;
  };

const box = (Tag: "blockquote" | "ul") =>
  function Box({ children, node }: Directed) {
    return <Tag dir={directionOf(node)}>{children}</Tag>;
  };

/** A heading of an answer ranks below the session's title. */
export const elements: Components = {
  a: Link,
  blockquote: box("blockquote"),
  code: ({ children }: Props<"code">) => <code dir="ltr">{children}</code>,
  h1: heading("h2"),
  h2: heading("h3"),
  h3: heading("h4"),
  h4: heading("h5"),
  h5: heading("h6"),
  h6: heading("h6"),
  img: ({ src, alt }: Props<"img">) => <Picture src={src} alt={alt} />,
  input: TaskBox,
  // A list item has no direction of its own, so its marker stands where the list begins. Its words find their own direction (`plaintext` in
  // the styles).
  li: ({ children, node }: Props<"li">) => (
    <li className={isTask(node) ? "task-item" : undefined}>{children}</li>
  ),
  ol: ({ start, children, node }: Props<"ol">) => (
    <ol dir={directionOf(node)} start={start}>
      {children}
    </ol>
  ),
  p: Paragraph,
  pre: Fenced,
  span: Mark,
  sup: Note,
  table: ({ children, node }: Directed) => <TableFrame direction={directionOf(node)}>{children}</TableFrame>,
  td: cell("td"),
  th: cell("th"),
  ul: box("ul"),
};

/** A table that is laid out in parts: each part is parsed with the row of names, and only the first shows it. */
export const firstRows: Components = { ...elements, table: ({ children }: Props<"table">) => children };
export const moreRows: Components = { ...firstRows, thead: () => null };
