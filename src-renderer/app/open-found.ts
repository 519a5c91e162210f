/** Opens what a search has found where it is shown. */
import type { Found } from "../../src-preload/contract/domain/search";
import { showMessage } from "../features/branches/show-message";
import { openCompare } from "../features/side-panel/compare/compare";
import { showSidecar } from "../features/side-panel/sidecars";
import { openDialog, setFind } from "../platform/dialogs";
import { showSession } from "../thread/actions";
import { mainThread } from "../thread/thread";

/** `words` are marked in the message by the search of the conversation. @throws CallError */
export async function openFound(
  { session, message_id, kind, hidden }: Found,
  words: string | undefined,
): Promise<void> {
  const { id, sidecar_of } = session;
  // The trash is the only place that shows what lies in it.
  if (session.trashed) return openDialog({ name: "trash" });
  if (sidecar_of !== undefined) return await showSidecar({ id, main_id: sidecar_of.session_id });
  if (message_id === undefined) {
    if (mainThread.view.getState().session_id !== id) showSession(id);
    return mainThread.focusComposer();
  }
  await showMessage(id, message_id);
  if (mainThread.view.getState().session_id !== id) return;
  if (hidden !== undefined) {
    if (hidden.cause === "rewind") openCompare(mainThread, hidden.op_id);
    return;
  }
  // The label that was found stands at its message.
  if (words !== undefined && kind !== "label") setFind(true, { text: words, from: message_id });
}
