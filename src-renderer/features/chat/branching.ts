/** Branch from here (BR-1): makes another session with all messages up to one, and shows it. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { once } from "../../platform/once";
import { showSession } from "../../thread/actions";
import { mainThread, type Thread } from "../../thread/thread";

/**
 * Shows the branch in the main thread, ready to be written in. If the user has gone to another session meanwhile, the branch is only
 * listed. @throws CallError `SESSION_BUSY` within the turn that runs, `MESSAGE_NOT_FOUND`
 */
export async function branchFrom(thread: Thread, from_message_id: MessageId): Promise<void> {
  const { session_id: here, timeline } = thread.view.getState();
  // Hidden turns that are read beside the shown ones can be branched from too (BR-1).
  const session_id = here ?? timeline?.session_id;
  if (!session_id) return;
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  mainThread.focusComposer();
  await once(`branch ${from_message_id}`, async () => {
    const input = { parent_session_id: session_id, from_message_id, settled: true };
    const { id, title } = await call("branch.create", input);
    say(t("chat:branch.made", { title }));
    if (isShown()) showSession(id);
  });
}

/** Returns the last message before the turn under way, else the last of all. */
export function newestSettled({ view }: Thread): MessageId | undefined {
  const { cells, status } = view.getState();
  const runs = status.state !== "idle" && status.state !== "error";
  const begun = runs ? cells.findLastIndex(({ get }) => get().message.role === "user") : cells.length;
  return cells[begun - 1]?.id;
}
