/** Lists the results, with a heading for each session. The field of the dialog controls this list box. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Found, FoundSession } from "../../../src-preload/contract/domain/search";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { useTranslation } from "../../platform/language/use-translation";
import { useListMarks } from "../../thread/list-marks";
import { loadMore, search } from "./search-state";
import { grouped, piecesOf } from "./shown";

export const LIST_ID = "search-results";
export const optionId = (at: number): string => `search-result-${at}`;

/** Pixels from the end at which further results are asked for. */
const AHEAD = 600;

function Marks({ session }: { session: FoundSession }) {
  return useListMarks()(session).map((word) => (
    <span key={word} className="search-mark">
      {word}
    </span>
  ));
}

interface ResultProps {
  one: Found;
  at: number;
  isChosen: boolean;
  onOpen: (at: number) => void;
}

function Result({ one, at, isChosen, onOpen }: ResultProps) {
  const { t } = useTranslation("search");
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of the list.
    <div
      ref={row}
      id={optionId(at)}
      className="search-result"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(at)}
    >
      <p className="search-meta">
        <span>{t(`kind.${one.kind}`)}</span>
        {one.kind === "title" ? <Marks session={one.session} /> : null}
        {one.hidden === undefined ? null : (
          <span className="search-mark">{t(`hidden.${one.hidden.cause}`)}</span>
        )}
        {one.model_id === undefined || one.kind === "question" ? null : <bdi>{one.model_id}</bdi>}
        <time title={fullTime(one.at)}>{momentTime(one.at, Date.now())}</time>
      </p>
      <p className={one.kind === "title" ? "search-snippet search-title" : "search-snippet"} dir="auto">
        {piecesOf(one.snippet).map(({ text, marked }, n) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and never move.
          marked ? <mark key={n}>{text}</mark> : text,
        )}
      </p>
      {one.beginning === undefined ? null : (
        <p className="search-snippet search-labelled" dir="auto">
          {one.beginning}
        </p>
      )}
    </div>
  );
}

interface ResultListProps {
  results: readonly Found[];
  chosen: number;
  box: RefObject<HTMLDivElement | null>;
  onOpen: (at: number) => void;
}

export function ResultList({ results, chosen, box, onOpen }: ResultListProps) {
  const { t } = useTranslation("search");
  const follow = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    search.setState({ scrolled: scrollTop });
    if (scrollHeight - scrollTop - clientHeight < AHEAD) void loadMore();
  };
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = search.getState().scrolled;
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: results that do not fill the list are followed by more.
  useEffect(follow, [results]);
  return (
    <div
      ref={box}
      className="search-list"
      id={LIST_ID}
      role="listbox"
      aria-label={t("results")}
      onScroll={follow}
    >
      {grouped(results).map(({ session, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options.
        <div key={found[0]?.at} role="group" aria-label={session.title} className="search-group">
          {found[0]?.one.kind === "title" ? null : (
            <p className="search-session" role="presentation">
              <bdi className="search-title">{session.title}</bdi>
              <Marks session={session} />
            </p>
          )}
          {found.map(({ one, at }) => (
            <Result key={at} one={one} at={at} isChosen={at === chosen} onOpen={onOpen} />
          ))}
        </div>
      ))}
    </div>
  );
}
