/**
 * Finds the message for which files were dropped or pasted: the editor at that place, else the composer of the thread there. A thread that
 * is only read has none, so the main thread takes its files. A folder begins a new session that works in it.
 */
import { addFiles } from "../features/attachments/add-files";
import { editingOf } from "../features/queue/editing";
import { boot } from "../platform/bridge";
import { t } from "../platform/language/language";
import { showError } from "../platform/notices";
import { startNewSession } from "../thread/actions";
import { comparedThread, mainThread, sideThread, type Thread } from "../thread/thread";
import type { HeldFiles } from "../thread/writing/held-files";
import { rewindState } from "../thread/writing/rewind-state";

/** Says that a text or a link was dropped where only files are taken. */
export const tellUntaken = (): void =>
  showError({ code: "INVALID_INPUT", message: t("attachments:untaken") });

export async function bringFiles(files: readonly File[], at: Element | undefined): Promise<void> {
  const isIn = (thread: Thread) => at !== undefined && thread.frame?.contains(at) === true;
  const thread = [sideThread, comparedThread].find(isIn) ?? mainThread;
  const isRead = thread.view.getState().timeline !== undefined;
  const folder = await addFiles(placeIn(thread, at) ?? (isRead ? mainThread : thread).files, files);
  // Private sessions have no folder (SE-10).
  if (folder !== undefined && boot().private !== true) startNewSession(folder);
}

/** The files of an editor in the thread; undefined where none of them is at that place. */
function placeIn(thread: Thread, at: Element | undefined): HeldFiles | undefined {
  const form = at?.closest("form") ?? null;
  if (form === null) return undefined;
  const { editing } = rewindState(thread).getState();
  if (editing !== undefined && editing.draft.box?.form === form) return editing.place.files;
  const queued = editingOf(thread).getState().editing;
  return queued !== undefined && queued.draft.box?.form === form ? queued.files : undefined;
}
