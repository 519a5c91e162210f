/** Decides the filters of a search for one document. Pure. Several values of one filter are alternatives, of `is:` and of dates conditions. */
import { foldTitle } from "../../../src-preload/contract/domain/fold-title";
import { dayOf, type FoundState, type QueryFilter } from "../../../src-preload/contract/domain/search-query";
import type { Candidate } from "./candidates";

/** The index itself decides `kind:`. */
export function admits(filters: readonly QueryFilter[], candidate: Candidate): boolean {
  if (filters.length === 0) return true;
  const open = new Map<string, boolean>();
  for (const filter of filters) {
    if (filter.name === "kind") continue;
    const isMet = meets(filter, candidate);
    const isCondition = filter.negated || ["is", "before", "after"].includes(filter.name);
    if (isCondition && isMet === filter.negated) return false;
    if (!isCondition) open.set(filter.name, open.get(filter.name) === true || isMet);
  }
  return ![...open.values()].includes(false);
}

function meets({ name, value }: QueryFilter, { message, session }: Candidate): boolean {
  const at = message?.created_at ?? session.created_at;
  switch (name) {
    case "model":
      return has((message ?? session).model_id, value);
    case "in":
      return (
        has(session.shown.title, value) || has(session.title, value) || has(session.workspace_root, value)
      );
    case "label":
      return message?.labels.some((label) => has(label, value)) === true;
    case "from":
      return message !== undefined && (message.role === "user") === (value === "me");
    case "before":
      return at < (dayOf(value) ?? 0);
    case "after":
      return at >= (dayOf(value) ?? 0);
    case "is":
      return isInState(value as FoundState, { message, session });
    case "kind":
      return true;
  }
}

const has = (text: string | null, value: string): boolean =>
  text !== null && foldTitle(text).includes(foldTitle(value));

function isInState(
  state: FoundState,
  { message, session }: { message: Candidate["message"] | undefined; session: Candidate["session"] },
): boolean {
  switch (state) {
    case "hidden":
      return (message?.hidden_at ?? null) !== null;
    case "archived":
      return session.archived_at !== null;
    case "trash":
      return session.deleted_at !== null;
    case "sidecar":
      return session.beside_id !== null;
    case "pinned":
      return session.pinned_at !== null;
    case "labelled":
      return message !== undefined && message.labels.length > 0;
  }
}
