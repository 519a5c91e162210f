/** A block of code: its language, Copy, a switch for long lines, and the lines. While it grows only its last group of lines changes. */
import { Check, Copy, WrapText } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useEffect, useRef, useState } from "react";
import { call } from "../../../platform/bridge";
import { useTranslation } from "../../../platform/language/use-translation";
import { doing } from "../../../thread/actions";
import { IconButton } from "../../../ui/icon-button";
import { isHeavy } from "../letters";
import type { CodeGroup } from "./code-lines";
import { putInOwnFrame } from "./frames";
import { useNear, useSeen } from "./seen";
import { ShownAsText } from "./shown-as-text";
import { useCodeLines } from "./use-code-lines";
import type { Token } from "./work/colour";
import "./code.css";

/** The milliseconds for which a button says that it has copied. */
const SAID_MS = 1_600;

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const { t } = useTranslation("chat");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    doing(async () => {
      await call("app.copy", { text: text() });
      setCopied(true);
    });
  return (
    <IconButton label={copied ? t("markdown.copied") : label} onClick={copy}>
      {copied ? <Check className="lucide" /> : <Copy className="lucide" />}
    </IconButton>
  );
}

const Line = memo(function Line({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ text, kind }, at) =>
    kind === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never change.
      <span key={at} className={`token-${kind}`}>
        {text}
      </span>
    ),
  );
});

/** Returns the text after the coloured lines. */
function plainRest({ text, lines }: CodeGroup): string {
  let from = 0;
  for (let line = 0; line < lines.length; line++) {
    const next = text.indexOf("\n", from) + 1;
    if (next === 0) return "";
    from = next;
  }
  return text.slice(from);
}

interface LinesProps {
  group: CodeGroup;
  /** True while the group is being written. */
  open: boolean;
}

const Lines = memo(function Lines(props: LinesProps) {
  const [waits] = useState(() => !props.open && isHeavy(props.group.text));
  return waits ? <HeavyLines {...props} /> : <LightLines {...props} />;
});

/** Costly lines appear one group a frame, once they are near the view. */
function HeavyLines(props: LinesProps) {
  const { text } = props.group;
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place);
  const [shown, show] = useState(false);
  useEffect(() => (seen ? putInOwnFrame(() => show(true)) : undefined), [seen]);
  if (shown) return <LightLines {...props} />;
  return (
    <span ref={place} className="code-lines room">
      {text.replace(/[^\n]+/g, "") || "\n"}
    </span>
  );
}

function LightLines({ group }: LinesProps) {
  const coloured: ReactNode[] = [];
  const { lines, text } = group;
  const rest = plainRest(group);
  for (const [at, tokens] of lines.entries()) {
    coloured.push(<Line key={at} tokens={tokens} />);
    if (at < lines.length - 1 || rest !== "" || text.endsWith("\n")) coloured.push("\n");
  }
  return (
    <span className="code-lines">
      {coloured}
      {rest}
    </span>
  );
}

interface CodeBlockProps {
  code: string;
  /** The first word after the opening fence. */
  info: string;
  /** True while the block is being written. */
  open: boolean;
  /** Further buttons, before Copy. */
  children?: ReactNode;
  /** Stands beneath the lines, in place of the note about their colours. */
  note?: ReactNode;
}

/** A block of code. Far from the view it has only its lines: thousands of blocks that nobody looks at need no buttons and no colours. */
export const CodeBlock = memo(function CodeBlock({ code, info, open, children, note }: CodeBlockProps) {
  const { t } = useTranslation("chat");
  const [wrap, setWrap] = useState(false);
  const place = useRef<HTMLElement>(null);
  const [done, setDone] = useState(false);
  const near = useNear(place, open, done);
  const [wasNear, setWasNear] = useState(near);
  if (near && !wasNear) setWasNear(true);
  const { groups, count, label, complete, over, tryAgain } = useCodeLines(code, info, near, !open);
  if (complete && !done) setDone(true);
  const name = label === "" ? t("markdown.code") : label;
  return (
    <figure
      ref={place}
      className="code code-sized"
      data-wrap={wrap || undefined}
      aria-label={name}
      style={{ "--lines": count } as CSSProperties}
    >
      <figcaption className="code-bar" data-no-copy="">
        <span className="code-name one-line" dir="auto">
          {name}
        </span>
        {children}
        {wasNear ? (
          <>
            <IconButton label={t("markdown.wrap")} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
              <WrapText className="lucide" />
            </IconButton>
            <CopyButton label={t("markdown.copy-code")} text={() => code} />
          </>
        ) : null}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key. */}
      <pre dir="ltr" tabIndex={0}>
        <code data-many={groups.length > 1 || undefined}>
          {groups.map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups only follow each other; their place is what they are.
            <Lines key={at} group={group} open={open && at === groups.length - 1} />
          ))}
          {open ? <span className="caret" /> : null}
        </code>
      </pre>
      {note ?? (over ? <ShownAsText onDraw={tryAgain} /> : null)}
    </figure>
  );
});
