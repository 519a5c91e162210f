/**
 * The words of an answer. The code that draws Markdown is not part of the start. The window fetches it when a conversation first needs it,
 * or when nothing else is to do. Until then the words are shown as they came.
 */
import { memo, useSyncExternalStore } from "react";
import { useShownAsText } from "../../../thread/shown-as-text";
import { Text } from "../text";
import type { Markdown } from "./markdown";

type Loaded = typeof Markdown | "failed";

let loaded: Loaded | undefined;
let asked = false;
const waiting = new Set<() => void>();

function settle(value: Loaded): void {
  loaded = value;
  for (const tell of waiting) tell();
}

/** Fetches the code that draws Markdown, once. */
function fetchMarkdown(): void {
  if (asked) return;
  asked = true;
  void import("./markdown").then(
    (module) => settle(module.Markdown),
    () => settle("failed"),
  );
}

const subscribe = (tell: () => void): (() => void) => {
  waiting.add(tell);
  fetchMarkdown();
  return () => waiting.delete(tell);
};

/** The milliseconds to wait after the start. By then the user has begun to write, or is in no hurry. */
const AFTER_START_MS = 1_500;

/** Fetches that code before the first answer, when the window has nothing else to do. Returns the function that cancels this. */
export function fetchMarkdownSoon(): () => void {
  let idle = 0;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(fetchMarkdown);
  }, AFTER_START_MS);
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}

interface AnswerTextProps {
  text: string;
  /** True while the text is being written. */
  streaming: boolean;
}

export const AnswerText = memo(function AnswerText(props: AnswerTextProps) {
  const Drawn = useSyncExternalStore(subscribe, () => loaded);
  const plain = useShownAsText() !== undefined;
  if (plain) return <Text {...props} />;
  if (Drawn === undefined) return <Text {...props} text={props.text.trimEnd()} awaiting />;
  return Drawn === "failed" ? <Text {...props} /> : <Drawn {...props} />;
});
