/** The lines of a code block with their colours: what has been coloured stays, what is new is coloured a little at a time. */
import { useEffect, useReducer, useState, useSyncExternalStore } from "react";
import { type CodeGroup, CodeLines } from "./code-lines";

type Highlighter = typeof import("./highlighter");

let highlighter: Highlighter | undefined;
let asked: Promise<Highlighter | undefined> | undefined;
let changes = 0;
const listeners = new Set<() => void>();

function changed(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

/** Without its colours code is still code: a file that cannot be read is asked for again by the next block. */
function fetchHighlighter(): Promise<Highlighter | undefined> {
  asked ??= import("./highlighter").then(
    (module) => {
      highlighter = module;
      changed();
      return module;
    },
    () => {
      asked = undefined;
      return undefined;
    },
  );
  return asked;
}

async function fetchLanguage(info: string): Promise<void> {
  const module = await fetchHighlighter();
  const language = module?.languageOf(info);
  if (module === undefined || language === undefined || module.isReady(language)) return;
  await module.load(language).then(changed, () => undefined);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What has more to colour waits here: one block's portion at a time, when nothing else is to be done. */
const queue = new Set<() => void>();
let scheduled = false;

function later(work: () => void): () => void {
  queue.add(work);
  schedule();
  return () => queue.delete(work);
}

function schedule(): void {
  if (scheduled || queue.size === 0) return;
  scheduled = true;
  requestIdleCallback(
    () => {
      scheduled = false;
      const [work] = queue;
      if (work === undefined) return;
      queue.delete(work);
      work();
      schedule();
    },
    { timeout: 200 },
  );
}

export interface CodeView {
  groups: readonly CodeGroup[];
  /** How the language is called, as far as that is known. */
  label: string;
  /** Nothing of it will change any more. */
  complete: boolean;
}

const LONGEST_LABEL = 30;

/** `near`: it is looked at, and coloured; what has been coloured stays so. `ended`: the code is whole. */
export function useCodeLines(code: string, info: string, near: boolean, ended: boolean): CodeView {
  const [lines] = useState(() => new CodeLines());
  const [, again] = useReducer((count: number) => count + 1, 0);
  // What is far away is not drawn anew because a language has come.
  useSyncExternalStore(subscribe, () => (near ? changes : 0));
  useEffect(() => {
    if (near && info !== "") void fetchLanguage(info);
  }, [near, info]);
  lines.read(code);
  const language = highlighter?.languageOf(info);
  const module = highlighter;
  const isReady = module !== undefined && language !== undefined && module.isReady(language);
  const more =
    near && isReady ? lines.colour((text, state) => module.tokenise(text, language, state), ended) : false;
  useEffect(() => (more ? later(again) : undefined));
  const isPlain = info === "" || (module !== undefined && language === undefined);
  return {
    groups: lines.groups,
    label: module?.languageName(info) ?? info.slice(0, LONGEST_LABEL),
    complete: ended && near && (isPlain || (isReady && !more)),
  };
}
