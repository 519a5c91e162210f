/** The words for an undone change (RW-7). */
import type { UndoKind } from "../../../src-preload/contract/domain/timeline";
import { t } from "./language";

/** Isolates the writing direction of a title (U+2068, U+2069): it must not turn the words around it. */
export const quoted = (title: string): string => `\u2068${title}\u2069`;

export const undoneWords = (kind: UndoKind, title: string): string =>
  t(`sessions:undone.${kind}`, { title: quoted(title) });
