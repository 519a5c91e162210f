/** Search everywhere: a field, the filters that it understood, and what was found in all sessions (SE-5). */
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { LONGEST_SEARCH } from "../../../src-preload/contract/domain/limits";
import type { Found, SearchOrder } from "../../../src-preload/contract/domain/search";
import { parseSearch, saysSomething } from "../../../src-preload/contract/domain/search-query";
import { say } from "../../platform/announce";
import { nameOfKey } from "../../platform/commands/key-names";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { Dialog, useLeaving } from "../../ui/dialog";
import { Beginning, Chips } from "./chips";
import { LIST_ID, optionId, ResultList } from "./result-list";
import { choose, followSearch, isAwaited, type SearchState, search, setOrder, setText } from "./search-state";
import "./search.css";
import { wordsToFind } from "./shown";

/** Opens a result; `words` are to be found in its message. */
export type OpenFound = (found: Found, words: string | undefined) => void;

const ORDERS: readonly SearchOrder[] = ["newest", "best"];
/** Results that PageUp and PageDown pass. */
const PAGE = 6;
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

function Orders({ order }: { order: SearchOrder }) {
  const { t } = useTranslation("search");
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, nothing to fill in.
    <div className="search-orders" role="group" aria-label={t("order.name")}>
      {ORDERS.map((one) => (
        <button
          key={one}
          type="button"
          className="button button-quiet"
          aria-pressed={one === order}
          onClick={() => setOrder(one)}
        >
          {t(`order.${one}`)}
        </button>
      ))}
    </div>
  );
}

/** Counts what was found, in words. Screen readers hear the words once the answer is there. */
function useCountWords(state: SearchState): string {
  const { t } = useTranslation("search");
  const { results, next } = state;
  const isAsked = saysSomething(parseSearch(state.text));
  if (!isAsked) return "";
  if (isAwaited(state)) return t("searching");
  return t(next === undefined ? "found" : "found-more", { count: results.length });
}

function Outcome({ state }: { state: SearchState }) {
  const { t } = useTranslation("search");
  if (state.failure !== undefined)
    return (
      <p className="search-nothing" role="alert">
        <FailureWords failure={state.failure} />
      </p>
    );
  if (isAwaited(state) || state.results.length > 0) return null;
  return <p className="search-nothing">{t(state.building === undefined ? "nothing" : "nothing-yet")}</p>;
}

function Foot({ words }: { words: string }) {
  const { t } = useTranslation("search");
  return (
    <p className="search-foot">
      <span>{words}</span>
      <span>{t("foot.open", { key: nameOfKey("Enter") })}</span>
      <span>{t("foot.close", { key: nameOfKey("Escape") })}</span>
    </p>
  );
}

/** Moves the choice, and opens it. Enter that comes before the answer opens the first of it, unless other words are typed after it. */
function useKeys(state: SearchState, openAt: (at: number) => void) {
  const [isOpening, setOpening] = useState(false);
  const { chosen, results, building } = state;
  // Older messages may still be on their way into the index.
  const awaited = isAwaited(state) || (results.length === 0 && building !== undefined);
  useEffect(() => {
    if (!isOpening || awaited) return;
    setOpening(false);
    // The dialog closes at once, which React does not do within an effect.
    queueMicrotask(() => openAt(chosen));
  }, [isOpening, awaited, chosen, openAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = STEPS[event.key];
    if (by !== undefined) choose(Math.max(0, Math.min(results.length - 1, chosen + by)));
    else if (event.key !== "Enter") return;
    else if (awaited) setOpening(true);
    else openAt(chosen);
    event.preventDefault();
  };
  return { onKeyDown, forget: () => setOpening(false) };
}

export function SearchDialog({ open }: { open: OpenFound }) {
  const { t } = useTranslation(["search", "common"]);
  const state = useStore(search);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { leave, givesFocusBack } = useLeaving(closeDialog);
  const asked = useStore(dialogs, ({ dialog }) => (dialog?.name === "search" ? dialog.text : undefined));
  useEffect(() => {
    if (asked !== undefined) setText(asked);
    return followSearch();
  }, [asked]);
  useEffect(() => field.current?.select(), []);
  const words = useCountWords(state);
  useEffect(() => say(words), [words]);
  const { text, order, results, chosen, building } = state;
  const isAsked = saysSomething(parseSearch(text));
  const openAt = (at: number) => {
    const found = results[at];
    if (found === undefined) return;
    choose(at);
    leave();
    open(found, wordsToFind(found.snippet));
  };
  const { onKeyDown, forget } = useKeys(state, openAt);
  const type = (next: string) => {
    forget();
    setText(next);
  };
  const setWords = (next: string) => {
    type(next);
    field.current?.focus();
  };
  const isListed = isAsked && results.length > 0;
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t("title")}
      className="search-dialog"
      initialFocus={field}
      givesFocusBack={givesFocusBack}
    >
      <div className="search-head">
        <div className="search-field">
          <Search aria-hidden="true" size={16} strokeWidth={1.75} />
          <input
            ref={field}
            type="search"
            className="search-input"
            aria-label={t("name")}
            aria-controls={LIST_ID}
            aria-activedescendant={isListed ? optionId(chosen) : undefined}
            placeholder={t("placeholder")}
            dir="auto"
            maxLength={LONGEST_SEARCH}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Orders order={order} />
        </div>
        <Chips text={text} onText={setWords} />
        {building === undefined ? null : (
          <p className="search-building">{t("building", { percent: count(Math.floor(building * 100)) })}</p>
        )}
      </div>
      {isAsked ? <Outcome state={state} /> : <Beginning text={text} onText={setWords} />}
      {isListed ? (
        <ResultList key={state.answered} results={results} chosen={chosen} box={box} onOpen={openAt} />
      ) : null}
      <Foot words={words} />
    </Dialog>
  );
}
