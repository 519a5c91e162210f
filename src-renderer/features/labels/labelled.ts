/** The pages of the labelled messages, as a list that grows and is read anew. Pure: `wanted` says what is to be read next. */
import type { Pages } from "./label-pages";
import type { Entry } from "./matching";

/** A reading that has not ended. Another one is another object. */
interface Wanted {
  /** The entries before the next page; none where the list is read anew. */
  earlier: readonly Entry[];
  /** The entries that there should be at least. */
  least: number;
}

export interface Labelled {
  /** Undefined until the first page has come. */
  entries: readonly Entry[] | undefined;
  more: boolean;
  wanted: Wanted | undefined;
  /** True where the last reading has failed. */
  failed: boolean;
}

export type LabelledEvent =
  /** Another list is to be shown. The one before stands until it comes. */
  | { is: "another" }
  /** Labels have changed: as many entries as there were are read anew. */
  | { is: "changed" }
  | { is: "more" }
  | { is: "came"; wanted: Wanted; pages: Pages }
  | { is: "failed"; wanted: Wanted };

export const NOTHING: Labelled = { entries: undefined, more: false, wanted: undefined, failed: false };

export function labelled(state: Labelled, event: LabelledEvent): Labelled {
  const { entries = [], more, wanted } = state;
  switch (event.is) {
    case "another":
      return { ...state, wanted: { earlier: [], least: 0 } };
    case "changed":
      return { ...state, wanted: { earlier: [], least: entries.length } };
    case "more":
      // A further page of a list that is read anew would stand behind other entries.
      return more && wanted === undefined ? { ...state, wanted: { earlier: entries, least: 0 } } : state;
    case "came":
      return event.wanted === wanted ? { ...event.pages, wanted: undefined, failed: false } : state;
    case "failed":
      return event.wanted === wanted ? { ...state, wanted: undefined, failed: true } : state;
  }
}
