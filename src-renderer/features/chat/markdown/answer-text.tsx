/**
 * The words of an answer. What draws them is no part of the start: it is fetched when a conversation first needs it, or when the window
 * has nothing else to do. Until then nothing stands there, rather than something that would move.
 */
import { memo, useSyncExternalStore } from "react";
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

/** Fetches what draws Markdown, once. */
export function fetchMarkdown(): void {
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

interface AnswerTextProps {
  text: string;
  /** It is being written. */
  streaming: boolean;
}

export const AnswerText = memo(function AnswerText(props: AnswerTextProps) {
  const Drawn = useSyncExternalStore(subscribe, () => loaded);
  if (Drawn === undefined) return <div className="text" aria-busy="true" />;
  return Drawn === "failed" ? <Text {...props} /> : <Drawn {...props} />;
});
