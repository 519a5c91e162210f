/** Decides which changes can be undone by themselves (RW-7). Pure. */
import type { UndoEntry } from "../../../src-preload/contract/domain/timeline";

/**
 * Returns the ids of changes that can be undone now. Sessions do not depend on each other, and archiving depends on nothing. In a
 * conversation only the newest change can be undone, because later changes stand on earlier ones. A session in the trash can only be
 * restored. An import can be taken back as long as one of its sessions is outside of the trash. `entries` are the newest ones, newest first, including undone ones.
 */
export function undoable(entries: readonly UndoEntry[]): ReadonlySet<number> {
  const found = new Set<number>();
  /** Sessions with a newer change of the conversation that is not undone. */
  const changed = new Set<string>();
  for (const { id, kind, session_id, undone_at, imported, trashed = false } of entries) {
    if (imported?.is_left) found.add(id);
    if (undone_at !== undefined || kind === "import" || (trashed && kind !== "delete")) continue;
    const isOfConversation = kind !== "archive" && kind !== "delete";
    if (!(isOfConversation && changed.has(session_id))) found.add(id);
    if (isOfConversation) changed.add(session_id);
  }
  return found;
}
