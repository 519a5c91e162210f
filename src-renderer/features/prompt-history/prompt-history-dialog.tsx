/**
 * The prompt history (SE-5b): what was sent anywhere, newest first, found by words. Enter puts a text into the composer and sends nothing;
 * Delete takes it out of the history. The focus stays in the line of text, which names the chosen entry.
 */

import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { SentPrompt } from "../../../src-preload/contract/domain/prompt-history";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { closeDialog } from "../../platform/dialogs";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";
import { removedPrompts } from "../../platform/removed-prompts";
import { doing } from "../../thread/actions";
import { NotRead } from "../../thread/not-read";
import { activeThread } from "../../thread/thread";
import { Dialog } from "../../ui/dialog";
import { joined } from "./joined";
import "./prompt-history.css";

const PAGE = 50;

interface Shown {
  entries: readonly SentPrompt[];
  next: MessageId | undefined;
  /** The words to which the entries belong; undefined before the first answer. */
  answered: string | undefined;
  /** The words for which the last question has failed. */
  failed: string | undefined;
}

const NOTHING: Shown = { entries: [], next: undefined, answered: undefined, failed: undefined };

/** One question looks through a bounded stretch: asks on until it has a page, or the end. */
async function pageFrom(words: string, before: MessageId | undefined, isWanted: () => boolean) {
  let entries: readonly SentPrompt[] = [];
  let from = before;
  do {
    const at = from === undefined ? {} : { before: from };
    const { found, next } = await call("said.search", { words, limit: PAGE, ...at });
    entries = joined(entries, found);
    from = next;
  } while (entries.length < PAGE && from !== undefined && isWanted());
  return { entries, next: from };
}

function useFound(words: string) {
  const [shown, show] = useState(NOTHING);
  const questions = useRef(latest());
  const tellFailure = (error: unknown) => {
    show((now) => ({ ...now, failed: words }));
    reportError(error);
  };
  const again = () => {
    questions
      .current(
        (isWanted) => pageFrom(words, undefined, isWanted),
        (page) => show({ ...page, answered: words, failed: undefined }),
      )
      .catch(tellFailure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another question.
  useEffect(again, [words]);
  const more = () => {
    const { entries, next } = shown;
    if (next === undefined) return;
    questions
      .current(
        (isWanted) => pageFrom(words, next, isWanted),
        (page) =>
          show({ ...page, entries: joined(entries, page.entries), answered: words, failed: undefined }),
      )
      .catch(reportError);
  };
  const drop = (gone: SentPrompt) =>
    show((now) => ({ ...now, entries: now.entries.filter(({ text }) => text !== gone.text) }));
  const isAwaited = shown.answered !== words;
  return { ...shown, isAwaited, isFailed: isAwaited && shown.failed === words, again, more, drop };
}

async function take({ id, session_id }: SentPrompt): Promise<void> {
  const thread = activeThread();
  const { text } = await call("said.text", { session_id, message_id: id });
  closeDialog();
  thread.insert(text, "caret");
}

interface EntriesProps {
  id: string;
  entries: readonly SentPrompt[];
  chosen: SentPrompt | undefined;
  busy: boolean;
  onMore: () => void;
}

function Entries({ id, entries, chosen, busy, onMore }: EntriesProps) {
  const { t } = useTranslation("prompt-history");
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows the chosen entry.
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={0}
      className="prompt-history-list"
      aria-label={t("title")}
      aria-busy={busy}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + 2 * clientHeight > scrollHeight) onMore();
      }}
    >
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are the line's.
        <div
          key={entry.id}
          id={`${id}-${entry.id}`}
          role="option"
          aria-selected={entry === chosen}
          className="menu-item prompt-history-entry"
          {...(entry === chosen ? { "data-highlighted": "" } : {})}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => doing(() => take(entry))}
        >
          <span className="prompt-history-text" dir="auto">
            {entry.text}
          </span>
          <span className="menu-hint" title={fullTime(entry.created_at)}>
            {momentTime(entry.created_at, Date.now())}
          </span>
        </div>
      ))}
    </div>
  );
}

/** Moves the choice, takes it or removes it. Enter that comes before the answer takes the first of it, not of the entries before. */
function useKeys(
  { entries, next, isAwaited, isFailed, more, drop }: ReturnType<typeof useFound>,
  input: RefObject<HTMLInputElement | null>,
) {
  const { t } = useTranslation("prompt-history");
  const [at, setAt] = useState(0);
  const [isTaking, setTaking] = useState(false);
  const chosen = entries[Math.min(at, entries.length - 1)];
  const remove = async (entry: SentPrompt | undefined) => {
    // Until the answer is there, the chosen one is not of these words.
    if (entry === undefined || isAwaited) return;
    await call("said.remove", { session_id: entry.session_id, message_id: entry.id });
    removedPrompts.count += 1;
    drop(entry);
    say(t("removed"));
    input.current?.focus();
  };
  const step = (by: 1 | -1) => {
    const to = Math.max(0, Math.min(at + by, entries.length - 1));
    setAt(to);
    if (to >= entries.length - 5 && next !== undefined) more();
  };
  useEffect(() => {
    if (!isTaking || isAwaited) return;
    setTaking(false);
    if (chosen !== undefined) doing(() => take(chosen));
  }, [isTaking, isAwaited, chosen]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, value } = event.currentTarget;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter") setTaking(!isFailed);
    // Before its end the key deletes a letter of the line.
    else if (event.key === "Delete" && selectionStart === value.length) doing(() => remove(chosen));
    else return;
    event.preventDefault();
  };
  const reset = () => {
    setAt(0);
    setTaking(false);
  };
  return { chosen, remove, onKeyDown, reset };
}

export default function PromptHistoryDialog() {
  const { t } = useTranslation(["prompt-history", "common"]);
  const [words, setWords] = useState("");
  const found = useFound(words);
  const { entries, isAwaited, isFailed, again, more } = found;
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { chosen, remove, onKeyDown, reset } = useKeys(found, input);
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("title")}
      className="prompt-history"
      initialFocus={input}
    >
      <input
        ref={input}
        type="text"
        className="input"
        role="combobox"
        dir="auto"
        maxLength={500}
        aria-label={t("filter")}
        placeholder={t("filter")}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(chosen === undefined ? {} : { "aria-activedescendant": `${listId}-${chosen.id}` })}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          reset();
        }}
        onKeyDown={onKeyDown}
      />
      {!isAwaited && entries.length === 0 ? (
        <p className="prompt-history-nothing">{t(words.trim() === "" ? "nothing" : "none")}</p>
      ) : null}
      {isFailed ? <NotRead onAgain={again} /> : null}
      <Entries id={listId} entries={entries} chosen={chosen} busy={isAwaited && !isFailed} onMore={more} />
      <div className="prompt-history-foot">
        <span className="menu-hint">{t("hint")}</span>
        <button
          type="button"
          className="button button-quiet"
          disabled={chosen === undefined || isAwaited}
          onClick={() => doing(() => remove(chosen))}
        >
          {t("remove")}
        </button>
      </div>
    </Dialog>
  );
}
