/** Loads the sessions among which an export chooses, page after page: by recency, the archived ones last. */
import { useEffect, useState } from "react";
import type {
  SessionCursor,
  SessionList,
  SessionSummary,
} from "../../../src-preload/contract/domain/sessions";
import { call } from "../../platform/bridge";
import { type IsWanted, latest } from "../../platform/latest";
import { reportError } from "../../platform/notices";

/** As many as one call returns. */
const PAGE = 200;

/** The place in both lists at which a page begins. */
interface Place {
  archived: boolean;
  before?: SessionCursor;
}

interface Choosable {
  /** The words that these sessions have; undefined until the first page has come. */
  filter: string | undefined;
  sessions: readonly SessionSummary[];
  /** The beginning of the next page; undefined at the end. */
  next: Place | undefined;
  /** True where the last page that was asked for could not be read. */
  failed: boolean;
}

/** Loads a page. A filtered page of one call may be short, or empty, although there are more: then this goes on. */
async function pageOf(filter: string, from: Place, isWanted: IsWanted) {
  const sessions: SessionSummary[] = [];
  let next: Place | undefined = from;
  while (next !== undefined && sessions.length < PAGE && isWanted()) {
    const page: SessionList = await call("session.list", {
      limit: PAGE,
      ...next,
      ...(filter.trim() === "" ? {} : { filter }),
    });
    sessions.push(...page.sessions);
    next = placeAfter(next, page);
  }
  return { sessions, next };
}

function placeAfter({ archived }: Place, { next }: SessionList): Place | undefined {
  if (next !== undefined) return { archived, before: next };
  return archived ? undefined : { archived: true };
}

/** The rows that match, as far as they are loaded, and the way to more. An overtaken answer is dropped. */
export function useChoosable(filter: string): Choosable & { loadMore: () => void; again: () => void } {
  const [found, setFound] = useState<Choosable>({
    filter: undefined,
    sessions: [],
    next: undefined,
    failed: false,
  });
  const [ask] = useState(latest);
  const load = (known: readonly SessionSummary[], from: Place) => {
    ask(
      (isWanted) => pageOf(filter, from, isWanted),
      ({ sessions, next }) => {
        // A session that was archived meanwhile comes twice.
        const all = new Map([...known, ...sessions].map((session) => [session.id, session]));
        setFound({ filter, sessions: [...all.values()], next, failed: false });
      },
    ).catch((error: unknown) => {
      setFound((now) => ({ ...now, failed: true }));
      reportError(error);
    });
  };
  const again = () => load([], { archived: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another list.
  useEffect(() => {
    again();
    return () => ask.drop();
  }, [filter]);
  const loadMore = () => {
    if (found.next !== undefined && found.filter === filter) load(found.sessions, found.next);
  };
  return { ...found, loadMore, again };
}
