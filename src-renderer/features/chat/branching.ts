/** Branch from here (BR-1): another session, with all up to a message, is made and shown. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { once } from "../../platform/once";
import { showSession } from "../../thread/actions";
import { mainThread, type Thread } from "../../thread/thread";

/**
 * Shows the branch in the main thread, ready to be written in. Whoever has gone to another session meanwhile finds it in the list.
 * @throws CallError `SESSION_BUSY` within the turn that runs, `MESSAGE_NOT_FOUND`
 */
export async function branchFrom(thread: Thread, from_message_id: MessageId): Promise<void> {
  const { session_id: here, timeline } = thread.view.getState();
  // Also of turns that are hidden, which are read beside those that are shown (BR-1).
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

/** The last message before the turn that is being answered, else the last of all. */
export function newestSettled({ view }: Thread): MessageId | undefined {
  const { cells, status } = view.getState();
  const runs = status.state !== "idle" && status.state !== "error";
  const begun = runs ? cells.findLastIndex(({ get }) => get().message.role === "user") : cells.length;
  return cells[begun - 1]?.id;
}
