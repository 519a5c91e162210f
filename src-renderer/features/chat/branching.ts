/** Branch from here (BR-1): makes another session with all messages up to one, and shows it. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { say } from "../../platform/announce";
import { CallError, call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { once } from "../../platform/once";
import { showSession } from "../../thread/actions";
import { mainThread, type Thread } from "../../thread/thread";
import type { takenAlong } from "../../thread/writing/along";

/**
 * Shows the branch in the main thread, ready to be written in. If the user has gone to another session meanwhile, the branch is only
 * listed. @throws CallError `SESSION_BUSY` within the turn that runs, `MESSAGE_NOT_FOUND`
 */
export async function branchFrom(
  thread: Thread,
  from_message_id: MessageId,
  along: ReturnType<typeof takenAlong> = {},
): Promise<void> {
  const { session_id: here, timeline } = thread.view.getState();
  // Hidden turns that are read beside the shown ones can be branched from too (BR-1).
  const session_id = here ?? timeline?.session_id;
  if (!session_id) return;
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  mainThread.focusComposer();
  await once(`branch ${from_message_id}`, async () => {
    const input = { parent_session_id: session_id, from_message_id, settled: true, ...along };
    const made = await call("branch.create", input).catch((error: unknown) => {
      const isCancelled = error instanceof CallError && error.code === "RUN_ABORTED";
      if (along.take_along === undefined || !isCancelled) throw error;
      say(t("rewind:take-along.cancelled"));
    });
    if (made === undefined) return;
    const { id, title } = made;
    say(t("chat:branch.made", { title }));
    if (isShown()) showSession(id);
  });
}

/**
 * BR-5: branches before the question of an answer, and shows the branch with that question as its draft and this model chosen. Earlier
 * turns that are too long for it are summarised there. @throws CallError as `branchFrom`
 */
export async function branchWith(thread: Thread, message_id: MessageId, model: ModelRef): Promise<void> {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  const isShown = unchanged(() => mainThread.view.getState().session_id);
  mainThread.focusComposer();
  await once(`branch ${message_id}`, async () => {
    const { id, title } = await call("branch.with_model", { session_id, message_id, model });
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
