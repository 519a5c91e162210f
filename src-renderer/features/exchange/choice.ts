/**
 * The sessions that a user has chosen for an export: one by one, or all that match a filter, those too that the window has never loaded.
 * Pure.
 */
import type { ChosenSessions } from "../../../src-preload/contract/domain/exchange";
import { hasWords, wordsOf } from "../../../src-preload/contract/domain/fold-title";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";

type Named = Pick<SessionSummary, "id" | "title" | "workspace_root">;

export interface Choice {
  /** Filters whose matches were all chosen. */
  matching: readonly string[];
  /** Matches that were left out afterwards. */
  except: ReadonlyMap<SessionId, Named>;
  /** Sessions that no filter has chosen. */
  also: ReadonlySet<SessionId>;
}

export const chosenAlone = (ids: readonly SessionId[]): Choice => ({
  matching: [],
  except: new Map(),
  also: new Set(ids),
});

const matches = (filter: string, { title, workspace_root }: Named): boolean =>
  hasWords(title, workspace_root, wordsOf(filter));

const isSame = (one: string, other: string): boolean => wordsOf(one).join(" ") === wordsOf(other).join(" ");

export const isChosen = ({ matching, except, also }: Choice, session: Named): boolean =>
  also.has(session.id) || (!except.has(session.id) && matching.some((filter) => matches(filter, session)));

/** True where no session can be chosen. */
export const isNone = ({ matching, also }: Choice): boolean => matching.length === 0 && also.size === 0;

export function toggled(choice: Choice, session: Named): Choice {
  const { id, title, workspace_root } = session;
  const except = new Map(choice.except);
  const also = new Set(choice.also);
  const isMatch = choice.matching.some((filter) => matches(filter, session));
  if (isChosen(choice, session)) {
    also.delete(id);
    if (isMatch) except.set(id, { id, title, ...(workspace_root === undefined ? {} : { workspace_root }) });
  } else {
    except.delete(id);
    if (!isMatch) also.add(id);
  }
  return { ...choice, except, also };
}

/** Adds all that match a filter. What was left out before is chosen again if it matches. */
export function withAll(choice: Choice, filter: string): Choice {
  const except = [...choice.except].filter(([, session]) => !matches(filter, session));
  const others = choice.matching.filter((other) => !isSame(other, filter));
  return {
    matching: isSame(filter, "") ? [""] : [...others, filter.trim()],
    except: new Map(except),
    also: choice.also,
  };
}

export const toChosen = ({ matching, except, also }: Choice) =>
  ({
    matching: [...matching],
    except: [...except.keys()],
    also: [...also],
  }) satisfies ChosenSessions;
