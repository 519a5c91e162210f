/** Chooses the names that the form of labels offers. */
import { foldTitle } from "../../../src-preload/contract/domain/fold-title";
import type { LabelName } from "../../../src-preload/contract/domain/labels";

/** Names that stand beneath the line of text. */
const MOST = 6;

/** Names that begin with the typed words, then those that contain them, each in the order given; without the message's own names. */
export function offeredNames(
  names: readonly LabelName[],
  typed: string,
  taken: readonly string[],
): LabelName[] {
  const wanted = foldTitle(typed.trim());
  const free = names.filter(({ name }) => !taken.includes(name));
  const begins = free.filter(({ name }) => foldTitle(name).startsWith(wanted));
  const contains = free.filter((one) => !begins.includes(one) && foldTitle(one.name).includes(wanted));
  return [...begins, ...contains].slice(0, MOST);
}
