/** How a change that was undone is spoken of (RW-7). */
import type { UndoKind } from "../../../src-preload/contract/domain/timeline";
import { t } from "./language";

/** Whatever is written in a title, it turns nothing around it: U+2068 and U+2069 keep its direction to itself. */
export const quoted = (title: string): string => `\u2068${title}\u2069`;

export const undoneWords = (kind: UndoKind, title: string): string =>
  t(`sessions:undone.${kind}`, { title: quoted(title) });
