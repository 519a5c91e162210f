/** Which changes can be undone by themselves (RW-7). Pure. */
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";

/**
 * Sessions do not depend on each other, and the archive on nothing. Of a conversation the newest change comes first: an older one stands on
 * it. Nothing is undone in the trash but that the session is there. `entries` are the newest ones, newest first, undone ones too.
 */
export function undoable(entries: readonly UndoEntry[]): ReadonlySet<number> {
  const found = new Set<number>();
  /** Sessions in the trash, and those of which a newer change of the conversation stands. */
  const deleted = new Set<string>();
  const changed = new Set<string>();
  for (const { id, kind, session_id, undone_at } of entries) {
    if (undone_at !== undefined || deleted.has(session_id)) continue;
    const isOfConversation = kind !== "archive" && kind !== "delete";
    if (!(isOfConversation && changed.has(session_id))) found.add(id);
    if (kind === "delete") deleted.add(session_id);
    if (isOfConversation) changed.add(session_id);
  }
  return found;
}
