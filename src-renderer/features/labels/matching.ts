/** Narrows the list of labelled messages to those that fit the typed words, and to those with one label. Pure. */
import { foldTitle, wordsOf } from "../../../src-preload/contract/domain/fold-title";
import type { LabelledMessage } from "../../../src-preload/contract/domain/labels";

export interface Entry extends LabelledMessage {
  id: string;
  /** The label and the first words of the message, as they are compared. */
  folded: string;
  foldedTitle: string;
}

export const entryOf = (found: LabelledMessage): Entry => ({
  ...found,
  id: `${found.message_id} ${found.name}`,
  folded: foldTitle(`${found.name}\n${found.words}`),
  foldedTitle: foldTitle(found.title),
});

export interface Filter {
  typed: string;
  /** The one label that is shown. */
  name?: string | undefined;
  /** True where titles count: in the list of all sessions. */
  inTitles: boolean;
}

export const isFiltered = ({ typed, name }: Filter): boolean => name !== undefined || typed.trim() !== "";

/** Every typed word must stand in the label, in the first words of the message, or in the title. Case and accents do not matter. */
export function matching(entries: readonly Entry[], { typed, name, inTitles }: Filter): readonly Entry[] {
  const words = wordsOf(typed);
  if (words.length === 0 && name === undefined) return entries;
  return entries.filter(
    (entry) =>
      (name === undefined || entry.name === name) &&
      words.every((word) => entry.folded.includes(word) || (inTitles && entry.foldedTitle.includes(word))),
  );
}
