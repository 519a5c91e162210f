/** The words for an undone change (RW-7). */
import type { Undone } from "../../../src-preload/contract/domain/requests";
import { t } from "./language";

/** Isolates the writing direction of a title (U+2068, U+2069): it must not turn the words around it. */
export const quoted = (title: string): string => `\u2068${title}\u2069`;

export const undoneWords = ({ kind, title, imported }: Pick<Undone, "kind" | "title" | "imported">): string =>
  t(`sessions:undone.${kind}`, { title: quoted(title), count: imported?.count ?? 1 });
