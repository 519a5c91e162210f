/** The bar that finds words in the conversation: shows the number of matches, and steps from one to the next. */
import { ArrowLeft, ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { foldQuery } from "../../../src-preload/contract/domain/matching";
import { say } from "../../platform/announce";
import { runCommand } from "../../platform/commands/registry";
import { dialogs } from "../../platform/dialogs";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { unchanged } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { mainThread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import { IconButton } from "../../ui/icon-button";
import { topArticle } from "./articles";
import { createPainter, nextFrame, type Painter, reveal } from "./find-highlights";
import {
  closeFind,
  findView,
  lookFor,
  type Match,
  placeOfCurrent,
  refresh,
  registerFindText,
  step,
  totalFound,
} from "./find-state";
import "./find-bar.css";

const topId = (box: HTMLElement | null): string => (box && topArticle(box)?.dataset.messageId) ?? "";

/** Keeps the highlights up to date and the current match in view. */
function useMatches(scroller: RefObject<HTMLElement | null>): void {
  const painter = useRef<Painter>(undefined);
  /** The current match while its words are not drawn yet, or are being drawn again. */
  const awaited = useRef<Match>(undefined);
  const { found, text, current } = useStore(findView);
  const cells = useStore(mainThread.view, (state) => state.cells);

  const show = useCallback(async (match: Match) => {
    const article = articleOf(mainThread, match.message_id);
    const box = mainThread.log;
    if (article === undefined || box === undefined) return;
    const shown = await reveal({ article, box }, () => painter.current?.current());
    if (!shown && findView.getState().current === match) awaited.current = match;
  }, []);

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const paint = () => {
      const now = findView.getState();
      painter.current?.paint(
        now.found.map(({ message_id }) => message_id),
        now.text,
        now.current,
      );
    };
    painter.current = createPainter(box, () => {
      refresh();
      paint();
      const match = findView.getState().current;
      if (match === undefined || match !== awaited.current || painter.current?.isThere() !== true) return;
      awaited.current = undefined;
      show(match).catch(reportError);
    });
    return () => painter.current?.close();
  }, [scroller, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come or go are looked through.
  useEffect(refresh, [cells]);

  useEffect(() => {
    painter.current?.paint(
      found.map(({ message_id }) => message_id),
      text,
      current,
    );
  }, [found, text, current]);

  useEffect(() => {
    if (current === undefined) return;
    const goThere = async () => {
      const isCurrent = unchanged(() => findView.getState().current);
      await mainThread.shown.loadBackTo(current.message_id);
      // React puts the loaded words on the page before the next frame.
      await nextFrame();
      if (!isCurrent()) return;
      const now = findView.getState();
      painter.current?.paint(
        now.found.map(({ message_id }) => message_id),
        now.text,
        current,
      );
      awaited.current = painter.current?.isThere() === true ? undefined : current;
      await show(current);
    };
    goThere().catch(reportError);
  }, [current, show]);
}

function useCountWords(): string {
  const { t } = useTranslation("chat");
  const { found, current, more, answered, text } = useStore(findView);
  if (text.trim() === "") return "";
  // The search ignores the marks of Markdown (`matching.ts`). A query of nothing but marks finds nothing, even if they are there.
  if (foldQuery(text) === "") return t("find.marks-only");
  if (!answered) return "";
  const total = totalFound(found);
  if (total === 0) return t("find.none");
  const place = placeOfCurrent({ found, current });
  if (more) return t("find.more", { total: count(total) });
  return place === 0
    ? t("find.some", { count: total, total: count(total) })
    : t("find.of", { current: count(place), total: count(total) });
}

/** Moves the focus into the bar when it opens, and back when it closes. */
function useFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      // If the focus was not in the bar, it stays where the user has put it.
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      else mainThread.focusComposer();
    };
  }, [input]);
}

/** Takes the words of a search over all sessions, and goes to their first place in the message that was found, if they stand there. */
function useWordsToFind(input: RefObject<HTMLInputElement | null>): void {
  const toFind = useStore(dialogs, (state) => state.toFind);
  useEffect(() => {
    if (toFind === undefined || input.current === null) return;
    const { text, from } = toFind;
    input.current.value = text;
    const look = async () => {
      await lookFor(text, from);
      const now = findView.getState();
      if (now.text === text && now.answered && now.current?.message_id !== from) closeFind();
    };
    look().catch(reportError);
  }, [toFind, input]);
}

function useStepKeys(): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "F3") return;
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Leads back to the results of the search over all sessions, which are kept as they were. */
function BackToResults() {
  const { t } = useTranslation("chat");
  const isFromSearch = useStore(dialogs, ({ toFind }) => toFind !== undefined);
  if (!isFromSearch) return null;
  return (
    <IconButton label={t("find.results")} onClick={() => runCommand("search")}>
      <ArrowLeft />
    </IconButton>
  );
}

function OpenFindBar({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("chat");
  const input = useRef<HTMLInputElement>(null);
  const words = useCountWords();
  useMatches(scroller);
  useFocus(input);
  useWordsToFind(input);
  useStepKeys();
  useEffect(() => registerFindText(input.current), []);
  useEffect(() => closeFind, []);
  useEffect(() => {
    if (words !== "") say(words);
  }, [words]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== "Enter" || event.target !== input.current) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="find-bar" onKeyDown={onKeyDown}>
      <BackToResults />
      <input
        ref={input}
        type="search"
        className="find-text"
        aria-label={t("find.name")}
        placeholder={t("find.name")}
        dir="auto"
        maxLength={500}
        onChange={(event) => {
          lookFor(event.currentTarget.value, topId(scroller.current)).catch(reportError);
        }}
      />
      <span className="find-count">{words}</span>
      <IconButton label={t("find.previous")} hotkey="Shift+F3" onClick={() => step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t("find.next")} hotkey="F3" onClick={() => step(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={t("find.close")} hotkey="Esc" onClick={closeFind}>
        <X />
      </IconButton>
    </search>
  );
}

/** Each session has a search of its own. */
export function FindBar({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const open = useStore(dialogs, (state) => state.find);
  const session_id = useStore(mainThread.view, (state) => state.session_id);
  if (!open || !session_id) return null;
  return <OpenFindBar key={session_id} scroller={scroller} />;
}
