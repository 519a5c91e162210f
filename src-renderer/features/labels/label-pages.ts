/** Collects pages of labelled messages. */
import type { LabelCursor, LabelledMessage } from "../../../src-preload/contract/domain/labels";
import type { IsWanted } from "../../platform/latest";
import { type Entry, entryOf } from "./matching";

export const PAGE = 200;

export interface Pages {
  entries: readonly Entry[];
  more: boolean;
}

interface Wanted {
  /** The entries before the next page. */
  earlier: readonly Entry[];
  /** The entries that there should be at least. */
  least: number;
  isWanted: IsWanted;
}

/** Asks for one more page, and for further ones until there are enough: a list that is read anew stays as long as its reader has it. */
export async function pagesOf(
  ask: (before: LabelCursor | undefined) => Promise<readonly LabelledMessage[]>,
  { earlier, least, isWanted }: Wanted,
): Promise<Pages> {
  const entries = [...earlier];
  for (;;) {
    const last = entries.at(-1);
    const found = await ask(
      last && { created_at: last.created_at, message_id: last.message_id, name: last.name },
    );
    entries.push(...found.map(entryOf));
    const more = found.length === PAGE;
    if (!more || entries.length >= least || !isWanted()) return { entries, more };
  }
}
