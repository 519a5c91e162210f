/** The search over all sessions (SE-5): its words, its results and the reader's place in them, which outlive the dialog. */
import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { Found, FoundPage, SearchOrder } from "../../../src-preload/contract/domain/search";
import { parseSearch, saysSomething } from "../../../src-preload/contract/domain/search-query";
import { call, onAppEvent, toErrorInfo } from "../../platform/bridge";
import { type IsWanted, latest } from "../../platform/latest";

/** Results of a page. */
const PAGE = 30;
/** Results that are shown. Nobody reads more: a further word finds better. */
const MOST = 600;

export interface SearchState {
  text: string;
  order: SearchOrder;
  results: readonly Found[];
  /** Where the next page begins; undefined where all results are here. */
  next: number | undefined;
  /** The words and the order to which the results belong; undefined before the first answer. */
  answered: string | undefined;
  /** The share of the messages that can be found so far, 0–1; undefined where all can. */
  building: number | undefined;
  /** The index of the chosen result. */
  chosen: number;
  /** Pixels. */
  scrolled: number;
  failure: ErrorInfo | undefined;
}

export const search = createStore<SearchState>(() => ({
  text: "",
  order: "newest",
  results: [],
  next: undefined,
  answered: undefined,
  building: undefined,
  chosen: 0,
  scrolled: 0,
  failure: undefined,
}));

/** A result's own key: a message may be found by its words and by its tools'. */
export const keyOf = ({ session, message_id, kind }: Found): string => `${message_id ?? session.id} ${kind}`;

const questionOf = ({ text, order }: Pick<SearchState, "text" | "order">): string =>
  `${order} ${text.trim()}`;

/** True while the results are not yet those of the words. */
export const isAwaited = (state: SearchState): boolean =>
  state.answered !== questionOf(state) && saysSomething(parseSearch(state.text));

export function setText(text: string): void {
  search.setState({ text });
  void look();
}

export function setOrder(order: SearchOrder): void {
  search.setState({ order });
  void look();
}

export const choose = (chosen: number): void => search.setState({ chosen });

let open = false;
let asking = false;
const answers = latest(() => (open ? questionOf(search.getState()) : undefined));

/** Asks one question at a time, the newest words next. */
async function look(): Promise<void> {
  if (asking) return;
  asking = true;
  while (open && search.getState().answered !== questionOf(search.getState())) await answer(1, 0);
  asking = false;
}

/** Asks for the words as they are now, and takes the answer if they still are. */
async function answer(least: number, chosen: number): Promise<void> {
  const question = questionOf(search.getState());
  try {
    await answers(
      (isWanted) => pages(least, isWanted),
      (found) => {
        const isNew = search.getState().answered !== question;
        search.setState({
          ...{ ...found, answered: question, failure: undefined, chosen },
          ...(isNew ? { scrolled: 0 } : {}),
        });
      },
    );
  } catch (error) {
    search.setState({ results: [], next: undefined, answered: question, failure: toErrorInfo(error) });
  }
}

/** A page may be empty, although there is a next one: filters may leave out almost everything. */
async function pages(least: number, isWanted: IsWanted) {
  const { text, order } = search.getState();
  const results: Found[] = [];
  let page: FoundPage = { results: [] };
  if (!saysSomething(parseSearch(text))) return { results, next: undefined, building: undefined };
  do {
    const after = page.next === undefined ? {} : { after: page.next };
    page = await call("search.find", { text, order, limit: PAGE, ...after });
    results.push(...page.results);
  } while (page.next !== undefined && results.length < least && isWanted());
  return { results, next: page.next, building: page.building };
}

/** Loads the next page. */
export async function loadMore(): Promise<void> {
  const { text, order, next, results } = search.getState();
  if (asking || next === undefined || results.length >= MOST || isAwaited(search.getState())) return;
  asking = true;
  try {
    await answers(
      () => call("search.find", { text, order, limit: PAGE, after: next }),
      (page) => search.setState({ results: [...results, ...page.results], next: page.next }),
    );
  } catch (error) {
    search.setState({ failure: toErrorInfo(error), next: undefined });
  }
  asking = false;
  await look();
}

/** Asks again for what is shown, and keeps the reader's place. */
async function refresh(): Promise<void> {
  if (search.getState().answered !== questionOf(search.getState())) return await look();
  if (asking) return;
  asking = true;
  const { results, chosen } = search.getState();
  const place = results[chosen];
  await answer(Math.max(results.length, 1), chosen);
  const now = search.getState().results;
  const at = place === undefined ? -1 : now.findIndex((found) => keyOf(found) === keyOf(place));
  search.setState({ chosen: at >= 0 ? at : Math.max(0, Math.min(chosen, now.length - 1)) });
  asking = false;
  await look();
}

/** Keeps the results like the database while the dialog is open. Returns the function that ends it. */
export function followSearch(): () => void {
  open = true;
  void refresh();
  const stop = onAppEvent((event) => {
    if (event.type !== "search-index-changed") return;
    const { building, results } = search.getState();
    search.setState({ building: event.share ?? undefined });
    if (event.share === null ? building !== undefined : results.length === 0) void refresh();
  });
  return () => {
    open = false;
    stop();
  };
}
