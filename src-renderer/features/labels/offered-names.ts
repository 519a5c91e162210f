/** Chooses the names that the form of labels offers. */
import type { LabelName } from "../../../src-preload/contract/domain/labels";

/** Names that stand beneath the line of text. */
const MOST = 6;

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Those that the typed words begin, then those that contain them, each in the order given; without the message's own names. */
export function offeredNames(
  names: readonly LabelName[],
  typed: string,
  taken: readonly string[],
): LabelName[] {
  const wanted = folded(typed.trim());
  const free = names.filter(({ name }) => !taken.includes(name));
  const begins = free.filter(({ name }) => folded(name).startsWith(wanted));
  const contains = free.filter((one) => !begins.includes(one) && folded(one.name).includes(wanted));
  return [...begins, ...contains].slice(0, MOST);
}
